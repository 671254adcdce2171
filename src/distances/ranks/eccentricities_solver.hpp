#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "distances/ranks/longest.hpp"
#include "distances/ranks/whole_graph.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/distances/capability.hpp"

namespace yoke::detail {

// Every rank has the whole graph. All find the same bounds by the same searches. If a search from
// each open vertex is left, ranks share these out. So the results are those of one rank.
template <class Vertex, class Offset, class Weight, class Space>
class RankSolver<distances::Eccentricities<Vertex, Offset, Weight>, Space> {
  using Capability = distances::Eccentricities<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Length = typename Capability::Length;
  using Found = distances::DiameterOf<Weight>;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), whole_(plan), options_(plan.options) {}

  static void compare(mpi::Call& call, GraphCapacity const&, EccentricitiesOptions const& options) {
    call.same("options.validate", options.validate);
  }

  std::size_t run(Arguments const& arguments) {
    std::size_t const n = arguments.graph.all;
    auto& core = whole_.gather(arguments.caller(), arguments, [&](auto const& capacity) {
      if (arguments.wants_all) mpi::reserved(ranks_.exec(), eccentricity_, capacity.vertices);
    });
    distances::SearchShare share{
        {static_cast<std::uint64_t>(ranks_.rank()), static_cast<std::uint64_t>(ranks_.ranks())}};
    Found found;
    mpi::agreed(ranks_, [&] {
      Arguments own;
      own.graph = whole_.graph();
      own.weights = whole_.weights();
      if (arguments.wants_all) own.eccentricity = {eccentricity_.data(), n, whole_.here};
      own.wants_all = arguments.wants_all;
      own.diameter = &found;
      own.share = &share;
      core.run(own);
    });
    *arguments.diameter = distances::longest(ranks_, found);
    if (arguments.wants_all) send_to_owners(share, arguments.eccentricity.data);
    return 0;
  }
  EccentricitiesAlgorithm algorithm() const {
    return options_.algorithm == EccentricitiesAlgorithm::automatic
               ? EccentricitiesAlgorithm::bounded
               : options_.algorithm;
  }

 private:
  void send_to_owners(distances::SearchShare const& share, Length* to) {
    mpi::Counts const ends = ranks_.gather(share.end), begins = ranks_.gather(share.begin);
    auto const both = [](std::uint64_t begin, std::uint64_t end, std::uint64_t first,
                         std::uint64_t last) {
      std::uint64_t const from = std::max(begin, first), until = std::min(end, last);
      return until > from ? until - from : 0;
    };
    mpi::Counts send, receive;
    std::uint64_t own_begin = 0, begin = 0;
    auto const r = static_cast<std::size_t>(ranks_.rank());
    auto const& vertices = whole_.vertices();
    for (std::size_t p = 0; p < r; ++p) own_begin += vertices[p];
    for (std::size_t p = 0; p < vertices.size(); ++p) {
      send.push_back(both(share.begin, share.end, begin, begin + vertices[p]));
      receive.push_back(both(begins[p], ends[p], own_begin, own_begin + vertices[r]));
      begin += vertices[p];
    }
    ranks_.exchange(eccentricity_.data() + share.begin, send, to, receive);
  }

  mpi::Network<Space>& ranks_;
  distances::WholeGraph<Capability, Space> whole_;
  EccentricitiesOptions options_;
  Buffer<Space, Length> eccentricity_;
};

}  // namespace yoke::detail
