#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/list_scan_options.hpp"

// A scan of lists comes in two halves. The library's, which is compiled, finds the heads, splits
// the lists, owns the memory and says what comes when. The steps are compiled where values and
// their operator are known, and nothing else needs those. Between the two go plain arrays.
namespace yoke::detail::mpi {
template <class Word>
struct Line;
}

namespace yoke::detail::list_scan {

// What the walkers count together, in the memory of their space.
struct ScanCounters {
  std::uint64_t next_ticket = 0;
  std::uint64_t visited = 0;
  std::uint64_t faults = 0;
  std::uint64_t overlong = 0;      // walks that were cut short
  std::uint64_t longest_walk = 0;  // nodes; where it is asked for
};

// In bytes: all that the library knows of a scan's records and values.
struct ElementSizes {
  std::size_t record, value;
};

// A scan under way. Of two tables, the first is filled by the walk; a round of pointer jumping
// reads one and writes the other.
template <class Word>
struct ScanArrays {
  std::uint64_t size;  // nodes
  Word const* successor;
  TailRule<Word> tail;
  Word const* heads;
  std::uint64_t lists;
  Splitters<Word> splitters;
  void* record;
  void* prefix;  // of the tables: a value a block each
  Word* before;  // of the tables: a word a block each
  ScanCounters* counters;
};

// What touches values, on one instance, which none of the steps but jump() fences.
template <class Word>
class ScanSteps {
 public:
  // Fills the records with links and values: once more where lists are split again.
  virtual void load(ScanArrays<Word> const& arrays) const = 0;
  // Empties the first table.
  virtual void clear(ScanArrays<Word> const& arrays) const = 0;
  // Scans sublists of up to `longest` nodes (scan_walk.hpp).
  virtual void walk(ScanArrays<Word> const& arrays, std::uint64_t longest,
                    bool counts_longest) const = 0;
  // A round of pointer jumping over the sublists; returns how many have not reached a head.
  virtual std::uint64_t jump(ScanArrays<Word> const& arrays, int from_table) const = 0;
  // Writes the results: the table has what stands before each sublist.
  virtual void store(ScanArrays<Word> const& arrays, int table) const = 0;

 protected:
  ~ScanSteps() = default;
};

// The same on several ranks: values go to their places in a line of list after list, of which each
// rank has a stretch. Called by all ranks; each step fences.
template <class Word>
class LineSteps {
 public:
  // Room for `own` values of this rank, of `all` of all ranks.
  virtual void reserve(std::uint64_t own, std::uint64_t all) const = 0;
  virtual void send(mpi::Line<Word> const& line) const = 0;
  virtual void scan(mpi::Line<Word> const& line) const = 0;
  virtual void send_back(mpi::Line<Word> const& line) const = 0;

 protected:
  ~LineSteps() = default;
};

// What several ranks hold for that (ranks/line_scan.hpp): there alone it is something.
template <class Executor, class Word, class Value>
class RankLine {};

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
