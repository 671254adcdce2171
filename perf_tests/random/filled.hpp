#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/fed_expander.hpp>
#include <yoke/fill.hpp>

#include "random/ones.hpp"
#include "support/spaces.hpp"

namespace yoke_perf::random {

// Compares with numbers that were made by others: one(begin + i) with other(other_begin + i).
template <class Number, class Space>
struct CountDifferent {
  Numbers<Number, typename Space::memory_space> one, other;
  std::uint64_t begin, other_begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count) const {
    count += one(begin + i) != other(other_begin + i);
  }
};

// In Memory, with what has to come out, which the host has made: all of it, or where that is much,
// `most` numbers at the beginning, in the middle and at the end. Then the ones of all integers are
// counted.
template <class Number, class Memory>
class Filled {
  using Space = typename Memory::execution_space;

 public:
  Numbers<Number, Memory> numbers;

  template <class Generator>
  Filled(std::uint64_t size, Generator const& generator,
         std::uint64_t most = std::numeric_limits<std::uint64_t>::max())
      : numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::numbers"), size),
        length_(size / 3 <= most ? size : most),
        begins_(length_ == size
                    ? std::vector<std::uint64_t>{0}
                    : std::vector<std::uint64_t>{0, (size - length_) / 2, size - length_}),
        expected_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::expected"),
                  length_ * begins_.size()) {
    Numbers<Number, Kokkos::HostSpace> const made(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::made"), expected_.extent(0));
    for (std::size_t k = 0; k < begins_.size(); ++k) {
      yoke::fill(Host(), Kokkos::subview(made, std::pair(k * length_, (k + 1) * length_)),
                 generator, {.first = begins_[k]});
    }
    Kokkos::deep_copy(expected_, made);
  }

  void spoil() const { Kokkos::deep_copy(numbers, Number(0)); }

  std::string find_fault() const {
    for (std::size_t k = 0; k < begins_.size(); ++k) {
      std::uint64_t different = 0;
      Kokkos::parallel_reduce(
          "yoke_perf::different", WideRange<Space>(0, length_),
          CountDifferent<Number, Space>{numbers, expected_, begins_[k], k * length_}, different);
      if (different == 0) continue;
      return std::to_string(different) + " numbers are not those that the host makes";
    }
    if constexpr (std::is_integral_v<Number>) {
      if (begins_.size() > 1) return find_fault_in_bits(Space(), numbers);
    }
    return "";
  }

 private:
  std::uint64_t length_;
  std::vector<std::uint64_t> begins_;
  Numbers<Number, Memory> expected_;
};

// Each walker writes so many numbers, on demand.
struct WriteNumbers {
  Numbers<std::uint64_t, Device::memory_space> numbers, written;
  std::uint64_t draws;
  KOKKOS_FUNCTION bool operator()(std::uint64_t walker, yoke::FedDraw& draw) const {
    std::uint64_t done = written(walker);
    for (std::uint64_t number = 0; done < draws && draw.next(number); ++done) {
      numbers(done * written.extent(0) + walker) = number;
    }
    written(walker) = done;
    return done == draws;
  }
};

// Numbers of the thesis's generator: each of so many walkers draws so many.
class FedNumbers {
 public:
  FedNumbers(std::uint64_t walkers, std::uint64_t draws)
      : write_{{"yoke_perf::numbers", draws * walkers}, {"yoke_perf::written", walkers}, draws} {}

  std::uint64_t size() const { return write_.numbers.extent(0); }
  std::uint64_t walkers() const { return write_.written.extent(0); }
  WriteNumbers const& write() const { return write_; }

  void spoil() const {
    Kokkos::deep_copy(write_.written, 0u);
    Kokkos::deep_copy(write_.numbers, 0u);
  }
  std::string find_fault() const { return find_fault_in_bits(Device(), write_.numbers); }

 private:
  WriteNumbers write_;
};

}  // namespace yoke_perf::random
