#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "forest/solver.hpp"
#include "forest/split_forest.hpp"
#include "forest/ways.hpp"
#include "frame/engine.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Device, class Host>
class HybridSolver<forest::MinimumForests<Vertex, Offset, Weight>, Device, Host> {
  using Capability = forest::MinimumForests<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Word = forest::WeightWord<Weight>;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
               MinimumForestOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}

  void prepare(Way) {
    if (split_) return;
    split_.emplace(hybrid_, capacity_.vertices, capacity_.arcs);
    total_.emplace(hybrid_.device(), capacity_.vertices);
    hybrid_.device().fence("yoke::forest: split");
  }
  void release(Way) {
    split_.reset();
    total_.reset();
  }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (options_.validate) check(arguments);
    Device const& device = hybrid_.device();
    auto const weight = weight_.output(device, arguments.weight, "weight");
    forest::ForestArrays<Device, Vertex, Word> const found{
        from_.output(device, arguments.from, "from"), to_.output(device, arguments.to, "to"),
        Array<Device, Word>(reinterpret_cast<Word*>(weight.data()), weight.extent(0))};
    std::uint64_t const edges =
        split_->run(arguments.graph, forest::words_of(arguments.arc_weights),
                    {std::is_floating_point_v<Weight>}, way.host_share, found, options_);
    *arguments.total = total_->of(Array<Device, Weight const>(weight.data(), edges));
    from_.send(device, arguments.from, "from", options_.timeline);
    to_.send(device, arguments.to, "to", options_.timeline);
    weight_.send(device, arguments.weight, "weight", options_.timeline);
    return edges;
  }

  MinimumForestAlgorithm algorithm() const { return MinimumForestAlgorithm::boruvka; }

 private:
  // On the side that the graph lies on.
  void check(Arguments const& arguments) const {
    auto const check_on = [&](auto const& exec) {
      graphs::check_graph(exec, arguments.graph, {});
      graphs::check_weights(exec, arguments.graph, arguments.arc_weights, "weights");
    };
    if (!runs_on_host<Device> && belongs_to_device(arguments.graph.offsets.place)) {
      check_on(hybrid_.device());
    } else {
      check_on(hybrid_.host());
    }
  }

  Hybrid<Device, Host> const& hybrid_;
  GraphCapacity capacity_;
  MinimumForestOptions options_;
  std::optional<forest::SplitForest<Device, Host, Vertex, Offset, Word>> split_;
  std::optional<forest::TotalWeight<Device, Weight>> total_;
  Staging<Device, Vertex> from_, to_;
  Staging<Device, Weight> weight_;
};

}  // namespace yoke::detail
