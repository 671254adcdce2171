#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <yoke/list_ranking.hpp>
#include <yoke/list_scan.hpp>

#include "capabilities/cases.hpp"
#include "support/lists.hpp"

namespace yoke_perf {
namespace {

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t one, std::uint32_t other) const {
    return one + other;
  }
};

// Counts nodes that are not followed by the next one in the array. Where there are none and the
// last one is a tail, the array holds a whole list: from any node but the head the tail would come
// sooner.
template <class Space>
struct CountMisplaced {
  Numbers<std::uint32_t, typename Space::memory_space> successor, order;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    std::uint32_t const node = order(i);
    if (node >= successor.extent(0)) {
      ++faults;
      return;
    }
    bool const is_last = i + 1 == order.extent(0);
    faults += successor(node) != (is_last ? node : order(i + 1));
  }
};

template <class Space>
struct ListCases {
  using Bench = ListBench<Space, std::uint32_t>;

  static Cases all() {
    Sizes const sizes{1 << 16, 1 << 22, 1 << 26};
    return {{"list_rank/u32", sizes, rank<std::uint32_t>},
            {"list_rank/u64", sizes, rank<std::uint64_t>},
            {"list_scan/u32_sum", sizes, scan},
            {"list_to_array/u32", sizes, to_array},
            {"list_rank/10_nodes", ten, rank_once},
            {"list_scan/10_nodes", ten, scan_once}};
  }

  // A random list.
  template <class Index>
  static std::shared_ptr<ListBench<Space, Index>> list_of(std::uint64_t size) {
    auto const bench = std::make_shared<ListBench<Space, Index>>(true);
    bench->hold(size, {});
    return bench;
  }

  template <class Index>
  static Ready rank(std::uint64_t size) {
    auto const bench = list_of<Index>(size);
    auto const plan = std::make_shared<yoke::ListRankPlan<Space, Index>>(bench->exec(), size);
    auto const lists = std::make_shared<std::size_t>(0);
    return {size,
            {.prepare = [=] { bench->spoil_ranks(); },
             .run = [=] { *lists = (*plan)(bench->successor(), bench->rank()); },
             .find_fault = [=] { return bench->find_fault(*lists, yoke::RankFrom::tail); }},
            [=] { *lists = yoke::list_rank(bench->exec(), bench->successor(), bench->rank()); }};
  }

  // The ones of the nodes behind a node add up to its rank.
  static Ready scan(std::uint64_t size) {
    auto const bench = list_of<std::uint32_t>(size);
    yoke::ListScanOptions options;
    options.kind = yoke::ScanKind::exclusive;
    options.from = yoke::ScanFrom::tail;
    using Plan = yoke::ListScanPlan<Space, std::uint32_t, std::uint32_t>;
    auto const plan = std::make_shared<Plan>(bench->exec(), size, options);
    auto const ones = make_numbers<std::uint32_t, typename Space::memory_space>("ones", size, true);
    Kokkos::deep_copy(ones, 1u);
    return {size,
            {.prepare = [=] { bench->spoil_ranks(); },
             .run = [=] { (*plan)(bench->successor(), ones, bench->rank(), Sum(), 0u); },
             .find_fault = [=] { return bench->find_fault(1, yoke::RankFrom::tail); }},
            [=] {
              yoke::list_scan(bench->exec(), bench->successor(), ones, bench->rank(), Sum(), 0u,
                              options);
            }};
  }

  static Ready rank_once(std::uint64_t size) {
    auto const bench = list_of<std::uint32_t>(size);
    auto const lists = std::make_shared<std::size_t>(0);
    return {
        size,
        {.prepare = [=] { bench->spoil_ranks(); },
         .run = [=] { *lists = yoke::list_rank(bench->exec(), bench->successor(), bench->rank()); },
         .find_fault = [=] { return bench->find_fault(*lists, yoke::RankFrom::tail); }}};
  }

  static Ready scan_once(std::uint64_t size) {
    auto const bench = list_of<std::uint32_t>(size);
    auto const ones = make_numbers<std::uint32_t, typename Space::memory_space>("ones", size, true);
    Kokkos::deep_copy(ones, 1u);
    return {size,
            {.prepare = [=] { bench->spoil_ranks(); },
             .run =
                 [=] {
                   yoke::list_scan(
                       bench->exec(), bench->successor(), ones, bench->rank(), Sum(), 0u,
                       {.kind = yoke::ScanKind::exclusive, .from = yoke::ScanFrom::tail});
                 },
             .find_fault = [=] { return bench->find_fault(1, yoke::RankFrom::tail); }}};
  }

  static Ready to_array(std::uint64_t size) {
    auto const bench = list_of<std::uint32_t>(size);
    using Plan = yoke::ListToArrayPlan<Space, std::uint32_t>;
    auto const plan = std::make_shared<Plan>(bench->exec(), size);
    // The ranks' room holds the order.
    return {size,
            {.prepare = [=] { bench->spoil_ranks(); },
             .run = [=] { (*plan)(bench->successor(), bench->rank()); },
             .find_fault = [=] { return find_misplaced(*bench); }},
            [=] { yoke::list_to_array(bench->exec(), bench->successor(), bench->rank()); }};
  }

  static std::string find_misplaced(Bench const& bench) {
    std::uint64_t faults = 0;
    Kokkos::parallel_reduce("yoke_perf::misplaced",
                            WideRange<Space>(bench.exec(), 0, bench.rank().extent(0)),
                            CountMisplaced<Space>{bench.successor(), bench.rank()}, faults);
    return faults == 0 ? "" : std::to_string(faults) + " nodes are not at their places";
  }
};

}  // namespace

Cases list_cases(Side side) { return cases_of<ListCases>(side); }

}  // namespace yoke_perf
