#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/element_steps.hpp"

namespace yoke::detail::sorting {

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
