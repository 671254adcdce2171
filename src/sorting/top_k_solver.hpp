#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "frame/capability_use.hpp"
#include "frame/phase_timer.hpp"
#include "sorting/select_kernels.hpp"
#include "sorting/solver.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail::sorting {

// The ranks that the bound of a selection is among, and what is known of them.
template <class Word>
struct BoundRange {
  Word first = 0, last = std::numeric_limits<Word>::max();
  std::uint64_t below = 0, up_to = 0;  // keys below the first rank, and up to the last one

  bool has(Word rank) const { return first <= rank && rank <= last; }
  Word middle() const { return static_cast<Word>(first + (last - first) / 2); }
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

// Finds a bound that all selected keys and few others are below, from a sample, and sorts these.
// Holds room for them, what their sort holds, and the counts of the blocks.
template <class Word, class Value, class Space>
class Solver<sorting::TopK<Word, Value>, Space> {
  using Capability = sorting::TopK<Word, Value>;
  using Blocks = sorting::KeyBlocks<Space, Word>;
  using Data = sorting::Columns<Word, Value>;
  static constexpr std::uint64_t samples = 4096;
  // Fewer keys are all sorted.
  static constexpr std::uint64_t few = 16384;
  // A sample in the range of bounds needs some ranks. After these rounds the range is halved.
  static constexpr std::size_t least_sampled = 32;
  static constexpr std::uint64_t sampled_rounds = 4;

 public:
  Solver(Space const& exec, sorting::TopKCapacity const& capacity, TopKOptions const& options,
         OneAlgorithm)
      : exec_(exec),
        order_(options.order),
        report_(options.report),
        most_(most_candidates(capacity)),
        keys_(make_buffer<Space, Word>(exec, "yoke::top_k::keys", most_)),
        sample_(make_buffer<Space, Word>(exec, "yoke::top_k::sample", samples)),
        counts_(make_buffer<Space, sorting::BoundCounts>(exec, "yoke::top_k::counts",
                                                         capacity.elements / Blocks::block + 2)),
        sorter_(exec, most_, {.order = options.order}, SortAlgorithm::radix, Capability::name) {
    if constexpr (has_values) {
      values_ = make_buffer<Space, Value>(exec, "yoke::top_k::indices", most_);
    }
    ranks_.resize(samples);
    inside_.reserve(samples);
  }

  std::size_t run(typename Capability::Arguments const& arguments) {
    std::uint64_t const size = arguments.keys.size, wanted = arguments.selected.size;
    if (wanted == 0) return 0;
    PhaseTimer<Space> timer(exec_, report_);
    Blocks blocks{arguments.keys.data, size, sorting::KeyOrder<Word>(arguments.kind, order_),
                  Word(0)};
    std::uint64_t candidates = size;
    if (size <= most_) {
      Kokkos::parallel_for("yoke::top_k::all", WideRange<Space>(exec_, 0, size),
                           sorting::TakeAll<Word, Value>{arguments.keys.data, data()});
    } else {
      sorting::BoundCounts const taken = find_bound(blocks, wanted);
      timer.done("bound");
      candidates = taken.below + taken.equal;
      blocks.run("yoke::top_k::take", exec_,
                 sorting::TakeBlock<Space, Word, Value>{blocks, counts_.data(), taken.below,
                                                        taken.equal, data()});
    }
    timer.done("take");
    sorter_.run(data(), candidates, arguments.kind);
    timer.done("sort");
    Kokkos::parallel_for("yoke::top_k::store", WideRange<Space>(exec_, 0, wanted),
                         sorting::StoreSelected<Word, Value>{
                             data(), Data{arguments.selected.data, arguments.indices.data}});
    exec_.fence("yoke::top_k");
    timer.done("store");
    if (report_) report_->candidates = candidates;
    return wanted;
  }

 private:
  static constexpr bool has_values = !std::is_same_v<Value, sorting::NoValue>;

  // A place in the sorted sample that the k-th of `size` keys is before, in all but a few of a
  // hundred thousand samples.
  static double place_of(double wanted, double size, double sampled) {
    double const root = std::sqrt(wanted / size * sampled) + 2;
    return root * root;
  }

  // Room for the keys below the bound, but for a sample as rare.
  static std::uint64_t most_candidates(sorting::TopKCapacity const& capacity) {
    if (capacity.elements <= few) return capacity.elements;
    auto const size = static_cast<double>(capacity.elements);
    // The place of the place, as above, of the whole sample, and its share of all keys.
    double const root =
        std::sqrt(static_cast<double>(capacity.selected)) + 4 * std::sqrt(size / samples);
    // Beyond half of them, a bound would save little.
    return 2 * root * root > size ? capacity.elements
                                  : std::max(static_cast<std::uint64_t>(root * root), few);
  }

  Data data() const { return {keys_.data(), values_.data()}; }

  // Of the keys to be taken, those below the bound and those equal to it.
  sorting::BoundCounts find_bound(Blocks& blocks, std::uint64_t wanted) {
    sorting::BoundRange<Word> range;
    range.up_to = blocks.size;
    for (std::uint64_t round = 0;; ++round) {
      blocks.bound = bound_in(blocks, range, wanted, round);
      auto const [below, equal] = count(blocks);
      if (report_) ++report_->rounds;
      if (below + equal < wanted) {
        range.first = static_cast<Word>(blocks.bound + 1);
        range.below = below + equal;
      } else if (below < wanted) {
        return {below, wanted - below};
      } else if (below <= most_) {
        return {below, 0};
      } else {
        range.last = static_cast<Word>(blocks.bound - 1);
        range.up_to = below;
      }
    }
  }

  Word bound_in(Blocks const& blocks, sorting::BoundRange<Word> const& range, std::uint64_t wanted,
                std::uint64_t round) {
    if (round >= sampled_rounds) return range.middle();
    Kokkos::parallel_for("yoke::top_k::sample", WideRange<Space>(exec_, 0, samples),
                         sorting::SampleRanks<Word>{blocks.keys, blocks.size, round * samples,
                                                    blocks.order, sample_.data()});
    Kokkos::deep_copy(exec_, Kokkos::View<Word*, Kokkos::HostSpace>(ranks_.data(), samples),
                      sample_);
    exec_.fence("yoke::top_k: sample");
    inside_.clear();
    std::copy_if(ranks_.begin(), ranks_.end(), std::back_inserter(inside_),
                 [&](Word rank) { return range.has(rank); });
    if (inside_.size() < least_sampled) return range.middle();
    double const place = place_of(static_cast<double>(wanted - range.below),
                                  static_cast<double>(range.up_to - range.below),
                                  static_cast<double>(inside_.size()));
    auto const bound = inside_.begin() + std::min(static_cast<std::ptrdiff_t>(place),
                                                  static_cast<std::ptrdiff_t>(inside_.size()) - 1);
    std::nth_element(inside_.begin(), bound, inside_.end());
    return *bound;
  }

  sorting::BoundCounts count(Blocks const& blocks) {
    std::uint64_t const size = blocks.count();
    blocks.run("yoke::top_k::count", exec_,
               sorting::CountBlock<Space, Word>{blocks, counts_.data()});
    // One more, which becomes the sum.
    sorting::BoundCounts all;
    Kokkos::parallel_scan("yoke::top_k::add", WideRange<Space>(exec_, 0, size),
                          sorting::AddBlocks{counts_.data()}, all);
    exec_.fence("yoke::top_k: counted");
    Kokkos::deep_copy(exec_, Kokkos::subview(counts_, size), all);
    return all;
  }

  Space exec_;
  SortOrder order_;
  TopKReport* report_;
  std::uint64_t most_;
  Buffer<Space, Word> keys_;
  Buffer<Space, Value> values_;
  Buffer<Space, Word> sample_;
  Buffer<Space, sorting::BoundCounts> counts_;
  sorting::ColumnSorter<Word, Value, Space> sorter_;
  std::vector<Word> ranks_, inside_;
};

}  // namespace yoke::detail
