#include <every_header.hpp>

// What templates leave to users' files, on one space and on both sides of a node, with types of
// every width and sign.

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
template <class T>
using Array = Kokkos::View<T*, Memory>;
template <class T>
Array<T> array() {
  return Array<T>("array", 10);
}

struct Pair {
  std::int32_t one;
  std::uint64_t other;
};
struct Less {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return one < other;
  }
  KOKKOS_FUNCTION bool operator()(Pair const& one, Pair const& other) const {
    return one.one < other.one;
  }
};
struct Add {
  template <class Value>
  KOKKOS_FUNCTION Value operator()(Value const& one, Value const& other) const {
    return static_cast<Value>(one + other);
  }
};

template <class Executor, class Key>
void sort_keys(Executor const& executor) {
  auto const keys = array<Key>();
  yoke::sort(executor, keys);
  yoke::sort_by_key(executor, keys, array<double>());
  yoke::sort_by_key(executor, keys, yoke::payloads(array<char>(), array<Pair>()));
  yoke::argsort(executor, keys, array<std::int32_t>());
}

template <class Executor, class Key>
void sort_by_comparator(Executor const& executor) {
  auto const keys = array<Key>();
  yoke::sort(executor, keys, Less());
  yoke::sort_by_key(executor, keys, array<float>(), Less());
  yoke::sort_by_key(executor, keys, yoke::payloads(array<char>(), array<Pair>()), Less());
  yoke::argsort(executor, keys, Less(), array<std::uint64_t>());
}

template <class Executor>
void sort(Executor const& executor) {
  sort_keys<Executor, std::int32_t>(executor);
  sort_keys<Executor, std::uint64_t>(executor);
  sort_keys<Executor, float>(executor);
  sort_keys<Executor, double>(executor);
  sort_by_comparator<Executor, Pair>(executor);
  sort_by_comparator<Executor, short>(executor);
  sort_by_comparator<Executor, double>(executor);
  yoke::Strings const strings(array<char>(), array<std::int32_t>());
  yoke::sort_strings(executor, strings, array<std::uint32_t>());
}

template <class Executor, class Index>
void rank(Executor const& executor) {
  auto const successor = array<Index>();
  yoke::list_rank(executor, successor, array<Index>());
  yoke::list_rank(executor, successor, array<Index>(), array<Index>());
}

template <class Value>
void count(Exec const& exec) {
  auto const counts = array<std::uint64_t>();
  yoke::histogram(exec, array<Value>(), yoke::EvenBins<Value>{Value(0), Value(9)}, counts);
  yoke::histogram(exec, array<Value>(), array<Value>(), array<std::int64_t>());
}

template <class Executor, class Vertex, class Offset>
void search(Executor const& executor) {
  yoke::Graph<Vertex, Offset, Memory> const graph;
  yoke::connected_components(executor, graph, array<Vertex>());
  yoke::spanning_forest(executor, graph, array<Vertex>(), array<Vertex>(), array<Vertex>());
  yoke::bfs(executor, graph, 0, array<Vertex>());
  yoke::bfs(executor, graph, array<Vertex>(), array<Vertex>(), array<Vertex>());
  auto const pruned = yoke::prune(executor, graph);
  yoke::connected_components(executor, pruned, array<Vertex>());
  yoke::spanning_forest(executor, pruned, array<Vertex>(), array<Vertex>(), array<Vertex>());
  yoke::bfs(executor, pruned, 0, array<Vertex>());
  yoke::extend_labels(executor, pruned, array<Vertex>(), array<Vertex>());
}

template <class Vertex, class Offset>
void build(Exec const& exec) {
  auto const edges = yoke::generate_edges<Vertex>(exec, yoke::RmatShape());
  auto const graph = yoke::build_graph<Offset>(exec, edges);
  yoke::generate_edges<Vertex>(exec, yoke::GridShape(), yoke::ExpanderStreams(1));
  yoke::validate_bfs(exec, graph, 0, array<Vertex>(), array<Vertex>());
  yoke::validate_components(exec, graph, array<Vertex>());
  yoke::validate_spanning_forest(exec, graph, array<Vertex>(), array<Vertex>(), array<Vertex>());
}

template <class Index>
void scan(Exec const& exec) {
  auto const successor = array<Index>();
  yoke::list_scan(exec, successor, array<double>(), array<double>(), Add(), 0.0);
  yoke::list_scan(exec, successor, array<short>(), array<short>(), Add(), short(0));
  yoke::list_scan(exec, successor, array<std::uint64_t>(), array<std::uint64_t>(), Add(),
                  std::uint64_t(0));
  yoke::list_to_array(exec, successor, array<Index>());
  yoke::list_to_array(exec, successor, array<Index>(), array<Index>());
  yoke::euler_tour(exec, successor, array<Index>());
  yoke::euler_tour(exec, successor, successor, array<Index>(), array<Index>());
  yoke::root_forest(exec, successor, successor, array<Index>(), array<Index>());
  yoke::tree_statistics(exec, successor);
  yoke::generate_lists(exec, successor, yoke::ListShape());
  yoke::validate_ranks(exec, successor, array<Index>());
}

template <class Real, class Engine>
Real draw(Engine engine) {
  Real sum = yoke::draw_exponential<Real>(engine) + yoke::draw_normal<Real>(engine) +
             yoke::draw_normal_pair<Real>(engine).second + yoke::draw_uniform<Real>(engine) +
             yoke::draw_uniform_positive<Real>(engine);
  sum += static_cast<Real>(yoke::draw_below(engine, 7) + yoke::draw_word64(engine) +
                           yoke::RandomEngine64<Engine>(engine)());
  yoke::Expander walk(engine);
  return sum + static_cast<Real>(walk() + walk.next64());
}
template <class Generator>
void draw_numbers(Exec const& exec, Generator const& random) {
  yoke::fill(exec, array<float>(), random);
  yoke::fill(exec, array<std::uint64_t>(), random);
  draw<float>(random.stream(1).engine());
  draw<double>(random.stream(1).engine());
}
template <class Engine>
void draw_for_kokkos(Engine const& engine) {
  yoke::KokkosGenerator<Engine> draw(engine);
  draw.urand(3);
  draw.urand(3, 5);
  draw.urand64(3);
  draw.urand64(3, 5);
  draw.rand(3);
  draw.rand(3, 5);
  draw.rand64(3);
  draw.rand64(3, 5);
  draw.frand(2);
  draw.drand(2);
  draw.normal();
}

struct TakeWord {
  KOKKOS_FUNCTION bool operator()(std::uint64_t, yoke::FedDraw&) const { return true; }
};

void feed(yoke::Hybrid<> const& hybrid) {
  yoke::FedExpander<>(hybrid, 10).run(TakeWord(), yoke::SeededStreams<yoke::Xoshiro128x8>(1));
  yoke::FedExpander<>(hybrid, 10).run(TakeWord(), yoke::Philox(1));
  yoke::Pipeline<std::uint32_t>(hybrid, {10, 10}).run(3, {});
  yoke::FeedPipeline<std::uint32_t>(hybrid, 10)
      .run(
          3, [](std::size_t, auto const&) { return std::size_t(0); },
          [](std::size_t, auto const&, Exec const&) {});
}

void other(Exec const& exec) {
  auto const labels = array<std::uint32_t>();
  yoke::label_by_splitters(exec, array<double>(), array<double>(), labels);
  yoke::partition(exec, array<std::int64_t>(), labels, 3, array<std::int64_t>(),
                  array<std::uint64_t>());
  yoke::sort_segments(exec, array<std::int32_t>(), array<float>());
  yoke::sort_segments(exec, array<std::uint64_t>(), array<std::int64_t>(),
                      yoke::payloads(array<std::uint32_t>(), array<Pair>()));
  auto const keys = array<std::int32_t>();
  yoke::generate_keys(exec, keys);
  auto const before = yoke::fingerprint(exec, keys);
  yoke::validate_sort(exec, keys, before);
  yoke::RandomPool<yoke::Philox>(yoke::Philox(1)).get_state();
  auto const strings = yoke::generate_strings<std::int32_t, Memory>(exec, yoke::StringShape());
  yoke::gather_strings(exec, strings, labels, array<char>(), array<std::int32_t>());
  yoke::validate_sort_strings(exec, strings, labels);
  yoke::histogram(exec, labels, yoke::by_label, array<std::uint64_t>());
  yoke::Tissue const tissue;
  yoke::PhotonGrid const grid{};
  yoke::simulate_photons(exec, tissue, grid, 10, yoke::PhotonTallies<Memory>(tissue, grid));
}

}  // namespace

void use_everything() {
  Exec const exec;
  yoke::Hybrid<> const hybrid;
  sort(exec);
  sort(hybrid);
  rank<Exec, std::int32_t>(exec);
  rank<yoke::Hybrid<>, std::uint64_t>(hybrid);
  search<Exec, std::int32_t, std::int64_t>(exec);
  search<yoke::Hybrid<>, std::uint64_t, std::uint64_t>(hybrid);
  build<std::int32_t, std::int64_t>(exec);
  build<std::uint64_t, std::uint64_t>(exec);
  count<float>(exec);
  count<std::int64_t>(exec);
  scan<std::int32_t>(exec);
  scan<std::uint64_t>(exec);
  draw_numbers(exec, yoke::Philox(1));
  draw_numbers(exec, yoke::Threefry(1));
  draw_numbers(exec, yoke::ExpanderStreams(1));
  draw_for_kokkos(yoke::Philox(1).engine());
  feed(hybrid);
  other(exec);
}
