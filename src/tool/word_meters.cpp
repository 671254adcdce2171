#include <Kokkos_Core.hpp>
#include <limits>
#include <yoke/fill.hpp>
#include <yoke/histogram.hpp>
#include <yoke/random.hpp>

#include "histogram.hpp"
#include "memory.hpp"
#include "random.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

template <class Index, class Memory>
class TunedFill {
 public:
  explicit TunedFill(TunedInput const& input)
      : numbers_(make_numbers<Index, Memory>("numbers", input.size)) {}

  auto planned(Hybrid<> const& hybrid) {
    return [this, plan = FillPlan<Hybrid<>, Index>(hybrid, numbers_.extent(0))]() mutable {
      plan(numbers_, Philox(1));
    };
  }

 private:
  Numbers<Index, Memory> numbers_;
};

// Random values in 256 bins of one width.
template <class Index, class Memory>
class TunedHistogram {
 public:
  explicit TunedHistogram(TunedInput const& input)
      : values_(make_numbers<Index, Memory>("values", input.size)),
        counts_("yoke::tool::counts", 256) {
    auto const words = make_numbers<Index, Kokkos::HostSpace>("words", input.size);
    fill(HostExec(), words, Philox(1));
    Kokkos::deep_copy(values_, words);
  }

  auto planned(Hybrid<> const& hybrid) {
    return [this, plan = HistogramPlan<Hybrid<>, Index>(hybrid, values_.extent(0),
                                                        counts_.extent(0))]() mutable {
      plan(values_, EvenBins<Index>{0, std::numeric_limits<Index>::max()}, counts_);
    };
  }

 private:
  Numbers<Index, Memory> values_;
  Numbers<std::uint64_t, Memory> counts_;
};

}  // namespace

std::vector<TunedCapability> tuned_fills() {
  return {{"fill", "numbers", tuned_sizes(24, 26), make_meter<TunedFill>,
           std::numeric_limits<std::uint32_t>::max()}};
}

std::vector<TunedCapability> tuned_histograms() {
  return {{"histogram", "values", tuned_sizes(24, 26), make_meter<TunedHistogram>}};
}

}  // namespace yoke::tool
