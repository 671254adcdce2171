#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "yoke/detail/forest/capability.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::forest {

// Adds the lower or the upper 32 bits of numbers, modulo 2^64: exact for less than 2^32 numbers.
template <class Space, class Weight>
struct AddHalves {
  Array<Space, Weight const> weight;
  bool upper;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    std::int64_t const number = weight(i);
    sum += static_cast<std::uint64_t>(upper ? number >> 32 : number & 0xffffffff);
  }
};

// Each thread adds a block of numbers in their order.
template <class Space, class Number>
struct AddBlocks {
  static constexpr std::uint64_t block = 256;
  Array<Space, Number const> number;
  Array<Space, double> sum;

  static std::uint64_t blocks(std::uint64_t size) { return (size + block - 1) / block; }
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    std::uint64_t const size = number.extent(0);
    std::uint64_t const end = (b + 1) * block < size ? (b + 1) * block : size;
    double total = 0;
    for (std::uint64_t i = b * block; i < end; ++i) total += static_cast<double>(number(i));
    sum(b) = total;
  }
};

// The sum of weights. That of integers is exact. Floating-point weights are added in an order that
// depends on their number alone: blocks of 256 in their order, then the sums in the same way.
template <class Space, class Weight>
class TotalWeight {
  using Blocks = AddBlocks<Space, double>;

 public:
  TotalWeight(Space const& exec, std::size_t most)
      : exec_(exec),
        sums_(make_buffer<Space, double>(exec, "yoke::forest::sums", room(Blocks::blocks(most)))),
        more_(make_buffer<Space, double>(exec, "yoke::forest::more_sums",
                                         room(Blocks::blocks(Blocks::blocks(most))))) {}

  Total<Weight> of(Array<Space, Weight const> weight) const {
    if constexpr (std::is_integral_v<Weight>) {
      return of_integers(weight);
    } else {
      return {in_blocks(weight), false, weight.extent(0)};
    }
  }

 private:
  // Integers need none.
  static std::size_t room(std::size_t sums) { return std::is_integral_v<Weight> ? 0 : sums; }

  std::uint64_t add_halves(Array<Space, Weight const> weight, bool upper) const {
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce("yoke::forest::add_halves",
                            WideRange<Space>(exec_, 0, weight.extent(0)),
                            AddHalves<Space, Weight>{weight, upper}, sum);
    return sum;
  }

  // upper * 2^32 + lower, where the lower sum's own upper bits are carried first.
  Total<Weight> of_integers(Array<Space, Weight const> weight) const {
    std::uint64_t const lower = add_halves(weight, false);
    auto const upper = static_cast<std::int64_t>(add_halves(weight, true) + (lower >> 32));
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    if (upper < least || upper > most) return {0, true, weight.extent(0)};
    return {upper * (std::int64_t(1) << 32) + static_cast<std::int64_t>(lower & 0xffffffff), false,
            weight.extent(0)};
  }

  double in_blocks(Array<Space, Weight const> weight) const {
    if (weight.extent(0) == 0) return 0;
    auto sums = array_of(sums_, Blocks::blocks(weight.extent(0)));
    Kokkos::parallel_for("yoke::forest::add_blocks", WideRange<Space>(exec_, 0, sums.extent(0)),
                         AddBlocks<Space, Weight>{weight, sums});
    auto place = array_of(more_), next_place = array_of(sums_);
    while (sums.extent(0) > 1) {
      Array<Space, double> const fewer(place.data(), Blocks::blocks(sums.extent(0)));
      Kokkos::parallel_for("yoke::forest::add_blocks", WideRange<Space>(exec_, 0, fewer.extent(0)),
                           Blocks{sums, fewer});
      sums = fewer;
      std::swap(place, next_place);
    }
    double total = 0;
    Kokkos::deep_copy(exec_, Array<Kokkos::DefaultHostExecutionSpace, double>(&total, 1), sums);
    exec_.fence("yoke::forest: total");
    return total;
  }

  Space exec_;
  Buffer<Space, double> sums_, more_;
};

}  // namespace yoke::detail::forest
