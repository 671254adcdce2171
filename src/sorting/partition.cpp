#include "primitives/partition.hpp"
#include "frame/ledger_of.hpp"
#include "frame/raw_arrays.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "primitives/findings.hpp"
#include "primitives/splitter_tree.hpp"
#include "sorting/bounds.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"
#include "yoke/partition.hpp"

namespace yoke::detail::sorting {
namespace {

template <class Word>
struct LabelBySplitters {
  Word const* values;
  SplitterTree<Word> splitters;
  KeyOrder<Word> order;
  std::uint32_t* labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    labels[i] = splitters.count_below(order.rank(order.canonical(values[i])));
  }
};

struct FirstWrongLabel {
  std::uint32_t const* labels;
  std::uint64_t bins;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i < smallest && labels[i] >= bins) smallest = i;
  }
};

template <class Index>
struct LabelsWithPlaces {
  std::uint32_t const* labels;
  KOKKOS_FUNCTION KeyValue<Index> operator()(std::uint64_t i) const {
    return {static_cast<Index>(labels[i]), static_cast<Index>(i)};
  }
};

template <class Word, class Index>
struct MoveToGroups {
  KeyValue<Index> const* sorted;
  Word const* values;
  Word* out;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { out[i] = values[sorted[i].value]; }
};

// offsets(b): how many labels are below b.
template <class Index>
struct FindOffsets {
  KeyValue<Index> const* sorted;
  std::uint64_t size;
  std::uint64_t* offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t bin) const {
    std::uint64_t begin = 0, end = size;
    while (begin < end) {
      std::uint64_t const middle = begin + (end - begin) / 2;
      if (sorted[middle].key < bin) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    offsets[bin] = begin;
  }
};

template <class Index, class Space, class Word>
void group(Space const& exec, RawArray<Word const> values, RawArray<std::uint32_t const> labels,
           std::size_t bins, RawArray<Word> out, RawArray<std::uint64_t> offsets) {
  std::uint64_t const size = values.size;
  PairSorter<Space, Index> sorter(exec, size);
  std::uint64_t const largest =
      std::min<std::uint64_t>(bins - 1, std::numeric_limits<std::uint32_t>::max());
  auto const sorted = sorter.sort(exec, size, LabelsWithPlaces<Index>{labels.data}, largest);
  Kokkos::parallel_for("yoke::partition::move", WideRange<Space>(exec, 0, size),
                       MoveToGroups<Word, Index>{sorted.data(), values.data, out.data});
  Kokkos::parallel_for("yoke::partition::offsets", WideRange<Space>(exec, 0, bins + 1),
                       FindOffsets<Index>{sorted.data(), size, offsets.data});
  exec.fence("yoke::partition");
}

}  // namespace

template <class Space, class Word>
void label_by_splitters(Space const& exec, RawArray<Word const> values,
                        RawArray<Word const> splitters, KeyKind kind,
                        RawArray<std::uint32_t> labels) {
  std::string const caller = "yoke::label_by_splitters";
  Kokkos::Profiling::ScopedRegion const region(caller);
  Ledger::Opened const opened(ledger_here(exec));
  check_bounds(exec, caller, "splitter", splitters, kind);
  KeyOrder<Word> const order(kind, SortOrder::ascending);
  SplitterTreeWorkspace<Space, Word> const workspace(exec, splitters.size);
  auto const tree = workspace.plant(exec, splitters.size, RankOfBound<Word>{splitters.data, order});
  Kokkos::parallel_for("yoke::label_by_splitters", WideRange<Space>(exec, 0, values.size),
                       LabelBySplitters<Word>{values.data, tree, order, labels.data});
  exec.fence("yoke::label_by_splitters");
}

template <class Space, class Word>
void partition(Space const& exec, RawArray<Word const> values, RawArray<std::uint32_t const> labels,
               std::size_t bins, RawArray<Word> out, RawArray<std::uint64_t> offsets) {
  std::string const caller = "yoke::partition";
  Kokkos::Profiling::ScopedRegion const region(caller);
  Ledger::Opened const opened(ledger_here(exec));
  std::uint64_t const wrong =
      smallest("yoke::partition::check", exec, values.size, FirstWrongLabel{labels.data, bins});
  if (wrong != nothing_found) {
    throw InvalidInput(caller + ": label " + std::to_string(wrong) + " is " +
                           std::to_string(element(exec, array_on<Space>(labels), wrong)) +
                           ", and " + there_are(bins, "bin"),
                       wrong);
  }
  if (values.size <= std::numeric_limits<std::uint32_t>::max()) {
    group<std::uint32_t>(exec, values, labels, bins, out, offsets);
  } else {
    group<std::uint64_t>(exec, values, labels, bins, out, offsets);
  }
}

#define YOKE_INSTANTIATE_FOR(Space, Word)                                                    \
  template void label_by_splitters(Space const&, RawArray<Word const>, RawArray<Word const>, \
                                   KeyKind, RawArray<std::uint32_t>);                        \
  template void partition(Space const&, RawArray<Word const>, RawArray<std::uint32_t const>, \
                          std::size_t, RawArray<Word>, RawArray<std::uint64_t>);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::sorting
