#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::mpi {
struct Moved;
}

namespace yoke::detail::sorting {

// What stands for values where there are none.
struct NoValue {};

// How the bits of a key are to be read: the library is compiled for their width alone.
enum class KeyKind { is_unsigned, is_signed, is_floating };

struct SortCapacity {
  std::size_t elements;
};

// Throws std::invalid_argument if an option of a sort is out of its range, or has no effect.
void check_options(char const* caller, SortOptions const& options);

// What the capabilities below share.
struct SortBase {
  using Algorithm = SortAlgorithm;
  using Options = SortOptions;
  using Report = SortReport;
  using Capacity = SortCapacity;
  static constexpr auto const& algorithms = sort_algorithms;
  static constexpr char const* busy = "sort";
};

// On several ranks, what brings payloads to where their keys have gone.
template <class Number>
class PayloadSteps {
 public:
  // This rank has sent its elements in the order `sorted`; in place i comes the merged[i]-th of
  // those that came, in the order of the ranks and of each one's elements.
  virtual void move(mpi::Moved const& moved, Number const* sorted, Number const* merged) const = 0;

 protected:
  ~PayloadSteps() = default;
};

// Sorting in place, alone or with values that move with their keys.
template <class Word, class Value>
struct Sort : SortBase {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  static constexpr char const* name = has_values ? "yoke::sort_by_key" : "yoke::sort";
  static constexpr RankForm ranks = RankForm::of_spaces_and_hybrids;

  struct Arguments {
    InOutArray<Word> keys;
    InOutArray<Value> values;
    KeyKind kind = KeyKind::is_unsigned;
    // On one space, where they are not null: where the sorted elements go. What keys and values
    // hold then is not said.
    Word* sorted_keys = nullptr;
    Value* sorted_values = nullptr;
    // On several ranks, where it is not null: in place of values.
    PayloadSteps<Value> const* payloads = nullptr;

    static constexpr std::array names{"keys", "values"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.keys, self.values);
    }
  };

  static void check_options(SortOptions const& options) { sorting::check_options(name, options); }
  static void check(char const* caller, Arguments const& arguments) {
    if (has_values && arguments.payloads == nullptr) {
      check_same_size(caller, "keys", arguments.keys.size, "values", arguments.values.size);
    }
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "keys", arguments.keys.size, capacity.elements);
  }
};

// The order of keys that stay where they are.
template <class Word, class Index>
struct Argsort : SortBase {
  static constexpr char const* name = "yoke::argsort";
  static constexpr RankForm ranks = RankForm::of_spaces;
  static constexpr bool numbers_all_ranks = true;

  struct Arguments {
    RawArray<Word const> keys;
    RawArray<Index> permutation;
    KeyKind kind = KeyKind::is_unsigned;

    static constexpr std::array names{"keys", "permutation"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.keys, self.permutation);
    }
  };

  static void check_options(SortOptions const& options) { sorting::check_options(name, options); }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.keys.size; }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "keys", arguments.keys.size, "permutation", arguments.permutation.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "keys", arguments.keys.size, capacity.elements);
  }
};

template <class T>
inline constexpr bool has_word = std::is_trivially_copyable_v<T> && alignof(T) == sizeof(T) &&
                                 (sizeof(T) == 4 || sizeof(T) == 8);

// Keys and values are compiled for unsigned words of these widths. (For other types, which plans
// refuse, it is a word too: then a plan's sentence is what the compiler says first.)
template <class T>
using WordFor = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class Key>
inline constexpr bool is_key = std::is_arithmetic_v<Key>&& has_word<Key>;

template <class Key>
inline constexpr KeyKind kind_of = std::is_floating_point_v<Key> ? KeyKind::is_floating
                                   : std::is_signed_v<Key>       ? KeyKind::is_signed
                                                                 : KeyKind::is_unsigned;

// The View's elements as words of their width.
template <class Word, class V>
auto words_of(V const& view) {
  using Element = std::conditional_t<std::is_const_v<typename V::value_type>, Word const, Word>;
  static_assert(V::rank == 1, "yoke::sort: arguments must be one-dimensional Views");
  return Kokkos::View<Element*, Kokkos::LayoutStride, typename V::device_type,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      reinterpret_cast<Element*>(view.data()),
      Kokkos::LayoutStride(view.extent(0), view.stride(0)));
}
template <class V>
auto as_words(V const& view) {
  return words_of<WordFor<typename V::non_const_value_type>>(view);
}

}  // namespace yoke::detail::sorting
