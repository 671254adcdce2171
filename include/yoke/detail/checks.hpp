#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail {

// Sizes are bounded where a caller gives them: by 2^48, which is more than the addresses that a
// machine has. What is then held for each element, up to 2^15 bytes, can be counted in 64 bits, and
// so can sums and small multiples of such sizes: nothing after it has to ask whether they wrap.

// A plan's capacity, counted in `things`. Throws std::invalid_argument where no memory holds it.
inline std::size_t checked_capacity(std::string const& caller, std::size_t capacity,
                                    char const* things = "elements") {
  if (capacity >> 48 == 0) return capacity;
  throw std::invalid_argument(caller + ": a plan holds fewer than 2^48 " + things + ", not " +
                              std::to_string(capacity));
}

// Throws std::invalid_argument where two numbers, each a caller's, have a product of 2^48 and more.
inline std::size_t checked_product(std::string const& caller, char const* what, std::size_t one,
                                   std::size_t other) {
  constexpr std::size_t most = (std::size_t(1) << 48) - 1;
  if (one == 0 || other <= most / one) return one * other;
  throw std::invalid_argument(caller + ": " + what + " is " + std::to_string(one) + " times " +
                              std::to_string(other) + "; the product must be less than 2^48");
}

// The bytes of an array, which is not bounded otherwise. Throws what an allocation of too many
// throws.
inline std::size_t checked_bytes(std::size_t elements, std::size_t element_bytes) {
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
  if (elements <= most / element_bytes) return elements * element_bytes;
  throw std::bad_array_new_length();
}

// Preconditions that cost O(1) to see. `caller` is the public function that was called.

inline void check_same_size(std::string const& caller, char const* one, std::size_t one_size,
                            char const* other, std::size_t other_size) {
  if (one_size == other_size) return;
  throw std::invalid_argument(caller + ": " + one + " has " + show_count(one_size, "element") +
                              " and " + other + " has " + std::to_string(other_size));
}

// Throws where an option is none of its enumeration's values, of which `last` is the last one.
template <class Enum>
void check_choice(std::string const& caller, char const* name, Enum value, Enum last) {
  if (static_cast<std::size_t>(value) <= static_cast<std::size_t>(last)) return;
  throw std::invalid_argument(caller + ": " + name + " is " +
                              std::to_string(static_cast<long long>(value)) +
                              ", which is none of its enumeration's values (0 to " +
                              std::to_string(static_cast<long long>(last)) + ")");
}

// Throws where an option is not from `least` to `most`.
inline void check_range(std::string const& caller, std::string const& name, std::uint64_t value,
                        std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return;
  throw std::invalid_argument(caller + ": " + name + " is " + std::to_string(value) +
                              "; it must be " + show_range(least, most));
}

// Throws where Index cannot number `count` things and keep one value free.
template <class Index>
void check_index_holds(std::string const& caller, char const* argument, std::uint64_t count) {
  std::uint64_t const largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  if (count <= largest) return;
  throw std::invalid_argument(caller + ": " + argument + "'s type holds values up to " +
                              std::to_string(largest) + ", too small for " +
                              show_count(count, "element"));
}

// The count, where Index can number so many.
template <class Index>
std::size_t checked_count(char const* caller, char const* argument, std::size_t count) {
  check_index_holds<Index>(caller, argument, count);
  return count;
}

// Throws where a call's argument is larger than what its plan was made for.
inline void check_capacity(std::string const& caller, char const* argument, std::size_t size,
                           std::size_t capacity) {
  if (size <= capacity) return;
  throw std::invalid_argument(caller + ": " + argument + " has " + show_count(size, "element") +
                              " and the plan was made for " + std::to_string(capacity));
}

// The bytes that an argument's elements lie in. Of a strided View the gaps between them are its
// own too, but for another View of the same stride, which may lie in them: a column beside a
// column.
struct ArgumentBytes {
  char const* name = "";
  std::uintptr_t begin = 0, end = 0;
  std::size_t stride = 0, element = 0;

  // Are they the same elements?
  bool same_as(ArgumentBytes const& other) const {
    return begin == other.begin && end == other.end && stride == other.stride &&
           element == other.element;
  }

  bool overlaps(ArgumentBytes const& other) const {
    if (begin >= end || other.begin >= other.end) return false;
    if (end <= other.begin || other.end <= begin) return false;
    if (stride != other.stride || element != other.element || stride < 2 * element) return true;
    std::size_t const apart =
        (begin > other.begin ? begin - other.begin : other.begin - begin) % stride;
    return apart < element || stride - apart < element;
  }
};

template <class V>
ArgumentBytes bytes_of(char const* name, V const& view) {
  if (view.size() == 0) return {name};
  std::size_t last = 0;
  for (std::size_t r = 0; r < V::rank; ++r) {
    last += (view.extent(r) - 1) * static_cast<std::size_t>(view.stride(r));
  }
  constexpr std::size_t element = sizeof(typename V::value_type);
  auto const begin = reinterpret_cast<std::uintptr_t>(view.data());
  std::size_t const stride = V::rank == 1 ? static_cast<std::size_t>(view.stride(0)) : 1;
  return {name, begin, begin + (last + 1) * element, stride * element, element};
}

// Throws where something that a call writes lies over anything else that it reads or writes: by the
// time it was seen, the input would be gone.
inline void check_apart(std::string const& caller, std::initializer_list<ArgumentBytes> written,
                        std::initializer_list<ArgumentBytes> read) {
  auto const check = [&caller](ArgumentBytes const& one, ArgumentBytes const& other) {
    if (!one.overlaps(other)) return;
    throw std::invalid_argument(caller + ": " + one.name + " and " + other.name +
                                " overlap in memory, and " + one.name + " is written");
  };
  for (auto const* one = written.begin(); one != written.end(); ++one) {
    for (auto const& other : read) check(*one, other);
    for (auto const* other = one + 1; other != written.end(); ++other) check(*one, *other);
  }
}

}  // namespace yoke::detail
