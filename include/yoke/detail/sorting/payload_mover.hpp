#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/payloads.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

template <class Number>
struct NumberElements {
  Number* numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { numbers[i] = static_cast<Number>(i); }
};
template <class V, class Number>
struct GatherPayload {
  V payload;
  Number const* numbers;
  typename V::non_const_value_type* gathered;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    gathered[i] = payload(static_cast<std::uint64_t>(numbers[i]));
  }
};
template <class V>
struct ReturnPayload {
  V payload;
  typename V::non_const_value_type const* gathered;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { payload(i) = gathered[i]; }
};

// Payloads follow keys that were sorted with the elements' numbers. Holds the numbers and a copy of
// the largest payload, where the payloads lie. Its steps are phases of the report, if there is one,
// before and after those of the sort.
template <class Number>
class PayloadMover {
 public:
  explicit PayloadMover(SortReport* report) : report_(report) {}

  // 0, 1, ..., to be sorted with keys that lie beside MemorySpace.
  template <class MemorySpace, class Space>
  auto number(Space const& exec, std::size_t size) {
    // So that what goes through the bus does so at its full speed.
    using Where = std::conditional_t<std::is_same_v<MemorySpace, Kokkos::HostSpace>,
                                     Kokkos::SharedHostPinnedSpace, MemorySpace>;
    Kokkos::Timer const timer;
    auto const numbers = numbers_.reserved<Number, Where>(exec, "yoke::sort::numbers", size);
    Kokkos::parallel_for("yoke::sort::number", WideRange<Space>(exec, 0, size),
                         NumberElements<Number>{numbers.data()});
    exec.fence("yoke::sort: numbered");
    numbering_ = timer.seconds();
    return numbers;
  }

  // Element i of each becomes the one that was numbers(i).
  template <class Space, class Numbers, class... Views>
  void move(Space const& exec, Numbers const& numbers, Payloads<Views...> const& payloads) {
    Kokkos::Timer const timer;
    std::apply([&](Views const&... views) { (move_one(exec, numbers, views), ...); },
               payloads.views);
    exec.fence("yoke::sort: payloads moved");
    if (report_ == nullptr) return;
    report_->phases.insert(report_->phases.begin(), {"number", numbering_});
    report_->phases.push_back({"move payloads", timer.seconds()});
  }

 private:
  template <class Space, class Numbers, class V>
  void move_one(Space const& exec, Numbers const& numbers, V const& payload) {
    using T = typename V::non_const_value_type;
    std::size_t const size = payload.extent(0);
    auto const workspace = gathered_.reserved<std::byte, typename Space::memory_space>(
        exec, "yoke::sort::gathered", size * sizeof(T));
    T* const gathered = reinterpret_cast<T*>(workspace.data());
    WideRange<Space> const all(exec, 0, size);
    Kokkos::parallel_for("yoke::sort::gather", all,
                         GatherPayload<V, Number>{payload, numbers.data(), gathered});
    Kokkos::parallel_for("yoke::sort::return", all, ReturnPayload<V>{payload, gathered});
  }

  SortReport* report_;
  double numbering_ = 0;
  KeptBuffer numbers_, gathered_;
};

// The same on several ranks (ranks/payload_exchange.hpp): there alone it is something.
template <class Executor>
struct PayloadExchange {};

// Throws where payloads are not as many as the keys, or overlap them or each other.
template <class Keys, class... Views>
void check_payloads(char const* caller, Keys const& keys, Payloads<Views...> const& payloads) {
  constexpr bool on_device = belongs_to_device(place_of<typename Keys::memory_space>());
  static_assert(
      ((on_device == belongs_to_device(place_of<typename Views::memory_space>())) && ...),
      "yoke::sort_by_key: keys and payloads must all lie on the host, or all on the device");
  std::apply(
      [&](Views const&... views) {
        (check_same_size(caller, "keys", keys.extent(0), "payload", views.extent(0)), ...);
        check_apart(caller, {bytes_of("keys", keys), bytes_of("payload", views)...}, {});
      },
      payloads.views);
}

}  // namespace yoke::detail::sorting
