#include "list_ranking/chunk_sublist_walk.hpp"

namespace yoke::detail::list_ranking {

namespace {

template <class Space, class Word, class Record>
AlgorithmPtr<Space, Word> make_with_records(Space const& exec, std::size_t capacity,
                                            ListRankOptions const& options) {
  using Scheme = SublistWalkOptions::Scheme;
  Scheme const scheme = options.sublist_walk.scheme;
  bool const chunks = scheme == Scheme::automatic ? ListRankTraits<Space>::prefers_chunks(capacity)
                                                  : scheme == Scheme::chunks;
  if (chunks)
    return std::make_unique<ChunkSublistWalk<Space, Word, Record>>(exec, capacity, options);
  return std::make_unique<InPlaceSublistWalk<Space, Word, Record>>(exec, capacity, options);
}

}  // namespace

// Records are 32 bits wide wherever they can number the nodes, whatever the successor's type.
template <class Space, class Word>
AlgorithmPtr<Space, Word> make_sublist_walk(Space const& exec, std::size_t capacity,
                                            ListRankOptions const& options) {
  if (capacity <= RecordFormat<std::uint32_t>::most_nodes) {
    return make_with_records<Space, Word, std::uint32_t>(exec, capacity, options);
  }
  return make_with_records<Space, Word, std::uint64_t>(exec, capacity, options);
}

}  // namespace yoke::detail::list_ranking

namespace yoke::detail {

template <class Space, class Word>
std::uint64_t first_unranked(Space const& exec, Array<Space, Word const> successor,
                             TailRule<Word> tail) {
  std::size_t const n = successor.extent(0);
  auto const scratch = make_buffer<Space, Word>(exec, "yoke::list_rank::scratch_ranks", n);
  list_ranking::Problem<Space, Word> const problem{exec, successor,      {},     array_of(scratch),
                                                   tail, RankFrom::tail, nullptr};
  using list_ranking::InPlaceSublistWalk;
  if (n <= list_ranking::RecordFormat<std::uint32_t>::most_nodes) {
    return InPlaceSublistWalk<Space, Word, std::uint32_t>(exec, n, {}).first_unranked(problem);
  }
  return InPlaceSublistWalk<Space, Word, std::uint64_t>(exec, n, {}).first_unranked(problem);
}

#define YOKE_INSTANTIATE(Space)                                                          \
  YOKE_INSTANTIATE_LIST_RANKING(make_sublist_walk, Space)                                \
  template std::uint64_t first_unranked(Space const&, Array<Space, std::uint32_t const>, \
                                        TailRule<std::uint32_t>);                        \
  template std::uint64_t first_unranked(Space const&, Array<Space, std::uint64_t const>, \
                                        TailRule<std::uint64_t>);
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
