#include "yoke/detail/checks.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail {
namespace {

[[noreturn]] void refuse(std::string_view caller, std::string const& fault) {
  throw std::invalid_argument(std::string(caller) + ": " + fault);
}

}  // namespace

std::size_t checked_capacity(std::string_view caller, std::size_t capacity, char const* things) {
  if (capacity >> 48 == 0) return capacity;
  refuse(caller, std::string("a plan holds fewer than 2^48 ") + things + ", not " +
                     std::to_string(capacity));
}

std::size_t checked_product(std::string_view caller, char const* what, std::size_t one,
                            std::size_t other) {
  constexpr std::size_t most = (std::size_t(1) << 48) - 1;
  if (one == 0 || other <= most / one) return one * other;
  refuse(caller, std::string(what) + " is " + std::to_string(one) + " times " +
                     std::to_string(other) + "; the product must be less than 2^48");
}

std::size_t checked_bytes(std::size_t elements, std::size_t element_bytes) {
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
  if (elements <= most / element_bytes) return elements * element_bytes;
  throw std::bad_array_new_length();
}

void check_same_size(std::string_view caller, char const* one, std::size_t one_size,
                     char const* other, std::size_t other_size) {
  if (one_size == other_size) return;
  refuse(caller, std::string(one) + " has " + show_count(one_size, "element") + " and " + other +
                     " has " + std::to_string(other_size));
}

void check_choice(std::string_view caller, char const* name, long long value, long long last) {
  if (value >= 0 && value <= last) return;
  refuse(caller, std::string(name) + " is " + std::to_string(value) +
                     ", which is none of its enumeration's values (0 to " + std::to_string(last) +
                     ")");
}

void check_range(std::string_view caller, std::string_view name, std::uint64_t value,
                 std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return;
  refuse(caller, std::string(name) + " is " + std::to_string(value) + "; it must be " +
                     show_range(least, most));
}

void check_largest_holds(std::string_view caller, char const* argument, std::uint64_t count,
                         std::uint64_t largest) {
  if (count <= largest) return;
  refuse(caller, std::string(argument) + "'s type holds values up to " + std::to_string(largest) +
                     ", too small for " + show_count(count, "element"));
}

void check_capacity(std::string_view caller, char const* argument, std::size_t size,
                    std::size_t capacity) {
  if (size <= capacity) return;
  refuse(caller, std::string(argument) + " has " + show_count(size, "element") +
                     " and the plan was made for " + std::to_string(capacity));
}

bool ArgumentBytes::same_as(ArgumentBytes const& other) const {
  return begin == other.begin && end == other.end && stride == other.stride &&
         element == other.element;
}

bool ArgumentBytes::overlaps(ArgumentBytes const& other) const {
  if (begin >= end || other.begin >= other.end) return false;
  if (end <= other.begin || other.end <= begin) return false;
  if (stride != other.stride || element != other.element || stride < 2 * element) return true;
  std::size_t const apart =
      (begin > other.begin ? begin - other.begin : other.begin - begin) % stride;
  return apart < element || stride - apart < element;
}

void check_apart(std::string_view caller, std::initializer_list<ArgumentBytes> written,
                 std::initializer_list<ArgumentBytes> read) {
  auto const check = [caller](ArgumentBytes const& one, ArgumentBytes const& other) {
    if (!one.overlaps(other)) return;
    refuse(caller, std::string(one.name) + " and " + other.name + " overlap in memory, and " +
                       one.name + " is written");
  };
  for (auto const* one = written.begin(); one != written.end(); ++one) {
    for (auto const& other : read) check(*one, other);
    for (auto const* other = one + 1; other != written.end(); ++other) check(*one, *other);
  }
}

}  // namespace yoke::detail
