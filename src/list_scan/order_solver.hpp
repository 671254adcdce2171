#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "list_scan/lists.hpp"
#include "list_scan/place_scan.hpp"
#include "list_scan/sublist_scan.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/list_scan/capability.hpp"

namespace yoke::detail {

template <class Word, class Space>
class Solver<list_scan::ListToArray<Word>, Space> {
  using Capability = list_scan::ListToArray<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  Solver(Space const& exec, typename Capability::Capacity const& capacity,
         ListToArrayOptions const& options, OneAlgorithm)
      : exec_(exec),
        options_(options),
        lists_(Capability::name, exec, capacity.nodes,
               end_rule<Word>(options.tail, "yoke::list_to_array: options.tail"), false),
        scan_(exec, capacity.nodes, options.seed,
              list_scan::element_sizes<Word, list_scan::PlaceInList<Word>>()),
        own_offsets_(make_buffer<Space, Word>(exec, "yoke::list_to_array::offsets", 2)) {}

  // Returns the number of lists.
  std::size_t run(Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const successor = array_on<Space>(arguments.successor);
    std::size_t const n = successor.extent(0);
    if (n == 0) return without_nodes(arguments);
    if (options_.validate) {
      lists_.validate(successor);
      timer.done("validate");
    }
    auto const heads = lists_.find_starts(successor);
    timer.done("heads");
    if (options_.report) options_.report->lists = heads.extent(0);
    list_scan::PlaceSteps<Space, Word> const steps(exec_, array_on<Space>(arguments.order),
                                                   offsets(arguments, heads.extent(0)));
    if (!scan_.run(steps, {n, successor, lists_.tail(), heads}, timer, options_.report)) {
      lists_.fail(successor);
    }
    exec_.fence(Capability::name);
    return heads.extent(0);
  }

 private:
  std::size_t without_nodes(Arguments const& arguments) {
    Kokkos::deep_copy(exec_, Array<Space, Word>(arguments.offsets.data, 1), Word(0));
    exec_.fence(Capability::name);
    return 0;
  }

  // The caller's, or the plan's own.
  Array<Space, Word> offsets(Arguments const& arguments, std::size_t lists) {
    std::size_t const needed = lists + 1, given = arguments.offsets.size;
    if (given == 0) {
      if (own_offsets_.extent(0) < needed) {
        own_offsets_ = make_buffer<Space, Word>(exec_, "yoke::list_to_array::offsets", needed);
      }
      return array_of(own_offsets_, needed);
    }
    if (given < needed) {
      throw std::invalid_argument(
          "yoke::list_to_array: offsets has " + show_count(given, "element") + "; for " +
          show_count(lists, "list") + " it must have " + std::to_string(needed));
    }
    return Array<Space, Word>(arguments.offsets.data, needed);
  }

  Space exec_;
  ListToArrayOptions options_;
  list_scan::ScanLists<Space, Word> lists_;
  list_scan::SublistScan<Space, Word> scan_;
  Buffer<Space, Word> own_offsets_;
};

}  // namespace yoke::detail
