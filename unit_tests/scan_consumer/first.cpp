#include <yoke/euler_tour.hpp>

#include "check.hpp"

// The other source file has a Number and a Join too.
namespace {

// x -> scale x + shift modulo 2^32, the left one applied first.
struct Number {
  std::uint32_t scale, shift;
  bool operator==(Number const&) const = default;
};
struct Join {
  KOKKOS_FUNCTION Number operator()(Number const& f, Number const& g) const {
    return {g.scale * f.scale, g.scale * f.shift + g.shift};
  }
};

// A path: its depths are a node's places in the list.
bool path_is_counted() {
  auto const successor = consumer::successors<std::int32_t>();
  std::vector<std::int32_t> parent(successor.size());
  for (std::uint32_t p = 0; p < consumer::nodes; ++p) {
    parent[consumer::node_at(p)] = static_cast<std::int32_t>(consumer::node_at(p > 0 ? p - 1 : p));
  }
  auto const statistics =
      yoke::tree_statistics(Kokkos::DefaultExecutionSpace(), consumer::to_device(parent));
  auto const depth = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), statistics.depth);
  for (std::uint32_t p = 0; p < consumer::nodes; ++p) {
    if (depth(consumer::node_at(p)) != static_cast<std::int32_t>(p)) return false;
  }
  return true;
}

}  // namespace

bool is_right_in_first_source() {
  return path_is_counted() && consumer::scans_are_right<std::uint32_t>(
                                  "first source", Join(), Number{1, 0}, [](std::uint32_t i) {
                                    return Number{2 * i + 1, i * i + 3};
                                  });
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const guard(argc, argv);
  bool const first = is_right_in_first_source(), second = is_right_in_second_source();
  std::printf("first source %s, second source %s\n", first ? "right" : "WRONG",
              second ? "right" : "WRONG");
  return first && second ? 0 : 1;
}
