#include "yoke/mpi/detail/joint_search.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "bfs/sources.hpp"
#include "mpi/search_kernels.hpp"
#include "primitives/findings.hpp"

namespace yoke::detail::mpi {

namespace {

// As one space has it (bfs/traits.hpp): asking all is cheaper where the frontier has one in so many
// of the arcs that nobody has followed, and enough of them to pay for a pass over all vertices.
constexpr std::uint64_t bottom_up_share = 15;
template <class Space>
constexpr std::uint64_t vertices_for_an_arc = runs_on_host<Space> ? 4 : 32;

// Vertices of a level, and the arcs that leave them.
struct Level {
  std::uint64_t vertices, arcs;
};

}  // namespace

// One call at a time, with the memory that calls keep.
template <class Space, class Vertex, class Offset>
struct JointSearch<Space, Vertex, Offset>::State {
  using Words = VertexBits<Space>;
  static constexpr std::uint64_t word_bits = Words::bits_of_word;

  Network<Space>* ranks = nullptr;
  CsrView<Space, Vertex, Offset> rows;
  OwnSearch<Space, Vertex> own{};
  std::uint64_t all = 0, frontier_begin = 0, frontier_end = 0;
  Counts word_counts;
  bool with_parents = false, wants_smallest = false;

  Buffer<Space, Vertex> own_levels, queue, reached_by, outgoing;
  Buffer<Space, Offset> first_arcs;
  Buffer<Space, std::uint32_t> own_words, rank_words, bits;
  Buffer<Space, std::uint64_t> begins, word_begins, counters;
  Buffer<Space, Reach<Vertex, true>> messages_with;
  Buffer<Space, Reach<Vertex, false>> messages_without;
  Mailbox<Space, Reach<Vertex, true>> mail_with;
  Mailbox<Space, Reach<Vertex, false>> mail_without;

  Space const& exec() const { return ranks->exec(); }
  Owners owners() const { return {begins.data(), static_cast<std::uint32_t>(ranks->ranks())}; }
  Vertex const* frontier() const { return queue.data() + frontier_begin; }
  std::uint64_t frontier_size() const { return frontier_end - frontier_begin; }

  template <class Work>
  void each(char const* label, std::uint64_t size, Work const& work) const {
    Kokkos::parallel_for(label, WideRange<Space>(exec(), 0, size), work);
  }

  void enter(Buffer<Space, std::uint64_t>& buffer, Counts const& numbers) {
    Kokkos::deep_copy(
        exec(),
        Array<Space, std::uint64_t>(room_for(exec(), buffer, numbers.size()), numbers.size()),
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
    room_for(exec(), own_words, word_counts[static_cast<std::size_t>(ranks->rank())]);
    room_for(exec(), rank_words, words_begin.back());
    room_for(exec(), bits, Words::words_for(all));
  }

  // Everything is checked and allocated before anything is written.
  void prepare(RawRows<Vertex, Offset> const& raw, Counts const& vertices,
               JointSearchCall<Vertex> const& call) {
    bfs::check_sources(exec(), bfs::BfsSources<Space, Vertex>(array_on<Space>(call.sources)), all);
    enter_parts(vertices);
    room_for(exec(), queue, raw.vertices);
    room_for(exec(), first_arcs, raw.vertices + 1);
    room_for(exec(), counters, 2);
    room_for(exec(), reached_by, all);
    // Each is sent once, and by an arc.
    std::uint64_t const most = std::min<std::uint64_t>(all - raw.vertices, raw.neighbours.size);
    room_for(exec(), outgoing, most);
    std::uint64_t const messages = std::max<std::uint64_t>(most, call.sources.size);
    if (with_parents) {
      room_for(exec(), messages_with, messages);
    } else {
      room_for(exec(), messages_without, messages);
    }
    if (call.level.size == 0) room_for(exec(), own_levels, raw.vertices);
    own = {raw.begin,
           call.level.size > 0 ? array_on<Space>(call.level)
                               : Array<Space, Vertex>(own_levels.data(), raw.vertices),
           array_on<Space>(call.parent), queue.data(), counters.data()};
  }

  void begin() {
    fill(exec(), own.level, unreached<Vertex>);
    if (own.parent.extent(0) > 0) fill(exec(), own.parent, unreached<Vertex>);
    fill(exec(), Array<Space, Vertex>(reached_by.data(), all), unreached<Vertex>);
    fill(exec(), Array<Space, std::uint64_t>(counters.data(), 2), 0);
    frontier_begin = frontier_end = 0;
  }

  // Sends what `make` makes of `size` messages to the owners of their vertices, which enter them.
  template <class Message, class Make>
  void send(Mailbox<Space, Message>& mail, Message const* messages, std::uint64_t size, Vertex next,
            Make const& make) {
    each("yoke::bfs::reach", size, make);
    mail.template send<ToOwner>(*ranks, messages, size, owners());
    each("yoke::bfs::settle", mail.size(),
         SettleReceived<Space, Vertex, Message>{own, mail.received(), next});
  }

  void send_sources(RawArray<Vertex const> sources) {
    if (with_parents) {
      auto* const to = messages_with.data();
      send(mail_with, to, sources.size, 0,
           ReachSources<Vertex, Reach<Vertex, true>>{sources.data, to});
    } else {
      auto* const to = messages_without.data();
      send(mail_without, to, sources.size, 0,
           ReachSources<Vertex, Reach<Vertex, false>>{sources.data, to});
    }
  }

  void send_outgoing(std::uint64_t size, Vertex next) {
    if (with_parents) {
      auto* const to = messages_with.data();
      send(mail_with, to, size, next,
           ReachOthers<Vertex, Reach<Vertex, true>>{outgoing.data(), reached_by.data(), to});
    } else {
      auto* const to = messages_without.data();
      send(mail_without, to, size, next,
           ReachOthers<Vertex, Reach<Vertex, false>>{outgoing.data(), reached_by.data(), to});
    }
  }

  // Those that were reached since the last time are the frontier. Returns that of all ranks.
  Level next_frontier() {
    frontier_begin = frontier_end;
    frontier_end = element(exec(), Array<Space, std::uint64_t>(counters.data(), 1), 0);
    std::uint64_t arcs = 0;
    if (frontier_size() > 0) {
      Kokkos::parallel_scan(
          "yoke::bfs::first_arcs", WideRange<Space>(exec(), 0, frontier_size()),
          FirstArcs<Space, Vertex, Offset>{rows, frontier(), frontier_size(), first_arcs.data()},
          arcs);
      exec().fence("yoke::bfs: the frontier's arcs");
    }
    frontier_arcs = arcs;
    std::uint64_t sums[] = {frontier_size(), arcs};
    ranks->sum(sums, 2);
    return {sums[0], sums[1]};
  }
  std::uint64_t frontier_arcs = 0;  // of the rank

  void top_down(Vertex next) {
    Array<Space, std::uint64_t> const count(counters.data() + 1, 1);
    fill(exec(), count, 0);
    auto const chunks = ArcChunks::of(exec(), frontier_arcs);
    CsrView<Space, Vertex, Offset> const frontier_rows{
        Array<Space, Offset const>(first_arcs.data(), frontier_size() + 1), {}};
    each("yoke::bfs::top_down", chunks.count(),
         FollowFrontier<Space, Vertex, Offset>{rows, frontier_rows, frontier(), chunks, own,
                                               reached_by.data(), outgoing.data(), count.data(),
                                               next});
    send_outgoing(element(exec(), count, 0), next);
  }

  void bottom_up(Vertex next) {
    std::uint64_t const own_count = word_counts[static_cast<std::size_t>(ranks->rank())];
    fill(exec(), Array<Space, std::uint32_t>(own_words.data(), own_count), 0);
    each("yoke::bfs::mark", frontier_size(),
         MarkFrontier<Space, Vertex>{frontier(), own.base, own_words.data()});
    ranks->gather_all(own_words.data(), word_counts, rank_words.data());
    Words const frontier_bits{Array<Space, std::uint32_t>(bits.data(), Words::words_for(all))};
    each("yoke::bfs::merge", Words::words_for(all),
         MergeWords<Space>{owners(), word_begins.data(), rank_words.data(), frontier_bits});
    auto const chunks = ArcChunks::of(exec(), rows.arcs());
    each("yoke::bfs::bottom_up", chunks.count(),
         AskOwn<Space, Vertex, Offset>{rows, chunks, own, frontier_bits, next, wants_smallest});
  }

  JointSearchResult run(Network<Space>& network, RawRows<Vertex, Offset> const& raw,
                        JointSearchCall<Vertex> const& call) {
    ranks = &network;
    rows = {array_on<Space>(raw.offsets), array_on<Space>(raw.neighbours)};
    all = raw.all;
    auto const vertices = network.gather(raw.vertices);
    std::uint64_t sums[] = {raw.neighbours.size, call.parent.size};
    network.sum(sums, 2);
    std::uint64_t arcs_left = sums[0];
    with_parents = sums[1] > 0;
    wants_smallest = with_parents && call.smallest_parents;
    agreed(network, [&] { prepare(raw, vertices, call); });
    begin();
    send_sources(call.sources);
    JointSearchResult result;
    for (Vertex next = 1;; ++next) {
      Level const now = next_frontier();
      if (now.vertices == 0) break;
      result.reached += now.vertices;
      ++result.levels;
      arcs_left -= now.arcs;
      if (now.arcs == 0 || result.reached == all) break;
      bool const asks = !call.only_top_down && now.arcs > arcs_left / bottom_up_share &&
                        now.arcs > all / vertices_for_an_arc<Space>;
      if (asks) {
        bottom_up(next);
        ++result.bottom_up_levels;
      } else {
        top_down(next);
      }
    }
    exec().fence("yoke::bfs");
    return result;
  }
};

template <class Space, class Vertex, class Offset>
JointSearch<Space, Vertex, Offset>::JointSearch() : state_(std::make_unique<State>()) {}
template <class Space, class Vertex, class Offset>
JointSearch<Space, Vertex, Offset>::~JointSearch() = default;
template <class Space, class Vertex, class Offset>
JointSearch<Space, Vertex, Offset>::JointSearch(JointSearch&&) noexcept = default;
template <class Space, class Vertex, class Offset>
JointSearch<Space, Vertex, Offset>& JointSearch<Space, Vertex, Offset>::operator=(
    JointSearch&&) noexcept = default;

template <class Space, class Vertex, class Offset>
JointSearchResult JointSearch<Space, Vertex, Offset>::run(Network<Space>& ranks,
                                                          RawRows<Vertex, Offset> const& rows,
                                                          JointSearchCall<Vertex> const& call) {
  return state_->run(ranks, rows, call);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) template class JointSearch<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
