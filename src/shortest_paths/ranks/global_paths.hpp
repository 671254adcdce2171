#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "shortest_paths/ranks/global_cycles.hpp"
#include "shortest_paths/ranks/to_owners.hpp"
#include "shortest_paths/stepping.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

// A rank's part of a call.
template <class Space, class Vertex, class Offset, class Weight>
struct GlobalPathsCall {
  RawRows<Vertex, Offset> rows;
  Array<Space, Weight const> weights;
  bfs::BfsSources<Space, Vertex> sources;  // vertices of any rank
  Array<Space, Weight> distances;
  Array<Space, Vertex> parents;     // empty: not wanted
  bool with_parents, has_negative;  // on any rank
  bool has_limit;                   // delta stepping, and else Bellman-Ford's algorithm
  double delta;                     // the option, the same on all ranks
  double mean_weight;               // of the rank's arcs
  ShortestPathsReport* report;      // may be null
};

// Delta stepping on ranks. The limit is the same on all. A rank follows its near vertices until
// none of its own comes nearer. Then all tell the owners of other vertices the least distances that
// they have found since. Each rank knows these for all vertices, and tells only what is nearer than
// that. If no rank has a near vertex left, the limit rises.
//
// Bellman-Ford's algorithm is the same without a limit. A rank follows only some rounds before it
// tells the owners, because a cycle of negative weight has no end.
template <class Space, class Vertex, class Offset, class Weight>
class GlobalPaths {
  using Call = GlobalPathsCall<Space, Vertex, Offset, Weight>;
  using Others = shortest_paths::OtherVertices<Space, Vertex, Weight>;
  using Waiting = shortest_paths::Waiting;

 public:
  GlobalPaths(Network<Space>& ranks, std::size_t vertices, std::size_t arcs)
      : ranks_(ranks),
        rounds_(ranks.exec(), std::max<std::size_t>(vertices, 1), std::max<std::size_t>(arcs, 1)),
        to_owners_(ranks) {}

  // Returns the number of vertices reached, of all ranks.
  std::size_t run(Call call) {
    PhaseTimer<Space> timer(exec(), call.report);
    sizes_ = ranks_.gather(call.rows.vertices);
    agreed(ranks_, [&] { prepare(call); });
    start(call);
    timer.done("start");
    ShortestPathsReport const work = call.has_limit ? step(call) : relax_all(call);
    timer.done("distances");
    std::size_t const reached = set_parents(call);
    timer.done("parents");
    if (call.report) {
      call.report->delta = work.delta;
      call.report->steps = work.steps;
      call.report->rounds = work.rounds;
      call.report->arcs = work.arcs;
    }
    return reached;
  }

 private:
  Space const& exec() const { return ranks_.exec(); }
  shortest_paths::OwnRange own(Call const& call) const {
    return {call.rows.begin, call.rows.vertices};
  }
  CsrView<Space, Vertex, Offset> rows(Call const& call) const {
    return {Array<Space, Offset const>(call.rows.offsets.data, call.rows.offsets.size),
            Array<Space, Vertex const>(call.rows.neighbours.data, call.rows.neighbours.size)};
  }
  ArcChunks chunks(Call const& call) const {
    return ArcChunks::of(exec(), call.rows.neighbours.size);
  }
  Others others(Call const& call) const {
    return to_owners_.others(
        Array<Space, Weight>(offered_.data(), call.rows.all),
        Array<Space, std::uint32_t>(listed_for_.data(), call.rows.all),
        Array<Space, Vertex>(proposed_.data(), call.with_parents ? call.rows.all : 0));
  }

  // Everything is allocated before anything is written.
  void prepare(Call& call) {
    std::uint64_t const all = call.rows.all;
    // Each is listed once an exchange, and by an arc or as a source.
    std::uint64_t const most =
        std::min(all - call.rows.vertices,
                 std::max<std::uint64_t>(call.rows.neighbours.size, call.sources.size()));
    reserved(exec(), offered_, all);
    reserved(exec(), listed_for_, all);
    if (!call.has_limit) cycles_.prepare(exec(), all);
    if (call.with_parents) {
      reserved(exec(), proposed_, all);
      if (call.parents.extent(0) == 0) {
        call.parents = Array<Space, Vertex>(reserved(exec(), own_parents_, call.rows.vertices),
                                            call.rows.vertices);
      }
    }
    to_owners_.prepare(sizes_, most, call.with_parents || !call.has_limit);
  }

  void start(Call const& call) {
    using namespace shortest_paths;
    constexpr Weight far = infinity<Weight>;
    to_owners_.start();
    Kokkos::deep_copy(exec(), others(call).distances, far);
    Kokkos::deep_copy(exec(), others(call).listed_for, std::uint32_t(0));
    Kokkos::deep_copy(exec(), call.distances, far);
    Kokkos::deep_copy(exec(), rounds_.mark(), std::uint32_t(0));
    Kokkos::deep_copy(exec(), call.parents, no_vertex<Vertex>);
    exec().fence("yoke::shortest_paths: started");
    rounds_.start(rows(call));
    rounds_.scan("yoke::shortest_paths::take_sources",
                 TakeRankSources<Space, Vertex, Weight>{call.sources, own(call), call.distances,
                                                        call.parents, others(call)},
                 call.sources.size());
    exchange_offers(call, Weight(0), call.parents);
  }

  // What is listed goes to the owners, and what comes joins the near and far vertices.
  void exchange_offers(Call const& call, Weight limit, Array<Space, Vertex> const& parents = {}) {
    auto const received = to_owners_.send_offers(others(call));
    rounds_.add("yoke::shortest_paths::take_offers",
                shortest_paths::TakeOffers<Space, Vertex, Weight>{received.messages, own(call),
                                                                  call.distances, parents, limit},
                received.size);
  }

  // Both on all ranks.
  Waiting waiting() {
    std::uint64_t numbers[] = {rounds_.has_arcs(), rounds_.far_size()};
    ranks_.sum(numbers, 2);
    return {numbers[0] > 0, numbers[1]};
  }

  // The same on all ranks, which add in one order.
  struct Arcs {
    std::uint64_t number = 0;
    double mean_weight = 0;
  };
  Arcs arcs_of_all(Call const& call) {
    Counts const arcs = ranks_.gather(call.rows.neighbours.size);
    Counts const means = ranks_.gather(std::bit_cast<std::uint64_t>(call.mean_weight));
    Arcs all;
    double sum = 0;
    for (std::size_t r = 0; r < arcs.size(); ++r) {
      all.number += arcs[r];
      sum += std::bit_cast<double>(means[r]) * static_cast<double>(arcs[r]);
    }
    if (all.number > 0) all.mean_weight = sum / static_cast<double>(all.number);
    return all;
  }

  // The machine of take_steps.
  struct Machine {
    GlobalPaths& paths;
    Call const& call;
    ShortestPathsReport work;

    Waiting follow(Weight limit) {
      Waiting now = paths.waiting();
      for (; now.near; now = paths.waiting()) {
        while (paths.rounds_.has_arcs()) paths.follow(call, limit, work);
        paths.exchange_offers(call, limit);
      }
      return now;
    }
    Waiting raise(Weight limit, Weight next) {
      paths.rounds_.split_far(Array<Space, Weight const>(call.distances), limit, next);
      return paths.waiting();
    }
    // The bits of distances ascend as they do.
    Weight least_far() {
      using Bits = std::make_unsigned_t<shortest_paths::BitsOf<Weight>>;
      Weight const least =
          std::min(paths.rounds_.least_far(call.distances), shortest_paths::infinity<Weight>);
      return std::bit_cast<Weight>(
          static_cast<Bits>(paths.ranks_.least(std::bit_cast<Bits>(least))));
    }
  };

  ShortestPathsReport step(Call const& call) {
    Arcs const arcs = arcs_of_all(call);
    Weight const delta = shortest_paths::width_of_step<Space, Weight>(
        call.delta, arcs.mean_weight,
        static_cast<double>(arcs.number) / static_cast<double>(call.rows.all));
    Machine machine{*this, call, {}};
    machine.work.delta = static_cast<double>(delta);
    machine.work.steps = shortest_paths::take_steps(delta, call.rows.all + arcs.number, machine);
    return machine.work;
  }

  void follow(Call const& call, Weight limit, ShortestPathsReport& work) {
    ++work.rounds;
    work.arcs += rounds_.arcs();
    rounds_.follow(shortest_paths::RelaxRows<Space, Vertex, Offset, Weight>{
        own(call), call.weights, call.distances, others(call), limit});
  }

  // A lightest path has less than n arcs, and exchange i settles all of i arcs. Ranks look for a
  // cycle before round 64, 128, 256 and so on of a rank, and of the exchanges.
  ShortestPathsReport relax_all(Call const& call) {
    constexpr int most_rounds = 64;  // between two exchanges
    constexpr Weight limit = shortest_paths::infinity<Weight>;
    ShortestPathsReport work;
    std::uint64_t look = 64;
    for (std::uint64_t exchanges = 0;; ++exchanges) {
      std::uint64_t numbers[] = {rounds_.has_arcs(), work.rounds == look || exchanges == look};
      ranks_.sum(numbers, 2);
      if (numbers[0] == 0) break;
      bool const is_last = exchanges == call.rows.all;
      if (numbers[1] > 0 || is_last) {
        check_cycles(call, is_last);
        look *= 2;
      }
      for (int i = 0; i < most_rounds && rounds_.has_arcs() && work.rounds < look; ++i) {
        follow(call, limit, work);
      }
      exchange_offers(call, limit);
    }
    if (call.has_negative) {
      shortest_paths::refuse_least(of_all(
          call, shortest_paths::first_least(exec(), Array<Space, Weight const>(call.distances))));
    }
    return work;
  }

  void check_cycles(Call const& call, bool is_sure) {
    cycles_.check(ranks_, to_owners_, {rows(call), chunks(call), call.weights, call.distances},
                  own(call), sizes_, call.rows.all, is_sure);
  }

  // The first of the own vertices that ranks have found, by its number among all.
  std::uint64_t of_all(Call const& call, std::uint64_t own) {
    return ranks_.least(own == nothing_found ? own : call.rows.begin + own);
  }

  // As shortest_paths::set_parents.
  std::size_t set_parents(Call const& call) {
    using namespace shortest_paths;
    if (call.with_parents) propose_first_parents(call);
    ParentCounts counts;
    Kokkos::parallel_reduce(
        "yoke::shortest_paths::count_parents", WideRange<Space>(exec(), 0, call.rows.vertices),
        CountParents<Space, Vertex, Weight>{call.distances, call.parents, rounds_.mark()}, counts);
    exec().fence("yoke::shortest_paths: parents counted");
    std::uint64_t numbers[] = {counts.reached, counts.without};
    ranks_.sum(numbers, 2);
    if (numbers[1] > 0) set_equal_parents(call);
    return numbers[0];
  }

  void propose_first_parents(Call const& call) {
    using namespace shortest_paths;
    Kokkos::deep_copy(exec(), others(call).parents, no_vertex<Vertex>);
    if (call.has_negative) {
      Kokkos::parallel_for("yoke::shortest_paths::drop_lowered_sources",
                           WideRange<Space>(exec(), 0, call.rows.vertices),
                           DropLoweredSources<Space, Vertex, Weight>{call.distances, call.parents});
      return;
    }
    Kokkos::parallel_for("yoke::shortest_paths::smallest_nearer",
                         WideRange<Space>(exec(), 0, chunks(call).count()),
                         SmallestNearerRows<Space, Vertex, Offset, Weight>{
                             rows(call), chunks(call), own(call), call.weights, call.distances,
                             call.parents, others(call)});
    auto const received = to_owners_.send_proposals(others(call));
    Kokkos::parallel_for("yoke::shortest_paths::take_proposals",
                         WideRange<Space>(exec(), 0, received.size),
                         taking(call, received.messages, 0));
  }

  // Of vertices that weights of 0 lead to, and of all where one is negative, in rounds from those
  // with parents.
  void set_equal_parents(Call const& call) {
    using namespace shortest_paths;
    rounds_.start(rows(call));
    rounds_.scan("yoke::shortest_paths::take_marked", TakeMarked<Space, Vertex>{rounds_.mark()},
                 call.rows.vertices);
    while (waiting().near) {
      rounds_.follow(ProposeParentRows<Space, Vertex, Offset, Weight>{
          own(call), call.weights, call.distances, rounds_.mark(), call.parents, others(call),
          rounds_.round() + 1});
      auto const received = to_owners_.send_proposals(others(call));
      rounds_.add("yoke::shortest_paths::take_proposals",
                  taking(call, received.messages, rounds_.round()), received.size);
    }
    if (call.has_negative) {
      refuse_without_parent(
          of_all(call, first_without_parent(exec(), call.distances, call.parents)));
    }
  }

  shortest_paths::TakeProposals<Space, Vertex, Weight> taking(
      Call const& call, shortest_paths::Proposal<Vertex, Weight> const* proposals,
      std::uint32_t round) const {
    return {proposals, own(call), call.distances, rounds_.mark(), call.parents, round};
  }

  Network<Space>& ranks_;
  shortest_paths::Rounds<Space, Vertex, Offset> rounds_;
  ToOwners<Space, Vertex, Weight> to_owners_;
  GlobalCycles<Space, Vertex, Offset, Weight> cycles_;
  // Of all ranks' vertices, as the others' owners are told of them.
  Buffer<Space, Weight> offered_;
  Buffer<Space, std::uint32_t> listed_for_;
  Buffer<Space, Vertex> proposed_;
  Buffer<Space, Vertex> own_parents_;  // where other ranks alone want parents
  Counts sizes_;                       // the ranks' numbers of vertices
};

}  // namespace yoke::detail::mpi
