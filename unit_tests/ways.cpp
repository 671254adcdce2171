#include "frame/ways.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "all_pairs/ways.hpp"
#include "bfs/ways.hpp"
#include "components/ways.hpp"
#include "distance_matrix/ways.hpp"
#include "filling/ways.hpp"
#include "forest/ways.hpp"
#include "histograms/ways.hpp"
#include "list_ranking/ways.hpp"
#include "photons/ways.hpp"
#include "shortest_paths/ways.hpp"
#include "sorting/comparator_ways.hpp"
#include "sorting/untuned_ways.hpp"
#include "sorting/ways.hpp"
#include "strings/ways.hpp"
#include "support/temporary_folder.hpp"
#include "support/ways_grid.hpp"
#include "yoke/share_trial.hpp"

namespace {

using yoke::DeviceMemoryExceeded;
using yoke::Split;
using yoke::Way;
using yoke::detail::CallWay;
using yoke::detail::NodeSides;
using yoke::detail::NotForThisInput;
using yoke::detail::Place;
using yoke::detail::WayChoice;
using yoke::detail::Ways;
using yoke::detail::WaysOf;

// Sets YOKE_TUNING for a scope.
class TuningFile {
 public:
  explicit TuningFile(char const* file) {
    if (char const* before = std::getenv("YOKE_TUNING")) before_ = before;
    setenv("YOKE_TUNING", file, 1);
  }
  ~TuningFile() { before_ ? setenv("YOKE_TUNING", before_->c_str(), 1) : unsetenv("YOKE_TUNING"); }
  TuningFile(TuningFile const&) = delete;
  TuningFile& operator=(TuningFile const&) = delete;

 private:
  std::optional<std::string> before_;
};

std::string names(Ways const& ways) {
  std::string all;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    all += (i == 0 ? "" : " ") + std::string(to_string(ways[i].name));
  }
  return all;
}

// The letter of the way that a call begins with.
struct BeginsWith {
  template <class Capability>
  char operator()(yoke_test::WaysSetting const& setting,
                  typename Capability::Capacity const& capacity,
                  typename Capability::Options const& options,
                  typename Capability::Arguments const& arguments) const {
    bool knows_memory = options.device_memory > 0;
    if constexpr (requires { WaysOf<Capability>::is_large(capacity); }) {
      knows_memory = knows_memory || WaysOf<Capability>::is_large(capacity);
    }
    NodeSides sides{setting.device_is_host, yoke_test::grid_host_threads};
    if (knows_memory && !setting.device_is_host) {
      sides.device_memory = options.device_memory > 0 ? options.device_memory : setting.free_memory;
    }
    Ways const ways = WaysOf<Capability>::of(arguments, capacity, options, sides);
    WayChoice choice(Capability::name, sides.device_memory);
    CallWay const& way = choice.first(ways);
    expect_share(way, options.split);
    return "?dhbqfs2ivw"[static_cast<std::size_t>(way.name)];
  }

  // What was asked for, or what is in the table.
  static void expect_share(CallWay const& way, Split split) {
    if (way.name != Way::both) {
      bool const is_host = way.name == Way::host || way.name == Way::via_device;
      EXPECT_EQ(way.host_share, is_host ? 1 : way.name == Way::queue ? 0.5 : 0);
    } else if (!split.is_automatic()) {
      EXPECT_EQ(way.host_share, split.host_share());
    }
  }
};

// The courses were those of the commit before ways had names: data/courses.txt. Those of graphs
// with weights, of all pairs, and of joint sorts by a comparator came later. They are the ways that
// these calls began with then. Matrices of all pairs that exceed the memory stream since. A call
// whose bytes exceed the device's memory on every way that it has is one of the last of them, which
// throws.
TEST(Ways, BeginAsCoursesDid) {
  yoke_test::TemporaryFolder const folder;
  yoke_test::write_tables(folder.path());
  std::ostringstream now;
  {
    TuningFile const tuning("");
    BeginsWith const begins_with;
    yoke_test::WaysGrid(now, folder.path(), begins_with).write_all();
  }
  std::ifstream file(YOKE_TEST_FOLDER "/data/courses.txt");
  ASSERT_TRUE(file);
  std::istringstream ways(now.str());
  std::size_t lines = 0;
  for (std::string way, course; std::getline(file, course); ++lines) {
    ASSERT_TRUE(std::getline(ways, way)) << "no line for: " << course;
    EXPECT_EQ(way, course);
  }
  EXPECT_EQ(lines, 532u);
  EXPECT_EQ(ways.peek(), std::istringstream::traits_type::eof());
}

// Remembers where each capability asks for a share.
struct Asks {
  std::map<std::string, std::set<std::string>>* places;

  template <class Capability>
  char operator()(yoke_test::WaysSetting const& setting,
                  typename Capability::Capacity const& capacity,
                  typename Capability::Options const& options,
                  typename Capability::Arguments const& arguments) const {
    yoke::ShareTrial const trial(0);
    NodeSides const sides{setting.device_is_host, yoke_test::grid_host_threads};
    WaysOf<Capability>::of(arguments, capacity, options, sides);
    if (auto const& asked = trial.question(); asked && !setting.device_is_host) {
      (*places)[asked->call.capability].emplace(to_string(asked->call.place));
    }
    return '.';
  }
};

// What docs/tuning.md says of calls beside a GPU. unit_tests/tool/end_to_end.py compares the
// capabilities there with those that `yoke tune` measures.
std::map<std::string, std::set<std::string>> documented_places() {
  std::ifstream file(YOKE_TEST_FOLDER "/../docs/tuning.md");
  std::map<std::string, std::set<std::string>> places;
  std::regex const row(R"(\| `(\w+)` \| [\w ]+ \| ([\w, ]+) \|.*)"), word(R"(\w+)");
  for (std::string line; std::getline(file, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    std::string const text = found[2];
    for (std::sregex_iterator next(text.begin(), text.end(), word), end; next != end; ++next) {
      places[found[1]].insert(next->str());
    }
  }
  return places;
}

TEST(Ways, AskForSharesThatAreTuned) {
  yoke_test::TemporaryFolder const folder;
  yoke_test::write_tables(folder.path());
  std::map<std::string, std::set<std::string>> asked;
  std::ostringstream ignored;
  {
    TuningFile const tuning("");
    Asks const asks{&asked};
    yoke_test::WaysGrid(ignored, folder.path(), asks).write_all();
  }
  EXPECT_EQ(asked, documented_places());
  EXPECT_EQ(asked.size(), 12u);
}

// Of a graph the number of arcs counts too, to the nearest power of 2.
TEST(Ways, AskForSharesByTheDegreeOfAGraph) {
  using Search = yoke::detail::bfs::BreadthFirst<std::uint32_t, std::uint32_t>;
  NodeSides const sides{.device_is_host = true, .host_threads = 2};
  std::size_t const n = 1000;
  for (auto const& [arcs, degree] :
       {std::pair<std::size_t, int>{8, 8}, {11, 8}, {12, 16}, {30, 32}}) {
    Search::Arguments search;
    search.graph = {{nullptr, n + 1, Place::host}, {nullptr, arcs * n, Place::host}, {}, {}, true};
    yoke::ShareTrial const trial(0);
    WaysOf<Search>::of(search, {n, arcs * n}, {}, sides);
    ASSERT_TRUE(trial.question());
    EXPECT_EQ(trial.question()->call.arcs_per_vertex, degree) << arcs;
    EXPECT_EQ(trial.question()->call.host_threads, 2);
    EXPECT_EQ(trial.question()->size, n);
    EXPECT_EQ(trial.question()->untuned, 1);
  }
}

// Ways whose memory ends, and one whose input is not for it.
class Taken {
 public:
  explicit Taken(std::uint64_t memory) : choice_("caller", memory) {}

  std::string call(Ways const& ways) {
    tried_.clear();
    try {
      choice_.take(
          ways,
          [this](CallWay const& way) {
            tried_ += std::string(to_string(way.name)) + " ";
            for (Way const full : without_memory) {
              if (way.name == full) throw DeviceMemoryExceeded("no room", 9, 8);
            }
            if (way.name == not_for) throw NotForThisInput();
            return 0;
          },
          [this](Way way) { tried_ += "-" + std::string(to_string(way)) + " "; });
      return tried_ + "done";
    } catch (DeviceMemoryExceeded const& error) {
      needed = error.needed();
      allowed = error.allowed();
      return tried_ + "throws";
    }
  }

  std::vector<Way> without_memory;
  Way not_for = Way::none;
  std::uint64_t needed = 0, allowed = 0;

 private:
  WayChoice choice_;
  std::string tried_;
};

Ways four_ways() {
  return Ways(CallWay{Way::device, 0, 100})
      .then({Way::in_place, 0, 50})
      .then({Way::two_pass})
      .then({Way::host, 1});
}
Ways three_ways() {
  return Ways(CallWay{Way::device, 0, 100}).then({Way::in_place, 0, 50}).then({Way::two_pass});
}

TEST(Ways, TheFirstThatFitsIsTaken) {
  EXPECT_EQ(Taken(100).call(four_ways()), "device done");
  EXPECT_EQ(Taken(99).call(four_ways()), "in_place done");
  EXPECT_EQ(Taken(49).call(four_ways()), "two_pass done");
  EXPECT_EQ(Taken(0).call(Ways(CallWay{Way::device, 0, 100})), "device done") << "it is the last";
}

TEST(Ways, TheNextFollowsWhereMemoryEndsForLaterCallsToo) {
  Taken taken(60);
  taken.without_memory = {Way::in_place};
  EXPECT_EQ(taken.call(four_ways()), "in_place -in_place two_pass done");
  taken.without_memory = {};
  EXPECT_EQ(taken.call(four_ways()), "two_pass done");
  taken.not_for = Way::two_pass;
  EXPECT_EQ(taken.call(four_ways()), "two_pass -two_pass host done");
  EXPECT_EQ(taken.call(four_ways()), "host done");
  // A way that failed is tried where nothing else is left.
  EXPECT_EQ(taken.call(Ways(CallWay{Way::in_place})), "in_place done");
}

TEST(Ways, TheLastOnesExceptionIsTheCalls) {
  Taken taken(1000);
  taken.without_memory = {Way::device, Way::in_place, Way::two_pass};
  EXPECT_EQ(taken.call(three_ways()),
            "device -device in_place -in_place two_pass -two_pass throws");
  EXPECT_EQ(taken.needed, 9u);
  EXPECT_EQ(taken.call(three_ways()), "two_pass -two_pass throws");
}

// The least of what the others need, and what there is.
TEST(Ways, AnInputThatIsForNoneNamesBothSizes) {
  for (auto const& [memory, needed] :
       {std::pair<std::uint64_t, std::uint64_t>{20, 50}, {49, 50}, {60, 61}, {200, 201}}) {
    Taken taken(memory);
    taken.without_memory = {Way::device, Way::in_place};
    taken.not_for = Way::two_pass;
    EXPECT_NE(taken.call(three_ways()).find("throws"), std::string::npos);
    EXPECT_EQ(taken.allowed, memory);
    EXPECT_EQ(taken.needed, needed);
  }
  Taken unbounded(NodeSides::unlimited);
  unbounded.without_memory = {Way::device, Way::in_place};
  unbounded.not_for = Way::two_pass;
  EXPECT_NE(unbounded.call(three_ways()).find("throws"), std::string::npos);
  EXPECT_EQ(unbounded.needed, 50u);
  EXPECT_EQ(unbounded.allowed, 49u);
}

// docs/hybrid.md, "The ways of a call".
TEST(Ways, OfCallsBesideAGpuFollowTheTable) {
  TuningFile const no_table("/no/such/file");
  NodeSides const sides{.device_is_host = false, .host_threads = 15};
  std::size_t const n = std::size_t(1) << 22;
  using List = yoke::detail::list_ranking::ListRanking<std::uint32_t>;
  List::Arguments lists;
  lists.successor = {nullptr, n, Place::host};
  lists.rank = {nullptr, n, Place::host};
  EXPECT_EQ(names(WaysOf<List>::of(lists, {n}, {}, sides)), "device in_place two_pass host");
  EXPECT_EQ(names(WaysOf<List>::of(lists, {n}, {.split = Split(0)}, sides)),
            "device in_place two_pass");
  EXPECT_EQ(names(WaysOf<List>::of(lists, {n}, {.split = Split(0.5)}, sides)), "both");

  using Search = yoke::detail::bfs::BreadthFirst<std::uint32_t, std::uint32_t>;
  Search::Arguments search;
  search.graph = {{nullptr, n + 1, Place::host}, {nullptr, 16 * n, Place::pinned}, {}, {}, true};
  yoke::detail::GraphCapacity const graph{n, 16 * n};
  EXPECT_EQ(names(WaysOf<Search>::of(search, graph, {}, sides)), "in_place host");
  EXPECT_EQ(names(WaysOf<Search>::of(search, graph, {.split = Split(0)}, sides)),
            "device in_place");

  using Components = yoke::detail::components::Components<std::uint32_t, std::uint32_t>;
  Components::Arguments components;
  components.graph = search.graph;
  EXPECT_EQ(names(WaysOf<Components>::of(components, graph, {}, sides)), "in_place streamed host");
  EXPECT_EQ(names(WaysOf<Components>::of(components, graph, {.split = Split(0)}, sides)),
            "in_place streamed");

  using Forests = yoke::detail::forest::MinimumForests<std::uint32_t, std::uint32_t, float>;
  Forests::Arguments forests;
  forests.graph = search.graph;
  EXPECT_EQ(names(WaysOf<Forests>::of(forests, graph, {}, sides)), "device host");
  EXPECT_EQ(names(WaysOf<Forests>::of(forests, graph, {.split = Split(0.5)}, sides)), "both");
  EXPECT_EQ(names(WaysOf<Forests>::of(
                forests, graph, {.algorithm = yoke::MinimumForestAlgorithm::sequential}, sides)),
            "host");

  using AllPairs = yoke::detail::all_pairs::AllPairs<float>;
  AllPairs::Arguments distances;
  distances.vertices = 1000;
  auto const all_pairs = [&](yoke::AllPairsOptions const& options = {}) {
    return names(WaysOf<AllPairs>::of(distances, {1000}, options, sides));
  };
  EXPECT_EQ(all_pairs(), "device streamed host");
  EXPECT_EQ(all_pairs({.split = Split(0)}), "device streamed");
  EXPECT_EQ(all_pairs({.split = Split(0.1)}), "both");
  EXPECT_EQ(all_pairs({.split = Split(0.01)}), "device streamed");
  distances.next = {nullptr, 1000 * 1000, Place::host};
  EXPECT_EQ(all_pairs(), "device host");
  distances.next = {};
  distances.distances.place = Place::managed;
  EXPECT_EQ(all_pairs(), "device host");
  EXPECT_EQ(all_pairs({.split = Split(0)}), "device");
  // A plan that is short of memory makes nothing early.
  using yoke::detail::expected_way;
  NodeSides short_sides = sides;
  short_sides.device_memory = 1000 * 1000;
  yoke::AllPairsOptions const of_device{.split = Split(0)};
  EXPECT_EQ(expected_way<AllPairs>({1000}, of_device, sides), yoke::Way::device);
  EXPECT_EQ(expected_way<AllPairs>({1000}, of_device, short_sides), std::nullopt);

  using Matrix = yoke::detail::distance_matrix::Summary<float>;
  for (auto const place : {Place::host, Place::pinned, Place::managed, Place::device}) {
    Matrix::Arguments matrix;
    matrix.distances.place = place;
    EXPECT_EQ(names(WaysOf<Matrix>::of(matrix, {1000}, {}, sides)),
              place == Place::device ? "device" : "host");
    EXPECT_EQ(names(WaysOf<Matrix>::of(matrix, {1000}, {.split = Split(0)}, sides)), "device");
  }

  using Sort = yoke::detail::sorting::Sort<std::uint32_t, yoke::detail::sorting::NoValue>;
  Sort::Arguments sort;
  sort.keys = {{nullptr, n, Place::pinned}};
  EXPECT_EQ(names(WaysOf<Sort>::of(sort, {n}, {}, sides)), "streamed two_pass");

  using Segments = yoke::detail::sorting::SortSegments<std::uint32_t>;
  EXPECT_EQ(names(WaysOf<Segments>::of({}, {n, 9}, {}, sides)), "device");
  EXPECT_EQ(names(WaysOf<Segments>::of({}, {n, 9}, {.split = Split(0.5)}, sides)), "both");
  using TopK = yoke::detail::sorting::TopK<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(names(WaysOf<TopK>::of({}, {n, 9}, {}, sides)), "device");
  EXPECT_EQ(names(WaysOf<TopK>::of({}, {n, 9}, {.split = Split(0.5)}, sides)), "both");

  using Strings = yoke::detail::strings::SortStrings<std::uint64_t, std::uint32_t>;
  Strings::Arguments strings;
  strings.characters = {nullptr, n, Place::pinned};
  strings.permutation = {nullptr, n, Place::pinned};
  EXPECT_EQ(names(WaysOf<Strings>::of(strings, {n}, {}, sides)), "device via_host");
}

TEST(Ways, HaveNames) {
  EXPECT_EQ(to_string(Way::none), "none");
  EXPECT_EQ(to_string(Way::via_device), "via_device");
  EXPECT_EQ(static_cast<std::size_t>(Way::via_device) + 1, yoke::way_names.size());
}

}  // namespace
