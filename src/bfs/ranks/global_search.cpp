#include "bfs/ranks/global_search.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "bfs/bottom_up_pass.hpp"
#include "bfs/ranks/search_kernels.hpp"
#include "bfs/sources.hpp"
#include "frame/fill_array.hpp"
#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "mpi/owner_exchange.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::mpi {

namespace {

// As one space has them (bfs/traits.hpp).
constexpr std::uint64_t bottom_up_share = 15;
template <class Space>
constexpr std::uint64_t vertices_for_an_arc = runs_on_host<Space> ? 4 : 32;

// Vertices of a level, and the arcs that leave them.
struct Level {
  std::uint64_t vertices, arcs;
};

}  // namespace

// Brings what a level has reached of other ranks' vertices to their owners.
template <class Space, class Vertex, bool with_parent>
using ReachExchange = OwnerExchange<Space, Reach<Vertex, with_parent>>;

// One call at a time, with the memory that calls keep.
template <class Space, class Vertex, class Offset>
struct GlobalSearch<Space, Vertex, Offset>::State {
  using Words = VertexBits<Space>;
  using Rows = CsrView<Space, Vertex, Offset>;
  static constexpr std::uint64_t word_bits = Words::bits_of_word;

  Network<Space>* ranks = nullptr;
  Rows rows;
  OwnSearch<Space, Vertex> own{};
  std::uint64_t all = 0, frontier_begin = 0;
  Level own_level{};  // the frontier
  bool is_queued = false;
  Counts word_counts;
  bool with_parents = false;
  std::optional<bfs::TallyFormat> format;

  Buffer<Space, Vertex> own_levels, queue, reached_by;
  Buffer<Space, Offset> first_arcs;
  Buffer<Space, std::uint32_t> own_words, rank_words, bits, seen, next_bits;
  Buffer<Space, std::uint64_t> begins, word_begins, counters;
  Buffer<Space, std::int64_t> lost;
  ReachExchange<Space, Vertex, true> reach_with;
  ReachExchange<Space, Vertex, false> reach_without;

  // What the counters count: the own vertices in the queue, the arcs that leave them, what is to be
  // sent; and the long rows of a level bottom-up.
  enum Counter { queued, queued_arcs, outgoing, long_rows, counter_count };

  Space const& exec() const { return ranks->exec(); }
  std::uint64_t* counter(Counter which) const { return counters.data() + which; }
  Owners owners() const { return {begins.data(), static_cast<std::uint32_t>(ranks->ranks())}; }
  Vertex const* frontier() const { return queue.data() + frontier_begin; }
  OwnQueue<Space, Vertex, Offset> own_queue() const {
    return {rows, queue.data(), counter(queued), counter(queued_arcs)};
  }
  OtherVertices<Space, Vertex> others() const {
    return {bits_of(seen), own.wants_smallest ? reached_by.data() : nullptr};
  }
  Words bits_of(Buffer<Space, std::uint32_t> const& words) const {
    return {Array<Space, std::uint32_t>(words.data(), Words::words_for(all))};
  }
  std::uint64_t own_word_count() const {
    return word_counts[static_cast<std::size_t>(ranks->rank())];
  }

  template <class Work>
  void each(char const* label, std::uint64_t size, Work const& work) const {
    Kokkos::parallel_for(label, WideRange<Space>(exec(), 0, size), work);
  }

  void enter(Buffer<Space, std::uint64_t>& buffer, Counts const& numbers) {
    Kokkos::deep_copy(
        exec(),
        Array<Space, std::uint64_t>(reserved(exec(), buffer, numbers.size()), numbers.size()),
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            numbers.data(), numbers.size()));
    exec().fence("yoke::bfs: parts of the ranks");
  }

  // Which vertices, and which words of the bitmap, each rank has.
  void enter_parts(Counts const& vertices) {
    Counts vertex_begins{0}, words_begin{0};
    word_counts.clear();
    for (auto const count : vertices) {
      std::uint64_t const begin = vertex_begins.back(), end = begin + count;
      word_counts.push_back(count == 0 ? 0 : (end - 1) / word_bits - begin / word_bits + 1);
      vertex_begins.push_back(end);
      words_begin.push_back(words_begin.back() + word_counts.back());
    }
    enter(begins, vertex_begins);
    enter(word_begins, words_begin);
    reserved(exec(), own_words, own_word_count());
    reserved(exec(), rank_words, words_begin.back());
  }

  // Bottom-up levels count vertices and arcs in one word.
  static void check_tally(std::uint64_t vertices, std::uint64_t arcs) {
    if (bfs::TallyFormat::fits(vertices, arcs)) return;
    throw std::invalid_argument("yoke::bfs: a rank has " +
                                show_count(vertices, "vertex", "vertices") + " and " +
                                show_count(arcs, "arc") +
                                ", which do not fit one 64-bit word together; use more ranks "
                                "or BfsAlgorithm::level_synchronous");
  }

  // Everything is checked and allocated before anything is written.
  void prepare(RawRows<Vertex, Offset> const& raw, Counts const& vertices,
               GlobalSearchCall<Vertex> const& call) {
    bfs::check_sources(exec(), bfs::BfsSources<Space, Vertex>(array_on<Space>(call.sources)), all);
    if (!call.only_top_down) {
      check_tally(raw.vertices, raw.neighbours.size);
      format.emplace(raw.vertices, raw.neighbours.size);
    }
    enter_parts(vertices);
    reserved(exec(), queue, raw.vertices);
    reserved(exec(), first_arcs, raw.vertices + 1);
    reserved(exec(), counters, counter_count);
    reserved(exec(), bits, Words::words_for(all));
    reserved(exec(), seen, Words::words_for(all));
    bool const wants_smallest = with_parents && call.smallest_parents;
    if (wants_smallest) reserved(exec(), reached_by, all);
    if constexpr (runs_on_host<Space>) {
      reserved(exec(), next_bits, Words::words_for(raw.vertices));
      reserved(exec(), lost, 1);
    }
    // Each is sent once, and by an arc.
    std::uint64_t const most = std::max<std::uint64_t>(
        std::min<std::uint64_t>(all - raw.vertices, raw.neighbours.size), call.sources.size);
    if (with_parents) {
      reach_with.reserve(exec(), most);
    } else {
      reach_without.reserve(exec(), most);
    }
    if (call.level.size == 0) reserved(exec(), own_levels, raw.vertices);
    own = {raw.begin,
           call.level.size > 0 ? array_on<Space>(call.level)
                               : Array<Space, Vertex>(own_levels.data(), raw.vertices),
           array_on<Space>(call.parent), wants_smallest};
  }

  void begin() {
    fill(exec(), own.level, unreached<Vertex>);
    if (own.parent.extent(0) > 0) fill(exec(), own.parent, unreached<Vertex>);
    if (own.wants_smallest) {
      fill(exec(), Array<Space, Vertex>(reached_by.data(), all), unreached<Vertex>);
    }
    fill(exec(), bits_of(seen).words, 0);
    fill(exec(), Array<Space, std::uint64_t>(counters.data(), counter_count), 0);
    frontier_begin = 0;
    own_level = {};
    is_queued = true;
  }

  // Sends so many of what is outgoing; who gets it has its vertices on level `next`.
  template <bool with_parent>
  void send(ReachExchange<Space, Vertex, with_parent>& reach, std::uint64_t size, Vertex next) {
    auto const received = reach.send(*ranks, size, owners());
    if (received.size == 0) return;
    SearchTeams<Space>::run("yoke::bfs::settle", exec(), received.size,
                            SettleReceived<Space, Vertex, Offset, Reach<Vertex, with_parent>>{
                                own, own_queue(), received.messages, received.size, next});
  }

  template <bool with_parent>
  void send_sources(ReachExchange<Space, Vertex, with_parent>& reach,
                    RawArray<Vertex const> sources) {
    each("yoke::bfs::reach", sources.size,
         ReachSources<Vertex, Reach<Vertex, with_parent>>{sources.data, reach.outgoing()});
    send(reach, sources.size, 0);
  }

  // What was queued since the frontier is the next one.
  void take_queued() {
    std::uint64_t numbers[2];
    Kokkos::deep_copy(
        exec(),
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(numbers, 2),
        Array<Space, std::uint64_t>(counter(queued), 2));
    exec().fence("yoke::bfs: level queued");
    frontier_begin += own_level.vertices;
    own_level = {numbers[0] - frontier_begin, numbers[1]};
    fill(exec(), Array<Space, std::uint64_t>(counter(queued_arcs), 1), 0);
  }

  // The frontier, level `now`, was found bottom-up.
  void queue_frontier(Vertex now) {
    collect_own(now);
    frontier_begin = 0;
    Kokkos::parallel_scan("yoke::bfs::queue", WideRange<Space>(exec(), 0, own_word_count()),
                          QueueWords<Space, Vertex>{own_words.data(), own.base, queue.data()});
    fill(exec(), Array<Space, std::uint64_t>(counter(queued), 1), own_level.vertices);
    is_queued = true;
  }

  void collect_own(Vertex now) {
    using Collect = bfs::CollectLevel<Space, Vertex>;
    each("yoke::bfs::collect_level", Collect::bytes_of_word * own_word_count(),
         Collect{own.level, now, own_words.data(), own.base % word_bits});
  }

  template <bool with_parent>
  void top_down(ReachExchange<Space, Vertex, with_parent>& reach, Vertex next) {
    using Message = Reach<Vertex, with_parent>;
    bool const was_found_bottom_up = !is_queued;
    if (was_found_bottom_up) queue_frontier(next - 1);
    if (own_level.vertices > 0) {
      Kokkos::parallel_scan("yoke::bfs::first_arcs",
                            WideRange<Space>(exec(), 0, own_level.vertices),
                            FirstArcs<Space, Vertex, Offset>{rows, frontier(), own_level.vertices,
                                                             first_arcs.data()});
      // What was found bottom-up was counted in units of the format.
      if (was_found_bottom_up) {
        own_level.arcs =
            element(exec(), Array<Space, Offset>(first_arcs.data(), own_level.vertices + 1),
                    own_level.vertices);
      }
    }
    std::uint64_t sent = 0;
    if (own_level.arcs > 0) {
      Array<Space, std::uint64_t> const count(counter(outgoing), 1);
      fill(exec(), count, 0);
      Rows const frontier_rows{
          Array<Space, Offset const>(first_arcs.data(), own_level.vertices + 1), {}};
      SearchTeams<Space>::run("yoke::bfs::top_down", exec(), own_level.arcs,
                              FollowFrontier<Space, Vertex, Offset, Message>{
                                  rows, frontier_rows, frontier(), own_level.arcs, own, own_queue(),
                                  others(), reach.outgoing(), count.data(), next});
      sent = element(exec(), count, 0);
    }
    if constexpr (with_parent) {
      if (own.wants_smallest) {
        each("yoke::bfs::take_smallest", sent,
             TakeSmallest<Vertex>{reached_by.data(), reach.outgoing()});
      }
    }
    send(reach, sent, next);
    take_queued();
  }

  // Returns how many own vertices were asked.
  std::uint64_t bottom_up(Vertex next) {
    collect_own(next - 1);
    ranks->gather_all(own_words.data(), word_counts, rank_words.data());
    Words const frontier_bits = bits_of(bits);
    each("yoke::bfs::merge", Words::words_for(all),
         MergeWords<Space>{owners(), word_begins.data(), rank_words.data(), frontier_bits,
                           bits_of(seen)});
    auto const count = ask(frontier_bits, next);
    if (own.wants_smallest && own.parent.extent(0) > 0) {
      auto const chunks = ArcChunks::of(exec(), rows.arcs());
      each("yoke::bfs::smallest_parents", chunks.count(),
           SmallestInFrontier<Space, Vertex, Offset>{rows, chunks, own, frontier_bits, next});
    }
    own_level = {format->count(count.tally), format->arcs(count.tally)};
    is_queued = false;
    return count.vertices;
  }

  // Asks all: whatever it costs, the other ranks do so too.
  bfs::BottomUpCount ask(Words const& frontier_bits, Vertex next) {
    constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max() / 4;
    std::uint64_t const vertices = rows.vertices(), words = Words::words_for(vertices);
    std::uint64_t const threads = static_cast<std::uint64_t>(exec().concurrency());
    // The queue is free: the frontier is in the bits.
    bfs::BottomUp<Space, Vertex, Offset> const kernel{
        rows,
        rows,
        own.level,
        own.parent,
        frontier_bits,
        {Array<Space, std::uint32_t>(next_bits.data(), runs_on_host<Space> ? words : 0)},
        Array<Space, Vertex>(queue.data(), vertices),
        Array<Space, std::uint64_t>(counter(long_rows), 1),
        next,
        *format,
        {unbounded, Array<Space, std::int64_t>(lost.data(), lost.extent(0)), 1 << 14, {}},
        std::clamp<std::uint64_t>(words / (16 * threads), 1, 32)};
    if constexpr (runs_on_host<Space>) {
      kernel.budget.lost(0) = 0;
      return bfs::search_by_words(exec(), kernel);
    } else {
      fill(exec(), kernel.long_row_count, 0);
      return bfs::search_by_vertex(exec(), kernel, 0, {});
    }
  }

  // Asking all is cheaper where the frontier has one in so many of the arcs that nobody has
  // followed, enough of them to pay for a pass over all vertices, and is no smaller than the set of
  // those that would be asked.
  bool prefers_bottom_up(Level const& now, std::uint64_t arcs_left, std::uint64_t to_ask) const {
    return now.arcs > arcs_left / bottom_up_share && now.arcs > all / vertices_for_an_arc<Space> &&
           now.vertices + now.arcs >= 2 * to_ask;
  }

  // As many levels as follow each other one way are a phase.
  static char const* phase_of(bool is_asking) { return is_asking ? "bottom-up" : "top-down"; }

  template <bool with_parent>
  GlobalSearchResult search(ReachExchange<Space, Vertex, with_parent>& reach,
                            GlobalSearchCall<Vertex> const& call, std::uint64_t arcs_left) {
    PhaseTimer<Space> timer(exec(), call.report);
    begin();
    send_sources(reach, call.sources);
    take_queued();
    timer.done("start");
    GlobalSearchResult result;
    std::uint64_t asked = 0, reachable = all;
    bool is_asking = false;
    for (Vertex next = 1;; ++next) {
      std::uint64_t sums[] = {own_level.vertices, own_level.arcs, asked};
      ranks->sum(sums, 3);
      Level const now{sums[0], sums[1]};
      // Whoever has arcs was asked.
      if (sums[2] > 0) reachable = result.reached + sums[2];
      if (now.vertices == 0) break;
      result.reached += now.vertices;
      ++result.levels;
      arcs_left -= std::min(arcs_left, now.arcs);
      if (now.arcs == 0 || result.reached == all) break;
      std::uint64_t const to_ask = reachable - std::min(reachable, result.reached);
      bool const asks = !call.only_top_down && prefers_bottom_up(now, arcs_left, to_ask);
      if (asks != is_asking) timer.done(phase_of(is_asking));
      is_asking = asks;
      if (asks) {
        asked = bottom_up(next);
        ++result.bottom_up_levels;
      } else {
        asked = 0;
        top_down(reach, next);
      }
    }
    exec().fence("yoke::bfs");
    timer.done(phase_of(is_asking));
    return result;
  }

  GlobalSearchResult run(Network<Space>& network, RawRows<Vertex, Offset> const& raw,
                         GlobalSearchCall<Vertex> const& call) {
    ranks = &network;
    rows = {array_on<Space>(raw.offsets), array_on<Space>(raw.neighbours)};
    all = raw.all;
    auto const vertices = network.gather(raw.vertices);
    std::uint64_t sums[] = {raw.neighbours.size, call.parent.size};
    network.sum(sums, 2);
    with_parents = sums[1] > 0;
    agreed(network, [&] { prepare(raw, vertices, call); });
    return with_parents ? search(reach_with, call, sums[0]) : search(reach_without, call, sums[0]);
  }
};

template <class Space, class Vertex, class Offset>
GlobalSearch<Space, Vertex, Offset>::GlobalSearch() : state_(std::make_unique<State>()) {}
template <class Space, class Vertex, class Offset>
GlobalSearch<Space, Vertex, Offset>::~GlobalSearch() = default;
template <class Space, class Vertex, class Offset>
GlobalSearch<Space, Vertex, Offset>::GlobalSearch(GlobalSearch&&) noexcept = default;
template <class Space, class Vertex, class Offset>
GlobalSearch<Space, Vertex, Offset>& GlobalSearch<Space, Vertex, Offset>::operator=(
    GlobalSearch&&) noexcept = default;

template <class Space, class Vertex, class Offset>
GlobalSearchResult GlobalSearch<Space, Vertex, Offset>::run(Network<Space>& ranks,
                                                            RawRows<Vertex, Offset> const& rows,
                                                            GlobalSearchCall<Vertex> const& call) {
  return state_->run(ranks, rows, call);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) template class GlobalSearch<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
