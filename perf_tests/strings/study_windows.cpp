// Banerjee's thesis, section 4.4.2.2: look-ahead by 32 bits at a random place of the string, in
// place of the next 32. His sort is made again here, on each side alone, because the library's
// look-ahead is the next characters. The thesis does not say how bits of a random place decide an
// order. Here they do as the next ones do: the sort is as fast as his could be, its result is not
// in order, and the study counts the strings that are not.

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>
#include <yoke/sort_comparator.hpp>
#include <yoke/tuner.hpp>

#include "sorting/study.hpp"
#include "strings/data.hpp"
#include "strings/windows.hpp"
#include "support/arguments.hpp"

namespace yoke_perf {
namespace {

using strings::Data;
using strings::Window;

// One window's sort, with all that it needs allocated.
template <class Space, class Memory, bool has_window>
class WindowSort {
  using Record = strings::Record<has_window>;
  using Order = strings::ByWindow<has_window>;

 public:
  WindowSort(Data<Memory> const& data, Window window, std::uint64_t seed)
      : data_(data),
        window_(window),
        seed_(static_cast<std::uint32_t>(seed)),
        size_(data.strings.size()),
        text_{reinterpret_cast<std::uint8_t const*>(data.strings.characters.data()),
              data.strings.characters.extent(0),
              yoke::detail::strings::Offsets::of(data.strings.offsets.data())},
        records_("yoke_perf::records", size_),
        places_("yoke_perf::places", window == Window::random ? size_ : 0),
        plan_(exec_, size_) {}

  // Writes the permutation; returns the seconds before the sort.
  double run() {
    Kokkos::Timer const timer;
    make_records();
    double const seconds = timer.seconds();
    plan_(records_, order());
    Kokkos::parallel_for(
        "yoke_perf::order", all(size_),
        strings::WriteOrder<has_window>{records_.data(), data_.permutation.data()});
    exec_.fence("yoke_perf: order written");
    return seconds;
  }

  strings::TieCounts count_ties() {
    Kokkos::View<strings::TieCounts, Memory> const counts("yoke_perf::counts");
    make_records();
    plan_(records_, strings::CountingByWindow<has_window>{order(), counts.data()});
    auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    return on_host();
  }

  // Strings of the last result that come before the one before them.
  std::uint64_t count_descents() const {
    std::uint64_t descents = 0;
    if (size_ < 2) return descents;
    Kokkos::parallel_reduce("yoke_perf::descents", all(size_ - 1),
                            strings::CountDescents<has_window>{order(), records_.data()}, descents);
    return descents;
  }

 private:
  WideRange<Space> all(std::uint64_t end) const { return {exec_, 0, end}; }
  // A window at another place says nothing of the characters between.
  Order order() const {
    return {text_, window_ == Window::next ? 2 * strings::word_bytes : strings::word_bytes};
  }

  void make_records() {
    if (window_ == Window::random) {
      Kokkos::parallel_for("yoke_perf::places", all(size_),
                           strings::DrawPlaces{text_, seed_, places_.data()});
    }
    Kokkos::parallel_for(
        "yoke_perf::records", all(size_),
        strings::MakeRecords<has_window>{
            text_, place(), window_ == Window::random ? places_.data() : nullptr, records_.data()});
    exec_.fence("yoke_perf: records made");
  }

  // Within a string of average length.
  std::uint64_t place() const {
    if (window_ != Window::common) return strings::word_bytes;
    return strings::place_of(strings::congruential_step(seed_),
                             text_.size / std::max<std::uint64_t>(size_, 1));
  }

  Data<Memory> const& data_;
  Window window_;
  std::uint32_t seed_;
  std::uint64_t size_;
  Space exec_;
  strings::Text text_;
  Numbers<Record, Memory> records_;
  Numbers<std::uint32_t, Memory> places_;
  yoke::ComparatorSortPlan<Space, Record> plan_;
};

// A window and its measurements.
struct Way {
  std::string name;
  bool is_checked;  // is the result to be in order?
  std::function<double()> run;
  std::function<strings::TieCounts()> count_ties;
  std::function<std::uint64_t()> count_descents;
  Samples making, total;  // milliseconds
};

template <class Space, class Memory, bool has_window>
Way make_way(std::string const& name, Window window, Data<Memory> const& data, std::uint64_t seed) {
  auto const sort = std::make_shared<WindowSort<Space, Memory, has_window>>(data, window, seed);
  return {name,
          window == Window::none || window == Window::next,
          [=] { return sort->run(); },
          [=] { return sort->count_ties(); },
          [=] { return sort->count_descents(); },
          {},
          {}};
}

template <class Space, class Memory>
std::vector<Way> make_ways(StudySettings const& settings, Data<Memory> const& data) {
  auto const& asked = settings.windows;
  for (auto const& name : asked) {
    if (std::none_of(strings::windows.begin(), strings::windows.end(),
                     [&](auto const& entry) { return entry.name == name; })) {
      throw UsageError("there is no window '" + name + "'");
    }
  }
  std::vector<Way> ways;
  for (auto const& [name, window] : strings::windows) {
    if (!asked.empty() && std::find(asked.begin(), asked.end(), name) == asked.end()) continue;
    ways.push_back(window == Window::none
                       ? make_way<Space, Memory, false>(name, window, data, settings.seed)
                       : make_way<Space, Memory, true>(name, window, data, settings.seed));
  }
  return ways;
}

// Alternately, so that all meet the same machine; the first round warms up.
template <class Memory>
void time_ways(std::vector<Way>& ways, Data<Memory> const& data, int runs) {
  for (int run = 0; run <= runs; ++run) {
    for (auto& way : ways) {
      double making = 0;
      double const seconds =
          time_checked([&] { data.clear(); }, [&] { making = way.run(); },
                       [&] { return way.is_checked ? data.find_fault() : std::string(); });
      if (run == 0) continue;
      way.making.add(1e3 * making);
      way.total.add(1e3 * seconds);
    }
  }
}

template <class Space>
void add_set(Table& table, StudySettings const& settings, std::string const& set,
             std::uint64_t most) {
  using Memory = typename Space::memory_space;
  auto const& data = Data<Memory>::of(set, most);
  auto ways = make_ways<Space, Memory>(settings, data);
  time_ways(ways, data, settings.runs);
  for (auto const& way : ways) {
    auto const descents = way.count_descents();
    auto const counts = way.count_ties();
    table.row(yoke::describe_machine(), strings::label_of(set), data.strings.size(),
              data.strings.characters.extent(0), name_of_space<Space>(), way.name,
              way.making.median(), way.total.median(), counts.ties, counts.decided, counts.wrong,
              descents);
  }
}

void run_windows(StudySettings const& settings) {
  Table table(settings, "thesis_section_4_4_2",
              "machine,set,n,characters,space,window,making_ms,ours_ms,ties,decided,"
              "decided_wrongly,out_of_order");
  auto const add = [&](std::string const& set, std::uint64_t most) {
    if constexpr (has_device) add_set<Device>(table, settings, set, most);
    add_set<Host>(table, settings, set, most);
  };
  for (auto const& file : settings.files) {
    add("fasta:" + file, std::numeric_limits<std::uint64_t>::max());
  }
  for (auto const* const set : {"random500", "protein8", "protein24"}) {
    for (auto const n : settings.sizes({200000, 500000})) add(set, n);
  }
}

}  // namespace

std::vector<Study> window_studies() {
  return {{"thesis_section_4_4_2",
           "strings by 32 bits, and 32 further ones: the next, or at a random place (--windows)",
           run_windows}};
}

}  // namespace yoke_perf
