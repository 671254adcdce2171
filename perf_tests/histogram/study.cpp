// Banerjee's thesis, figure 4.22: counting by both sides, which is phase II of his sort, beside the
// device alone.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <yoke/hybrid.hpp>

#include "histogram/data.hpp"
#include "sorting/study.hpp"
#include "studies/series.hpp"

namespace yoke_perf {
namespace {

using histogram::Data;
using histogram::planned;
using yoke::Split;

class Histograms {
 public:
  explicit Histograms(StudySettings const& settings)
      : table_(settings, "thesis_figure_4_22", "n,bins,series,ours_ms"), series_(settings) {}

  void add_all(std::uint64_t n, std::uint64_t bins) {
    if constexpr (has_device) {
      Data<Device::memory_space> const there("uniform", n, bins, false);
      add("device alone", there, [&] { return planned(Device(), there); });
#if defined(KOKKOS_ENABLE_CUDA)
      add("CUB", there, [&] { return histogram::call_cub(there); });
#endif
    }
    Data<Kokkos::SharedHostPinnedSpace> const here("uniform", n, bins, false);
    add("host alone", here, [&] { return planned(Host(), here); });
    auto const add_split = [&](std::string const& line, Split split) {
      add(line, here,
          [&] { return planned(hybrid_, here, yoke::HistogramOptions{.split = split}); });
    };
    add_split("from host memory", Split::automatic());
    add_split("from host memory; device alone", Split(0));
    for (double const share : {0.05, thesis_share, 0.2, 0.3, 0.5}) {
      add_split("from host memory; " + percent(share) + " by the host", Split(share));
    }
  }

 private:
  template <class Memory, class Make>
  void add(std::string const& line, Data<Memory> const& data, Make const& make) {
    auto const run = make();
    double const ms = series_.time(
        line, [&] { data.clear(); }, run, [&] { return data.find_fault(); });
    table_.row(data.values.extent(0), data.counts.extent(0), line, ms);
  }

  Table table_;
  Series series_;
  yoke::Hybrid<> hybrid_;
};

void run_figure_22(StudySettings const& settings) {
  Histograms histograms(settings);
  std::vector<std::uint64_t> sizes;
  for (int k = 16; k <= 26; k += 2) sizes.push_back(std::uint64_t(1) << k);
  for (std::uint64_t const bins : {256, 4096}) {
    for (auto const n : settings.sizes(sizes)) histograms.add_all(n, bins);
  }
}

}  // namespace

std::vector<Study> histogram_studies() {
  return {{"thesis_figure_4_22", "a histogram by both sides and by one", run_figure_22}};
}

}  // namespace yoke_perf
