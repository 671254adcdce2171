#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/list_scan/steps.hpp"
#include "yoke/list_scan_options.hpp"

namespace yoke::detail::list_scan {

// Scans along lists, as the frame knows them (frame/capability.hpp): it sees the links, and the
// values by the steps alone. Word is the successors' width.
template <class Word>
struct ListScan {
  using Algorithm = OneAlgorithm;
  using Options = ListScanOptions;
  static constexpr RankForm ranks = RankForm::of_spaces;
  static constexpr bool numbers_all_ranks = true;
  using Report = ListScanReport;
  static constexpr char const* name = "yoke::list_scan";
  static constexpr char const* busy = "scan";

  struct Capacity {
    std::size_t nodes;
    ElementSizes sizes;
  };
  struct Arguments {
    RawArray<Word const> successor;
    ScanSteps<Word> const* steps = nullptr;
    LineSteps<Word> const* line = nullptr;  // on ranks

    static constexpr std::array names{"successor"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.successor);
    }
  };

  static constexpr auto indices = &Arguments::successor;

  static void check_options(Options const& options) {
    check_choice(name, "options.kind", options.kind, ScanKind::exclusive);
    check_choice(name, "options.from", options.from, ScanFrom::tail);
  }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.successor.size; }
  static void check(char const*, Arguments const&) {}
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "successor", arguments.successor.size, capacity.nodes);
  }
};

// Lists in order.
template <class Word>
struct ListToArray {
  using Algorithm = OneAlgorithm;
  using Options = ListToArrayOptions;
  using Report = ListScanReport;
  static constexpr char const* name = "yoke::list_to_array";
  static constexpr char const* busy = "order";

  struct Capacity {
    std::size_t nodes;
  };
  struct Arguments {
    RawArray<Word const> successor;
    RawArray<Word> order;
    RawArray<Word> offsets;  // empty where the caller wants none

    static constexpr std::array names{"successor", "order", "offsets"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.successor, self.order, self.offsets);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.successor.size; }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "successor", arguments.successor.size, "order", arguments.order.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "successor", arguments.successor.size, capacity.nodes);
  }
  // Without nodes there is an offset to write.
  static bool is_empty(Arguments const& arguments) {
    return arguments.successor.size == 0 && arguments.offsets.size == 0;
  }
};

}  // namespace yoke::detail::list_scan
