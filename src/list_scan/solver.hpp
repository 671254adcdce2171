#pragma once

#include <cstddef>

#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "list_scan/lists.hpp"
#include "list_scan/sublist_scan.hpp"
#include "yoke/detail/list_scan/capability.hpp"

namespace yoke::detail {

template <class Word, class Space>
class Solver<list_scan::ListScan<Word>, Space> {
  using Capability = list_scan::ListScan<Word>;

 public:
  Solver(Space const& exec, typename Capability::Capacity const& capacity,
         ListScanOptions const& options, OneAlgorithm)
      : exec_(exec),
        options_(options),
        lists_(Capability::name, exec, capacity.nodes,
               end_rule<Word>(options.tail, "yoke::list_scan: options.tail"),
               options.from == ScanFrom::tail),
        scan_(exec, capacity.nodes, options.seed, capacity.sizes) {}

  std::size_t run(typename Capability::Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const successor = array_on<Space>(arguments.successor);
    if (options_.validate) {
      lists_.validate(successor);
      timer.done("validate");
    }
    auto const heads = lists_.find_starts(successor);
    timer.done("heads");
    if (options_.report) options_.report->lists = heads.extent(0);
    bool const complete =
        scan_.run(*arguments.steps, {successor.extent(0), successor, lists_.tail(), heads}, timer,
                  options_.report);
    if (!complete) lists_.fail(successor);
    exec_.fence("yoke::list_scan");
    return heads.extent(0);
  }

 private:
  Space exec_;
  ListScanOptions options_;
  list_scan::ScanLists<Space, Word> lists_;
  list_scan::SublistScan<Space, Word> scan_;
};

}  // namespace yoke::detail
