#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "distances/ranks/whole_graph.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/distances/capability.hpp"

namespace yoke::detail {

namespace distances {

template <class Vertex>
struct OwnVertices {
  std::uint64_t first;
  Vertex* vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    vertices[i] = static_cast<Vertex>(first + i);
  }
};

}  // namespace distances

// Every rank has the whole graph, and searches from its own sources.
template <class Vertex, class Offset, class Weight, class Space>
class RankSolver<distances::Closeness<Vertex, Offset, Weight>, Space> {
  using Capability = distances::Closeness<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan) : ranks_(plan.ranks), whole_(plan) {}

  static void compare(mpi::Call& call, GraphCapacity const&, ClosenessOptions const& options) {
    call.same("options.validate", options.validate);
  }

  std::size_t run(Arguments const& arguments) {
    std::size_t const count = arguments.size();
    auto& core = whole_.gather(Capability::name, arguments, [&](auto const&) {
      if (arguments.of_all) mpi::reserved(ranks_.exec(), sources_, count);
    });
    mpi::agreed(ranks_, [&] {
      Arguments own;
      own.graph = whole_.graph();
      own.weights = whole_.weights();
      own.sources =
          arguments.of_all ? own_vertices(arguments.graph.first, count) : arguments.sources;
      own.closeness = arguments.closeness;
      core.run(own);
    });
    return ranks_.sum(count);
  }

 private:
  RawArray<Vertex const> own_vertices(std::uint64_t first, std::size_t count) {
    Space const& exec = ranks_.exec();
    Kokkos::parallel_for("yoke::closeness::sources", WideRange<Space>(exec, 0, count),
                         distances::OwnVertices<Vertex>{first, sources_.data()});
    exec.fence("yoke::closeness: sources");
    return {sources_.data(), count, whole_.here};
  }

  mpi::Network<Space>& ranks_;
  distances::WholeGraph<Capability, Space> whole_;
  Buffer<Space, Vertex> sources_;
};

}  // namespace yoke::detail
