#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <type_traits>

#include "frame/ranks/rank_solver.hpp"
#include "mpi/pack.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::distances {

template <class Offset>
struct ShiftOffset {
  Offset const* own;
  std::uint64_t before;  // the arcs of the ranks before
  Offset* shifted;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    shifted[v] = static_cast<Offset>(own[v] + before);
  }
};

// The graph of all ranks, on each of them, and this rank's plan for it. Memory is kept.
template <class Capability, class Space>
class WholeGraph {
  using Arguments = typename Capability::Arguments;
  using Graph = decltype(Arguments::graph);
  using Vertex = std::remove_const_t<std::remove_pointer_t<decltype(Graph::neighbours.data)>>;
  using Offset = std::remove_const_t<std::remove_pointer_t<decltype(Graph::offsets.data)>>;
  using Weight = typename Capability::Length;
  using Capacity = typename Capability::Capacity;

 public:
  static constexpr Place here = runs_on_host<Space> ? Place::host : Place::device;

  explicit WholeGraph(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), options_(plan.options), ledger_(plan.ledger) {}

  // By all ranks. Each takes the memory for the graph and its plan, and then calls
  // `prepare(capacity)`.
  template <class Prepare>
  PlanCore<Capability, Space>& gather(char const* caller, Arguments const& own,
                                      Prepare const& prepare) {
    Space const& exec = ranks_.exec();
    vertices_ = ranks_.gather(own.graph.vertices());
    mpi::Counts const arcs = ranks_.gather(own.graph.arcs());
    std::size_t const n = std::reduce(vertices_.begin(), vertices_.end());
    std::size_t const m = std::reduce(arcs.begin(), arcs.end());
    bool const has_weights = ranks_.largest(own.weights.size) > 0;
    mpi::agreed(ranks_, [&] {
      check_index_holds<Offset>(caller, "the graph's offsets", m);
      mpi::reserved(exec, shifted_, own.graph.vertices());
      mpi::reserved(exec, offsets_, n + 1);
      mpi::reserved(exec, neighbours_, m);
      if (has_weights) mpi::reserved(exec, weights_, m);
      reserve_plan({n, m});
      prepare(capacity_);
    });
    gather_offsets(own.graph, std::reduce(arcs.begin(), arcs.begin() + ranks_.rank()), m);
    ranks_.gather_all(own.graph.neighbours.data, arcs, neighbours_.data());
    if (has_weights) ranks_.gather_all(own.weights.data, arcs, weights_.data());
    graph_ = {{offsets_.data(), n + 1, here}, {neighbours_.data(), m, here}, {}, {}, true};
    weights_given_ = {weights_.data(), has_weights ? m : 0, here};
    return *core_;
  }

  Graph const& graph() const { return graph_; }
  RawArray<Weight const> const& weights() const { return weights_given_; }
  // Of each rank.
  mpi::Counts const& vertices() const { return vertices_; }

 private:
  void reserve_plan(Capacity const& wanted) {
    if (core_ && capacity_.vertices >= wanted.vertices && capacity_.arcs >= wanted.arcs) return;
    core_.reset();
    core_.emplace(ranks_.exec(), wanted, options_, ledger_);
    capacity_ = wanted;
  }

  void gather_offsets(Graph const& own, std::uint64_t before, std::size_t arcs) {
    Space const& exec = ranks_.exec();
    std::uint64_t const n = std::reduce(vertices_.begin(), vertices_.end());
    Kokkos::parallel_for("yoke::distances::shift_offsets",
                         WideRange<Space>(exec, 0, own.vertices()),
                         ShiftOffset<Offset>{own.offsets.data, before, shifted_.data()});
    Kokkos::deep_copy(exec, Kokkos::subview(offsets_, n), static_cast<Offset>(arcs));
    exec.fence("yoke::distances: offsets shifted");
    ranks_.gather_all(shifted_.data(), vertices_, offsets_.data());
  }

  mpi::Network<Space>& ranks_;
  typename Capability::Options options_;
  std::shared_ptr<Ledger> ledger_;
  std::optional<PlanCore<Capability, Space>> core_;
  Capacity capacity_{};  // of it
  Buffer<Space, Offset> shifted_, offsets_;
  Buffer<Space, Vertex> neighbours_;
  Buffer<Space, Weight> weights_;

  // Of the call.
  Graph graph_{};
  RawArray<Weight const> weights_given_{};
  mpi::Counts vertices_;
};

}  // namespace yoke::detail::distances
