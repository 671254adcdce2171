#include "check.hpp"

// The other source file has a Number and a Join too: this Number is larger.
namespace {

// 2x2 matrices modulo 2^64.
struct Number {
  std::uint64_t a, b, c, d;
  bool operator==(Number const&) const = default;
};
struct Join {
  KOKKOS_FUNCTION Number operator()(Number const& x, Number const& y) const {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c,
            x.c * y.b + x.d * y.d};
  }
};
// As wide as the first source's.
struct Largest {
  std::int32_t value, unused;
  bool operator==(Largest const&) const = default;
};
struct TakeLarger {
  KOKKOS_FUNCTION Largest operator()(Largest const& x, Largest const& y) const {
    return x.value > y.value ? x : y;
  }
};

bool order_is_right() {
  auto const links = consumer::to_device(consumer::successors<std::int64_t>());
  consumer::OnDevice<std::int64_t> const order("order", consumer::nodes);
  if (yoke::list_to_array(Kokkos::DefaultExecutionSpace(), links, order) != 1) return false;
  auto const there = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), order);
  for (std::uint32_t p = 0; p < consumer::nodes; ++p) {
    if (there(p) != static_cast<std::int64_t>(consumer::node_at(p))) return false;
  }
  return true;
}

}  // namespace

bool is_right_in_second_source() {
  bool const matrices = consumer::scans_are_right<std::uint32_t>(
      "second source, matrices", Join(), Number{1, 0, 0, 1}, [](std::uint32_t i) {
        return Number{i, 1, i + 2, 2 * i + 3};
      });
  bool const largest = consumer::scans_are_right<std::int64_t>(
      "second source, largest", TakeLarger(), Largest{-1, 0}, [](std::uint32_t i) {
        return Largest{static_cast<std::int32_t>(i * 2654435761u >> 1), 0};
      });
  return matrices && largest && order_is_right();
}
