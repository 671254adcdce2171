#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/errors.hpp"
#include "yoke/top_k_options.hpp"

// Sorting by a comparator, sorting segments, and the first keys in order, as the frame knows them.

namespace yoke::detail::sorting {

struct SegmentsCapacity {
  std::size_t elements, segments;
  // What the numbers take is held from the start, not from the first call that has some.
  bool is_numbered = false;
};

// How many there are between so many offsets.
inline std::size_t segments_of(std::size_t offsets) { return offsets == 0 ? 0 : offsets - 1; }

// The fault of a segment's offsets, before anything is written.
inline InvalidInput bad_segment(char const* caller, std::uint64_t segment, std::uint64_t keys) {
  return InvalidInput(std::string(caller) + ": segment " + std::to_string(segment) +
                          " ends before it begins, or behind the " + show_count(keys, "key"),
                      segment);
}

// Sorting each of many ranges of keys.
template <class Word>
struct SortSegments : SortBase {
  using Capacity = SegmentsCapacity;
  static constexpr char const* name = "yoke::sort_segments";

  struct Arguments {
    RawArray<std::uint64_t const> offsets;
    InOutArray<Word> keys;
    // Move with the keys where there are any.
    InOutArray<std::uint32_t> numbers;
    KeyKind kind = KeyKind::is_unsigned;

    static constexpr std::array names{"offsets", "keys", "numbers"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.offsets, self.keys, self.numbers);
    }
  };

  static void check_options(SortOptions const& options) { sorting::check_options(name, options); }
  static void check(char const*, Arguments const&) {}
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "keys", arguments.keys.size, capacity.elements);
    if (arguments.offsets.size == 0) {
      throw std::invalid_argument(std::string(name) + ": offsets must hold at least one element");
    }
    check_capacity(name, "segments", segments_of(arguments.offsets.size), capacity.segments);
  }
  // Also of no segment the offset is checked.
  static bool is_empty(Arguments const&) { return false; }
};

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

// check_options() of a sort by a comparator.
void check_comparator_options(char const* caller, SortOptions const& options);

// On several ranks, what follows when each has sorted its part.
class JoinSteps {
 public:
  virtual ~JoinSteps() = default;
  virtual void prepare() = 0;  // by each rank alone
  virtual void join() = 0;     // by all

  std::function<void()> check_own;  // throws where a rank's part is not in order
};

// Sorting by a comparator, as the frame knows it (frame/capability.hpp): it sees keys and payloads
// by the steps alone.
struct ComparatorSort : SortBase {
  static constexpr char const* name = "yoke::sort by a comparator";
  static constexpr RankForm ranks = RankForm::of_spaces;

  struct Capacity {
    std::size_t elements;
    ElementSizes sizes;
    char const* caller = name;  // for messages: what the user calls
  };
  struct Arguments {
    std::size_t size = 0;
    Place place = Place::host;  // of the Views
    SortSteps steps;
    JoinSteps* joining = nullptr;

    static constexpr std::array<char const*, 0> names{};
    template <class Self>
    static auto arrays(Self&) {
      return std::tie();
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.size; }
  static void check(char const*, Arguments const&) {}
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(capacity.caller, "keys", arguments.size, capacity.elements);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.size == 0; }
};

}  // namespace yoke::detail::sorting
