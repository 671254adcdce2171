// Banerjee's thesis, Algorithms 17 and 18: a search by both sides with queues. Each side has the
// rows of its vertices, a queue of its part of the frontier, and levels. VISITED lies in pinned
// memory for both. After each level the sides exchange queues. Beside it are our searches by both
// sides, which exchange bitmaps.

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/hybrid.hpp>

#include "graphs/studies.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke_perf {
namespace {

constexpr Vertex unreached = ~Vertex(0);
using Visited = Numbers<std::uint32_t, Kokkos::SharedHostPinnedSpace>;
using Moved = Numbers<Vertex, Kokkos::SharedHostPinnedSpace>;

// Vertices of one level, in any order.
template <class Space>
struct Queue {
  Numbers<Vertex, typename Space::memory_space> vertex;
  Numbers<std::uint32_t, typename Space::memory_space> count;

  explicit Queue(std::uint64_t most)
      : vertex("yoke_perf::queue", most), count("yoke_perf::count", 1) {}

  KOKKOS_FUNCTION void push(Vertex v) const {
    vertex(Kokkos::atomic_fetch_add(&count(0), std::uint32_t(1))) = v;
  }
};

// Algorithm 18, a vertex of the frontier.
template <class Space>
struct ExpandVertex {
  Kokkos::View<Vertex const*, typename Space::memory_space> offsets, neighbours;
  Queue<Space> frontier, found;
  Numbers<Vertex, typename Space::memory_space> level;
  Visited visited;
  Vertex next;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = frontier.vertex(i);
    for (Vertex arc = offsets(v); arc < offsets(v + 1); ++arc) {
      Vertex const u = neighbours(arc);
      if (yoke::detail::relaxed_load(&visited(u)) != 0) continue;
      if (Kokkos::atomic_compare_exchange(&level(u), unreached, next) != unreached) continue;
      yoke::detail::relaxed_store(&visited(u), 1);
      found.push(u);
    }
  }
};

// A found vertex into the frontier of its owner. If the other side found it, its level may be
// known.
template <class Space>
struct TakeOver {
  Vertex const* found;
  Vertex begin, end, next;
  bool is_received;
  Numbers<Vertex, typename Space::memory_space> level;
  Queue<Space> frontier;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = found[i];
    if (v < begin || v >= end) return;
    if (is_received && Kokkos::atomic_compare_exchange(&level(v), unreached, next) != unreached) {
      return;
    }
    frontier.push(v);
  }
};

// One side: the vertices from `begin` on and before `end` are its own.
template <class Space>
class QueueSide {
  using Memory = typename Space::memory_space;

 public:
  QueueSide(Space const& exec, PerfGraph<Memory> const& graph, Vertex begin, Vertex end,
            Visited const& visited)
      : exec_(exec),
        graph_(graph),
        begin_(begin),
        end_(end),
        visited_(visited),
        level_("yoke_perf::level", graph.vertices()),
        frontier_(graph.vertices()),
        found_(graph.vertices()),
        sent_("yoke_perf::sent", graph.vertices()),
        received_("yoke_perf::received", graph.vertices()) {}

  void start(Vertex source) {
    Kokkos::deep_copy(exec_, level_, unreached);
    Kokkos::deep_copy(exec_, Kokkos::subview(level_, source), Vertex(0));
    Kokkos::deep_copy(exec_, Kokkos::subview(frontier_.vertex, 0), source);
    in_frontier_ = source >= begin_ && source < end_ ? 1 : 0;
    next_ = 0;
  }

  // Finds the next level, and puts it where the other side reads it.
  void expand() {
    ++next_;
    Kokkos::deep_copy(exec_, found_.count, 0u);
    Kokkos::parallel_for("yoke_perf::expand", WideRange<Space>(exec_, 0, in_frontier_),
                         ExpandVertex<Space>{graph_.offsets(), graph_.neighbours(), frontier_,
                                             found_, level_, visited_, next_});
    found_size_ = read(found_.count);
    std::pair const all{std::size_t(0), std::size_t(found_size_)};
    Kokkos::deep_copy(exec_, Kokkos::subview(sent_, all), Kokkos::subview(found_.vertex, all));
    exec_.fence("yoke_perf: found");
  }

  template <class Other>
  void take_over(Other const& other) {
    Kokkos::deep_copy(exec_, frontier_.count, 0u);
    TakeOver<Space> const own{found_.vertex.data(), begin_, end_, next_, false, level_, frontier_};
    Kokkos::parallel_for("yoke_perf::take_over", WideRange<Space>(exec_, 0, found_size_), own);
    std::pair const all{std::size_t(0), std::size_t(other.found_size())};
    Kokkos::deep_copy(exec_, Kokkos::subview(received_, all), Kokkos::subview(other.sent(), all));
    TakeOver<Space> const theirs{received_.data(), begin_, end_, next_, true, level_, frontier_};
    Kokkos::parallel_for("yoke_perf::take_over", WideRange<Space>(exec_, 0, other.found_size()),
                         theirs);
    in_frontier_ = read(frontier_.count);
  }

  // Its own levels, into an array in host memory.
  void consolidate(Moved const& level) const {
    std::pair const own{std::size_t(begin_), std::size_t(end_)};
    Kokkos::deep_copy(exec_, Kokkos::subview(level, own), Kokkos::subview(level_, own));
    exec_.fence("yoke_perf: levels");
  }

  std::uint32_t in_frontier() const { return in_frontier_; }
  std::uint32_t found_size() const { return found_size_; }
  Moved const& sent() const { return sent_; }

 private:
  std::uint32_t read(Numbers<std::uint32_t, Memory> const& count) const {
    std::uint32_t value = 0;
    Kokkos::deep_copy(exec_, value, Kokkos::subview(count, 0));
    exec_.fence("yoke_perf: count");
    return value;
  }

  Space exec_;
  PerfGraph<Memory> graph_;
  Vertex begin_, end_;
  Visited visited_;
  Numbers<Vertex, Memory> level_;
  Queue<Space> frontier_, found_;
  Moved sent_;
  Numbers<Vertex, Memory> received_;
  std::uint32_t in_frontier_ = 0, found_size_ = 0;
  Vertex next_ = 0;
};

// Algorithm 17. The host has the first vertices.
class QueueSearch {
 public:
  QueueSearch(yoke::Hybrid<> const& hybrid, KnownGraph const& known, double host_share)
      : hybrid_(hybrid),
        visited_("yoke_perf::visited", known.on<Host>().vertices()),
        device_(hybrid.device(), known.on<Device>(), cut(known, host_share),
                known.on<Host>().vertices(), visited_),
        host_(hybrid.host(), known.on<Host>(), 0, cut(known, host_share), visited_) {}

  void run(Vertex source, Moved const& level) {
    sent_ = levels_ = 0;
    Kokkos::deep_copy(hybrid_.host(), visited_, 0u);
    hybrid_.host().fence("yoke_perf: visited");
    visited_(source) = 1;
    hybrid_.concurrently([&] { device_.start(source); }, [&] { host_.start(source); });
    while (device_.in_frontier() + host_.in_frontier() > 0) {
      hybrid_.concurrently([&] { device_.expand(); }, [&] { host_.expand(); });
      sent_ += device_.found_size() + host_.found_size();
      ++levels_;
      hybrid_.concurrently([&] { device_.take_over(host_); }, [&] { host_.take_over(device_); });
    }
    hybrid_.concurrently([&] { device_.consolidate(level); }, [&] { host_.consolidate(level); });
  }

  std::uint64_t sent() const { return sent_; }
  std::uint64_t levels() const { return levels_; }

 private:
  // With so much of the arcs before it.
  static Vertex cut(KnownGraph const& known, double host_share) {
    auto const& offsets = known.on<Host>().offsets();
    auto const arcs = static_cast<double>(known.on<Host>().arcs());
    Vertex const* const begin = offsets.data();
    return static_cast<Vertex>(
        std::lower_bound(begin, begin + known.on<Host>().vertices(), host_share * arcs) - begin);
  }

  yoke::Hybrid<> const& hybrid_;
  Visited visited_;
  QueueSide<Device> device_;
  QueueSide<Host> host_;
  std::uint64_t sent_ = 0, levels_ = 0;
};

std::string find_fault(Moved const& level, Moved const& expected) {
  for (std::size_t v = 0; v < level.extent(0); ++v) {
    if (level(v) == expected(v)) continue;
    return "vertex " + std::to_string(v) + " has level " + std::to_string(level(v)) + ", not " +
           std::to_string(expected(v));
  }
  return "";
}

void add_graph(StudySettings const& settings, Table& table, KnownGraph& known,
               std::string const& name, double share) {
  yoke::Hybrid<> const hybrid;
  auto const& graph = known.pinned();
  std::uint64_t const n = graph.vertices();
  Moved const level("yoke_perf::level", n), parent("yoke_perf::parent", n);
  Moved const expected("yoke_perf::expected", n);
  QueueSearch queues(hybrid, known, share);
  using Plan = yoke::BfsPlan<yoke::Hybrid<>, Vertex, Vertex>;
  std::array<Samples, 3> samples;
  std::array<std::unique_ptr<Plan>, 2> plans;
  std::array const algorithms{yoke::BfsAlgorithm::level_synchronous, yoke::BfsAlgorithm::automatic};
  for (std::size_t k = 0; k < 2; ++k) {
    yoke::BfsOptions options;
    options.algorithm = algorithms[k];
    options.split = yoke::Split(share);
    plans[k] = std::make_unique<Plan>(hybrid, n, graph.arcs(), options);
  }
  // By turns, so that all meet the same machine; the first source warms up.
  int run = 0;
  for (Vertex const source : known.sources(settings.runs + 1, settings.seed)) {
    yoke::bfs(Host(), known.on<Host>(), source, expected, parent);
    for (std::size_t k = 0; k < 3; ++k) {
      double const seconds = time_checked([&] { Kokkos::deep_copy(Host(), level, Vertex(7)); },
                                          [&] {
                                            if (k == 0) {
                                              queues.run(source, level);
                                            } else {
                                              (*plans[k - 1])(graph, source, level, parent);
                                            }
                                          },
                                          [&] { return find_fault(level, expected); });
      if (run > 0) samples[k].add(1e3 * seconds);
    }
    ++run;
  }
  std::array const names{"queues", "bitmaps, level_synchronous", "bitmaps, automatic"};
  for (std::size_t k = 0; k < 3; ++k) {
    table.row(name, n, graph.arcs() / 2, share, names[k], queues.levels(),
              k == 0 ? std::to_string(queues.sent()) : std::string(), samples[k].median());
  }
}

void run_algorithm_17(StudySettings const& settings) {
  Table table(settings, "thesis_algorithm_17",
              "graph,vertices,edges,host_share,way,levels,vertices_sent,ours_ms");
  KnownGraph known;
  std::uint64_t const n = std::min<std::uint64_t>(1u << 20, settings.max_nodes);
  int scale = 0;
  while ((std::uint64_t(2) << scale) <= n) ++scale;
  yoke::RmatShape rmat;
  rmat.scale = scale;
  rmat.edge_factor = 8;
  rmat.quadrants = yoke::thesis_quadrants;
  rmat.seed = settings.seed;
  std::uint64_t side = 1;
  while (4 * (side + 1) * (side + 1) <= n) ++side;
  for (auto const& [name, shape] : std::vector<std::pair<std::string, yoke::GraphShape>>{
           {"R-MAT", rmat},
           {"random", yoke::UniformShape{n, 4 * n, true, settings.seed}},
           {"grid", yoke::GridShape{side, side, 1, false, settings.seed}}}) {
    known.hold(name, shape);
    for (double const share : {0.1, 0.5}) add_graph(settings, table, known, name, share);
  }
}

}  // namespace

std::vector<Study> queue_studies() {
  return {
      {"thesis_algorithm_17", "searches by both sides: queues beside bitmaps", run_algorithm_17}};
}

}  // namespace yoke_perf
