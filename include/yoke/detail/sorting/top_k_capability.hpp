#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/top_k_options.hpp"

namespace yoke::detail::sorting {

struct TopKCapacity {
  std::size_t elements, selected;
};

// The first keys in order, and where Value is not NoValue their indices.
template <class Word, class Value>
struct TopK {
  using Algorithm = OneAlgorithm;
  using Options = TopKOptions;
  using Report = TopKReport;
  using Capacity = TopKCapacity;
  static constexpr char const* name = "yoke::top_k";
  static constexpr char const* busy = "select";

  struct Arguments {
    RawArray<Word const> keys;
    RawArray<Word> selected;
    RawArray<Value> indices;
    KeyKind kind = KeyKind::is_unsigned;

    static constexpr std::array names{"keys", "selected", "indices"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.keys, self.selected, self.indices);
    }
  };

  static void check_options(Options const& options) {
    check_choice(name, "options.order", options.order, SortOrder::descending);
  }
  static void check(char const* caller, Arguments const& arguments) {
    if (!std::is_same_v<Value, NoValue>) {
      check_same_size(caller, "selected", arguments.selected.size, "indices",
                      arguments.indices.size);
    }
    if (arguments.selected.size <= arguments.keys.size) return;
    throw std::invalid_argument(std::string(caller) + ": selected has " +
                                show_count(arguments.selected.size, "element") + ", of " +
                                show_count(arguments.keys.size, "key"));
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "keys", arguments.keys.size, capacity.elements);
    check_capacity(name, "selected", arguments.selected.size, capacity.selected);
  }
};

// What a plan's indices are compiled for.
template <class Index>
struct TopKValue {
  static_assert(is_index<Index>, "yoke::top_k: indices must be 32- or 64-bit integers");
  using Type = WordOf<Index>;
};
template <>
struct TopKValue<void> {
  using Type = NoValue;
};

}  // namespace yoke::detail::sorting
