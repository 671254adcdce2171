// Banerjee's thesis, figures 4.18 to 4.20: random strings of up to 500 characters and proteins,
// with and without look-ahead, which he calls caching. His proteins are UniProt's. Ours are
// generated with the lengths and letters of Swiss-Prot, families of which share a prefix, or are
// those of FASTA files (--files).

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>
#include <yoke/hybrid.hpp>
#include <yoke/timeline.hpp>
#include <yoke/tuner.hpp>

#include "sorting/study.hpp"
#include "strings/data.hpp"
#include "strings/peers.hpp"
#include "studies/series.hpp"

namespace yoke_perf {
namespace {

using strings::Data;
using strings::planned;
using yoke::SortStringsOptions;
using yoke::Split;

constexpr char const* columns =
    "machine,set,n,characters,series,look_ahead,ours_ms,host_busy,device_busy";

// One figure's table and lines.
class StringSorts {
 public:
  StringSorts(StudySettings const& settings, std::string const& name)
      : table_(settings, name, columns), series_(settings) {}

  void add_all(std::string const& set, std::uint64_t n) {
    for (int const look_ahead : {0, 4, 8}) {
      SortStringsOptions const options{.look_ahead = look_ahead};
      if constexpr (has_device) {
        add<Device::memory_space>("device alone", set, n, Device(), options);
      }
      add<Kokkos::HostSpace>("host alone", set, n, Host(), options);
    }
    for (int const look_ahead : {0, 4, 8}) add_both(set, n, look_ahead);
    if (strings::has_parallel_sort()) add_parallel_sort(set, n);
  }

  void add_both(std::string const& set, std::uint64_t n, int look_ahead) {
    SortStringsOptions options{.look_ahead = look_ahead};
    add<Kokkos::SharedHostPinnedSpace>("from host memory", set, n, hybrid_, options);
    options.split = Split(0);
    add<Kokkos::SharedHostPinnedSpace>("from host memory; device alone", set, n, hybrid_, options);
    options.split = Split(thesis_share);
    add<Kokkos::SharedHostPinnedSpace>(
        "from host memory; " + percent(thesis_share) + " by the host", set, n, hybrid_, options);
  }

 private:
  template <class Memory, class Executor>
  void add(std::string const& line, std::string const& set, std::uint64_t n,
           Executor const& executor, SortStringsOptions options) {
    std::string const key = set + line + std::to_string(options.look_ahead);
    if (series_.has_ended(key)) return;
    auto const& data = Data<Memory>::of(set, n);
    double const ms = time(key, data, planned(executor, data, options));
    yoke::Timeline timeline;
    options.timeline = &timeline;
    auto const recorded = planned(executor, data, options);
    recorded();  // warms up
    timeline.clear();
    double const seconds =
        time_checked([&] { data.clear(); }, recorded, [&] { return data.find_fault(); });
    table_.row(yoke::describe_machine(), strings::label_of(set), data.strings.size(),
               data.strings.characters.extent(0), line, options.look_ahead, ms,
               timeline.busy_seconds(yoke::Lane::host) / seconds,
               timeline.busy_seconds(yoke::Lane::device) / seconds);
  }

  // On all cores, by comparisons of the characters.
  void add_parallel_sort(std::string const& set, std::uint64_t n) {
    std::string const line = "GNU parallel sort";
    if (series_.has_ended(set + line)) return;
    auto const& data = Data<Kokkos::HostSpace>::of(set, n);
    double const ms = time(set + line, data, [&] {
      strings::parallel_sort(data.strings.characters.data(), data.strings.offsets.data(),
                             data.permutation.data(), data.permutation.extent(0));
    });
    table_.row(yoke::describe_machine(), strings::label_of(set), data.strings.size(),
               data.strings.characters.extent(0), line, Figure(), ms, Figure(), Figure());
  }

  template <class Memory, class Run>
  double time(std::string const& line, Data<Memory> const& data, Run const& run) {
    return series_.time(
        line, [&] { data.clear(); }, run, [&] { return data.find_fault(); });
  }

  Table table_;
  Series series_;
  yoke::Hybrid<> hybrid_;
};

void run_random_strings(StudySettings const& settings) {
  StringSorts sorts(settings, "thesis_figure_4_18");
  for (auto const n : settings.sizes({200000, 500000, 1000000, 2000000})) {
    sorts.add_all("random500", n);
  }
}

void run_platforms(StudySettings const& settings) {
  StringSorts sorts(settings, "thesis_figure_4_20");
  for (auto const n : settings.sizes({200000, 1000000, 2000000})) {
    sorts.add_both("random500", n, 0);
  }
}

}  // namespace

void run_proteins(StudySettings const& settings) {
  StringSorts sorts(settings, "thesis_figure_4_19");
  for (auto const& file : settings.files) {
    sorts.add_all("fasta:" + file, std::numeric_limits<std::uint64_t>::max());
  }
  for (auto const* const set : {"protein8", "protein24"}) {
    if (!settings.files.empty()) break;
    for (auto const n : settings.sizes({200000, 500000, 1775000})) sorts.add_all(set, n);
  }
}

// 2 million random strings are 500 MB, 1.775 million proteins 650.
std::vector<Study> string_studies() {
  return {{"thesis_figure_4_18", "random strings of up to 500 characters, to 500 MB",
           run_random_strings},
          {"thesis_figure_4_19",
           "proteins, with and without look-ahead, to 650 MB, or those of FASTA files (--files)",
           run_proteins},
          {"thesis_figure_4_20", "this machine, random strings", run_platforms}};
}

}  // namespace yoke_perf
