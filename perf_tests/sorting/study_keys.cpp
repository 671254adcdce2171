// Banerjee's thesis, figures 4.6 to 4.17: keys of each kind by their number, one side alone and
// both, beside others' sorts. Those of platforms are of one size, for files of several machines to
// be joined.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>
#include <yoke/tuner.hpp>

#include "sorting/peers.hpp"
#include "sorting/study.hpp"
#include "studies/series.hpp"

namespace yoke_perf {
namespace {

using namespace sorting;
using yoke::SortAlgorithm;
using yoke::SortOptions;
using yoke::Split;

constexpr char const* columns = "machine,n,keys,series,ours_ms,million_keys_per_second";

// One figure's table and lines.
template <class Key>
class Sorts {
 public:
  Sorts(StudySettings const& settings, std::string const& name, std::string const& keys,
        bool has_values)
      : table_(settings, name, columns),
        series_(settings),
        algorithms_(both_sides_algorithms(settings, hybrid_)),
        keys_(keys),
        has_values_(has_values) {}

  void add_all(std::uint64_t n) {
    if constexpr (has_device) add_device(n);
    add_host(n);
    add_from_host_memory(n);
    if constexpr (has_device) add_in_device_memory(n);
  }

 private:
  // make(data) returns what is timed, with all that it needs allocated.
  template <class Memory, class Make>
  void add(std::string const& line, Data<Key, Memory> const& data, Make const& make) {
    if (series_.has_ended(line)) return;
    auto const run = make();
    std::uint64_t const n = data.keys.extent(0);
    double const ms = series_.time(
        line, [&] { data.fill(); }, run, [&] { return data.find_fault(); });
    table_.row(yoke::describe_machine(), n, name_of_keys<Key>() + (has_values_ ? "+u32" : ""), line,
               ms, static_cast<double>(n) / ms * 1e-3);
  }

  void add_device(std::uint64_t n) {
    Data<Key, Device::memory_space> const data(keys_, n, has_values_);
    add("device alone", data, [&] { return planned(Device(), data); });
#if defined(KOKKOS_ENABLE_CUDA)
    add("CUB", data, [&] { return call_cub(data); });
#endif
  }

  void add_host(std::uint64_t n) {
    Data<Key, Kokkos::HostSpace> const data(keys_, n, has_values_);
    add("host alone", data, [&] { return planned(Host(), data); });
    if (!has_ips4o() || has_values_) return;
    add("ips4o", data,
        [&] { return [&data] { ips4o_sort(data.keys.data(), data.keys.extent(0)); }; });
  }

  void add_from_host_memory(std::uint64_t n) {
    Data<Key, Kokkos::SharedHostPinnedSpace> const data(keys_, n, has_values_);
    auto const add_split = [&](std::string const& line, SortAlgorithm algorithm, Split split) {
      add(line, data, [&] {
        return planned(hybrid_, data, SortOptions{.algorithm = algorithm, .split = split});
      });
    };
    add_split("from host memory", SortAlgorithm::automatic, Split::automatic());
    add_split("from host memory; device alone", SortAlgorithm::automatic, Split(0));
    for (auto const algorithm : algorithms_) {
      add_split("from host memory" + suffix(algorithm), algorithm, Split(thesis_share));
    }
  }

  // What both sides do with keys that lie on the device.
  void add_in_device_memory(std::uint64_t n) {
    Data<Key, Device::memory_space> const data(keys_, n, has_values_);
    for (auto const algorithm : algorithms_) {
      if (algorithm == SortAlgorithm::automatic) continue;
      add("from device memory" + suffix(algorithm), data, [&] {
        return planned(hybrid_, data,
                       SortOptions{.algorithm = algorithm, .split = Split(thesis_share)});
      });
    }
  }

  static std::string suffix(SortAlgorithm algorithm) {
    std::string const name = algorithm == SortAlgorithm::automatic
                                 ? std::string()
                                 : "; " + std::string(yoke::to_string(algorithm));
    return name + "; " + percent(thesis_share) + " by the host";
  }

  Table table_;
  Series series_;
  yoke::Hybrid<> hybrid_;
  std::vector<SortAlgorithm> algorithms_;
  std::string keys_;
  bool has_values_;
};

constexpr std::uint64_t two_to(int exponent) { return std::uint64_t(1) << exponent; }

// 2^16 to 2^24, which is as far as he went.
std::vector<std::uint64_t> thesis_sizes() {
  return {two_to(16), two_to(18), two_to(20), two_to(22), two_to(24)};
}

template <class Key>
Study figure(std::string const& name, std::string const& what, std::string const& keys,
             bool has_values, std::vector<std::uint64_t> const& sizes) {
  return {name, what, [=](StudySettings const& settings) {
            Sorts<Key> sorts(settings, name, keys, has_values);
            for (auto const n : settings.sizes(sizes)) sorts.add_all(n);
          }};
}

}  // namespace

std::vector<Study> key_studies() {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  auto const sizes = thesis_sizes();
  auto more = sizes;
  more.push_back(two_to(27));
  return {
      figure<U32>("thesis_figure_4_6", "uniform u32, to 2^27", "uniform", false, more),
      figure<U32>("thesis_figure_4_7", "pairs, u32 + u32", "uniform", true, sizes),
      figure<U32>("thesis_figure_4_8", "Gaussian u32", "gaussian", false, sizes),
      figure<U32>("thesis_figure_4_9", "deterministic duplicates", "deterministic_duplicates",
                  false, sizes),
      figure<U32>("thesis_figure_4_10", "staggered", "staggered", false, sizes),
      figure<U32>("thesis_figure_4_11", "bucket-sorted", "bucket_sorted", false, sizes),
      figure<U32>("thesis_figure_4_12", "randomised duplicates", "randomised_duplicates", false,
                  sizes),
      figure<U64>("thesis_figure_4_13", "Gaussian u64", "gaussian", false, sizes),
      figure<U64>("thesis_figure_4_14", "deterministic duplicates, u64", "deterministic_duplicates",
                  false, sizes),
      figure<U64>("thesis_figure_4_15", "pairs, u64 + u32", "uniform", true, sizes),
      figure<U32>("thesis_figure_4_16", "this machine, 2^21 u32", "uniform", false, {two_to(21)}),
      figure<U32>("thesis_figure_4_17", "this machine, 2^21 pairs", "uniform", true, {two_to(21)}),
  };
}

}  // namespace yoke_perf
