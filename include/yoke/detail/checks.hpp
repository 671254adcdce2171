#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace yoke::detail {

// Sizes are bounded where a caller gives them: by 2^48, which is more than the addresses that a
// machine has. What is then held for each element, up to 2^15 bytes, can be counted in 64 bits, and
// so can sums and small multiples of such sizes: nothing after it has to ask whether they wrap.

// A plan's capacity, counted in `things`. Throws std::invalid_argument where no memory holds it.
std::size_t checked_capacity(std::string_view caller, std::size_t capacity,
                             char const* things = "elements");

// Throws std::invalid_argument where two numbers, each a caller's, have a product of 2^48 and more.
std::size_t checked_product(std::string_view caller, char const* what, std::size_t one,
                            std::size_t other);

// The bytes of an array, which is not bounded otherwise. Throws what an allocation of too many
// throws.
std::size_t checked_bytes(std::size_t elements, std::size_t element_bytes);

// Preconditions that cost O(1) to see. `caller` is the public function that was called.

void check_same_size(std::string_view caller, char const* one, std::size_t one_size,
                     char const* other, std::size_t other_size);

// Throws where an option is none of its enumeration's values, of which `last` is the last one.
void check_choice(std::string_view caller, char const* name, long long value, long long last);
template <class Enum>
void check_choice(std::string_view caller, char const* name, Enum value, Enum last) {
  check_choice(caller, name, static_cast<long long>(value), static_cast<long long>(last));
}

// Throws where an option is not from `least` to `most`.
void check_range(std::string_view caller, std::string_view name, std::uint64_t value,
                 std::uint64_t least, std::uint64_t most);

// Throws where Index cannot number `count` things and keep one value free.
void check_largest_holds(std::string_view caller, char const* argument, std::uint64_t count,
                         std::uint64_t largest);
template <class Index>
void check_index_holds(std::string_view caller, char const* argument, std::uint64_t count) {
  check_largest_holds(caller, argument, count,
                      static_cast<std::uint64_t>(std::numeric_limits<Index>::max()));
}

// The count, where Index can number so many.
template <class Index>
std::size_t checked_count(char const* caller, char const* argument, std::size_t count) {
  check_index_holds<Index>(caller, argument, count);
  return count;
}

// Throws where a call's argument is larger than what its plan was made for.
void check_capacity(std::string_view caller, char const* argument, std::size_t size,
                    std::size_t capacity);

// The bytes that an argument's elements lie in. Of a strided View the gaps between them are its
// own too, but for another View of the same stride, which may lie in them: a column beside a
// column.
struct ArgumentBytes {
  char const* name = "";
  std::uintptr_t begin = 0, end = 0;
  std::size_t stride = 0, element = 0;

  // Are they the same elements?
  bool same_as(ArgumentBytes const& other) const;
  bool overlaps(ArgumentBytes const& other) const;
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
void check_apart(std::string_view caller, std::initializer_list<ArgumentBytes> written,
                 std::initializer_list<ArgumentBytes> read);

}  // namespace yoke::detail
