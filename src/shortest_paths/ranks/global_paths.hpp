#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "mpi/owner_exchange.hpp"
#include "shortest_paths/ranks/global_steps.hpp"
#include "shortest_paths/stepping.hpp"
#include "yoke/mpi/detail/global_rows.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A rank's part of a call.
template <class Space, class Vertex, class Offset, class Weight>
struct GlobalPathsCall {
  RawRows<Vertex, Offset> rows;
  Array<Space, Weight const> weights;
  bfs::BfsSources<Space, Vertex> sources;  // vertices of any rank
  Array<Space, Weight> distances;
  Array<Space, Vertex> parents;  // empty: not wanted
  bool with_parents;             // on any rank
  double delta;                  // the option, the same on all ranks
  double mean_weight;            // of the rank's arcs
  ShortestPathsReport* report;   // may be null
};

// Delta stepping on ranks. The limit is the same on all. A rank follows its near vertices until
// none of its own comes nearer. Then all tell the owners of other vertices the least distances that
// they have found since. Each rank knows these for all vertices, and tells only what is nearer than
// that. If no rank has a near vertex left, the limit rises.
template <class Space, class Vertex, class Offset, class Weight>
class GlobalPaths {
  using Call = GlobalPathsCall<Space, Vertex, Offset, Weight>;
  using Offer = shortest_paths::Offer<Vertex, Weight>;
  using Proposal = shortest_paths::Proposal<Vertex, Weight>;
  using Others = shortest_paths::OtherVertices<Space, Vertex, Weight>;

 public:
  GlobalPaths(Network<Space>& ranks, std::size_t vertices, std::size_t arcs)
      : ranks_(ranks),
        rounds_(ranks.exec(), std::max<std::size_t>(vertices, 1), std::max<std::size_t>(arcs, 1)) {}

  // Returns the number of vertices reached, of all ranks.
  std::size_t run(Call call) {
    PhaseTimer<Space> timer(exec(), call.report);
    Counts const sizes = ranks_.gather(call.rows.vertices);
    agreed(ranks_, [&] { prepare(call, sizes); });
    start(call);
    timer.done("start");
    step(call);
    timer.done("distances");
    std::size_t const reached = set_parents(call);
    timer.done("parents");
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
  Others others(Call const& call) const {
    return {Array<Space, Weight>(offered_.data(), call.rows.all),
            Array<Space, std::uint32_t>(listed_for_.data(), call.rows.all),
            Array<Space, Vertex>(proposed_.data(), call.with_parents ? call.rows.all : 0),
            list_.data(),
            count_.data(),
            exchange_};
  }

  // Everything is allocated before anything is written.
  void prepare(Call& call, Counts const& sizes) {
    Counts begins{0};
    for (auto const size : sizes) begins.push_back(begins.back() + size);
    std::uint64_t const all = call.rows.all;
    // Each is listed once an exchange, and by an arc or as a source.
    std::uint64_t const most =
        std::min(all - call.rows.vertices,
                 std::max<std::uint64_t>(call.rows.neighbours.size, call.sources.size()));
    reserved(exec(), offered_, all);
    reserved(exec(), listed_for_, all);
    reserved(exec(), list_, most);
    reserved(exec(), count_, 1);
    offers_.reserve(exec(), most);
    if (call.with_parents) {
      reserved(exec(), proposed_, all);
      proposals_.reserve(exec(), most);
      if (call.parents.extent(0) == 0) {
        call.parents = Array<Space, Vertex>(reserved(exec(), own_parents_, call.rows.vertices),
                                            call.rows.vertices);
      }
    }
    Kokkos::deep_copy(
        exec(),
        Array<Space, std::uint64_t>(reserved(exec(), begins_, begins.size()), begins.size()),
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            begins.data(), begins.size()));
    exec().fence("yoke::shortest_paths: parts of the ranks");
    owners_ = {begins_.data(), static_cast<std::uint32_t>(sizes.size())};
  }

  void start(Call const& call) {
    using namespace shortest_paths;
    constexpr Weight far = infinity<Weight>;
    Kokkos::deep_copy(exec(), others(call).distances, far);
    Kokkos::deep_copy(exec(), others(call).listed_for, std::uint32_t(0));
    Kokkos::deep_copy(exec(), call.distances, far);
    Kokkos::deep_copy(exec(), rounds_.mark(), std::uint32_t(0));
    Kokkos::deep_copy(exec(), call.parents, no_vertex<Vertex>);
    exec().fence("yoke::shortest_paths: started");
    exchange_ = 0;
    begin_list();
    rounds_.start(rows(call));
    rounds_.scan("yoke::shortest_paths::take_sources",
                 TakeRankSources<Space, Vertex, Weight>{call.sources, own(call), call.distances,
                                                        call.parents, others(call)},
                 call.sources.size());
    exchange_offers(call, Weight(0), call.parents);
  }

  void begin_list() {
    ++exchange_;
    Kokkos::deep_copy(exec(), Array<Space, std::uint64_t>(count_.data(), 1), std::uint64_t(0));
  }
  std::uint64_t listed() const {
    return element(exec(), Array<Space, std::uint64_t>(count_.data(), 1), 0);
  }

  // What is listed goes to the owners, and what comes joins the near and far vertices.
  void exchange_offers(Call const& call, Weight limit, Array<Space, Vertex> const& parents = {}) {
    std::uint64_t const size = listed();
    Kokkos::parallel_for("yoke::shortest_paths::make_offers", WideRange<Space>(exec(), 0, size),
                         shortest_paths::MakeOffers<Space, Vertex, Weight>{
                             list_.data(), others(call).distances, offers_.outgoing()});
    exec().fence("yoke::shortest_paths: offers");
    auto const received = offers_.send(ranks_, size, owners_);
    begin_list();
    rounds_.add("yoke::shortest_paths::take_offers",
                shortest_paths::TakeOffers<Space, Vertex, Weight>{received.messages, own(call),
                                                                  call.distances, parents, limit},
                received.size);
  }

  // Both on all ranks.
  struct Waiting {
    std::uint64_t near, far;
  };
  Waiting waiting() {
    std::uint64_t numbers[] = {rounds_.has_arcs(), rounds_.far_size()};
    ranks_.sum(numbers, 2);
    return {numbers[0], numbers[1]};
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

  void step(Call const& call) {
    using shortest_paths::add;
    ShortestPathsReport work;
    Arcs const arcs = arcs_of_all(call);
    std::uint64_t const most_looks = 16 * (call.rows.all + arcs.number);
    std::uint64_t looks = 0;
    Weight delta = shortest_paths::width_of_step<Space, Weight>(
        call.delta, arcs.mean_weight,
        static_cast<double>(arcs.number) / static_cast<double>(call.rows.all));
    work.delta = static_cast<double>(delta);
    for (Weight limit = delta;;) {
      ++work.steps;
      Waiting now = waiting();
      for (; now.near > 0; now = waiting()) {
        follow(call, limit, work);
        exchange_offers(call, limit);
      }
      Weight next = add(limit, delta);
      while (now.near == 0) {
        if (now.far == 0) return report(call, work);
        looks += now.far;
        if (looks > most_looks) {
          delta = add(delta, delta > 0 ? delta : std::numeric_limits<Weight>::min());
          next = add(limit, delta);
          looks = 0;
        }
        rounds_.split_far(Array<Space, Weight const>(call.distances), limit, next);
        limit = next;
        now = waiting();
        if (now.near == 0 && now.far > 0) next = add(least_far(call), delta);
      }
    }
  }

  void follow(Call const& call, Weight limit, ShortestPathsReport& work) {
    while (rounds_.has_arcs()) {
      ++work.rounds;
      work.arcs += rounds_.arcs();
      rounds_.follow(shortest_paths::RelaxRows<Space, Vertex, Offset, Weight>{
          own(call), call.weights, call.distances, others(call), limit});
    }
  }

  // The bits of distances ascend as they do.
  Weight least_far(Call const& call) {
    using Bits = std::make_unsigned_t<shortest_paths::BitsOf<Weight>>;
    Weight least = shortest_paths::infinity<Weight>;
    Kokkos::parallel_reduce(
        "yoke::shortest_paths::least_far", WideRange<Space>(exec(), 0, rounds_.far_size()),
        shortest_paths::LeastFar<Space, Vertex, Weight>{rounds_.far(), call.distances},
        Kokkos::Min<Weight>(least));
    exec().fence("yoke::shortest_paths: least far distance");
    least = std::min(least, shortest_paths::infinity<Weight>);
    return std::bit_cast<Weight>(static_cast<Bits>(ranks_.least(std::bit_cast<Bits>(least))));
  }

  void report(Call const& call, ShortestPathsReport const& work) const {
    if (call.report == nullptr) return;
    call.report->delta = work.delta;
    call.report->steps = work.steps;
    call.report->rounds = work.rounds;
    call.report->arcs = work.arcs;
  }

  // As shortest_paths::set_parents.
  std::size_t set_parents(Call const& call) {
    using namespace shortest_paths;
    if (call.with_parents) {
      Kokkos::deep_copy(exec(), others(call).parents, no_vertex<Vertex>);
      ArcChunks const chunks = ArcChunks::of(exec(), call.rows.neighbours.size);
      Kokkos::parallel_for("yoke::shortest_paths::smallest_nearer",
                           WideRange<Space>(exec(), 0, chunks.count()),
                           SmallestNearerRows<Space, Vertex, Offset, Weight>{
                               rows(call), chunks, own(call), call.weights, call.distances,
                               call.parents, others(call)});
      auto const received = send_proposals(call);
      Kokkos::parallel_for("yoke::shortest_paths::take_proposals",
                           WideRange<Space>(exec(), 0, received.size),
                           taking(call, received.messages, 0));
    }
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

  // Of vertices that weights of 0 lead to, in rounds from those with parents.
  void set_equal_parents(Call const& call) {
    using namespace shortest_paths;
    rounds_.start(rows(call));
    rounds_.scan("yoke::shortest_paths::take_marked", TakeMarked<Space, Vertex>{rounds_.mark()},
                 call.rows.vertices);
    while (waiting().near > 0) {
      rounds_.follow(ProposeParentRows<Space, Vertex, Offset, Weight>{
          own(call), call.weights, call.distances, rounds_.mark(), call.parents, others(call),
          rounds_.round() + 1});
      auto const received = send_proposals(call);
      rounds_.add("yoke::shortest_paths::take_proposals",
                  taking(call, received.messages, rounds_.round()), received.size);
    }
  }

  shortest_paths::TakeProposals<Space, Vertex, Weight> taking(Call const& call,
                                                              Proposal const* proposals,
                                                              std::uint32_t round) const {
    return {proposals, own(call), call.distances, rounds_.mark(), call.parents, round};
  }

  auto send_proposals(Call const& call) {
    std::uint64_t const size = listed();
    Kokkos::parallel_for("yoke::shortest_paths::make_proposals", WideRange<Space>(exec(), 0, size),
                         shortest_paths::MakeProposals<Space, Vertex, Weight>{
                             list_.data(), others(call), proposals_.outgoing()});
    exec().fence("yoke::shortest_paths: proposals");
    auto const received = proposals_.send(ranks_, size, owners_);
    begin_list();
    return received;
  }

  Network<Space>& ranks_;
  shortest_paths::Rounds<Space, Vertex, Offset> rounds_;
  // Of all ranks' vertices, as the others' owners are told of them.
  Buffer<Space, Weight> offered_;
  Buffer<Space, std::uint32_t> listed_for_;
  Buffer<Space, Vertex> proposed_, list_;
  Buffer<Space, Vertex> own_parents_;  // where other ranks alone want parents
  Buffer<Space, std::uint64_t> count_, begins_;
  OwnerExchange<Space, Offer> offers_;
  OwnerExchange<Space, Proposal> proposals_;
  Owners owners_{};
  std::uint32_t exchange_ = 0;
};

}  // namespace yoke::detail::mpi
