#include <Kokkos_Timer.hpp>
#include <string>

#include "frame/ranks/plan_core.hpp"
#include "list_scan/ranks/list_placer.hpp"
#include "yoke/detail/list_scan/capability.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

// The nodes' places in a line are found here; the steps know values and operator.
template <class Word, class Space>
class RankSolver<list_scan::ListScan<Word>, Space> {
  using Capability = list_scan::ListScan<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), options_(plan.options) {
    end_rule<Word>(options_.tail, std::string(Capability::name) + ": options.tail");
  }

  static void compare(mpi::Call& call, typename Capability::Capacity const&,
                      ListScanOptions const& options) {
    call.same("options.kind", options.kind, {"inclusive", "exclusive"})
        .same("options.from", options.from, mpi::scan_end_names)
        .same("options.tail.is_self_loop()", options.tail.is_self_loop())
        .same("options.tail.end_value()", options.tail.end_value())
        .same("options.validate", options.validate)
        .same("options.seed", options.seed);
  }

  std::size_t run(Arguments const& arguments, RankSizes const& sizes) {
    timer_.reset();
    auto const& steps = *arguments.line;
    steps.reserve(arguments.successor.size, sizes.all);
    auto const line = place(arguments.successor, sizes);
    if (options_.report) options_.report->lists = line.lists;
    done("place nodes");
    steps.send(line);
    done("send values");
    steps.scan(line);
    done("scan");
    steps.send_back(line);
    done("send results");
    return 0;
  }

 private:
  // Faults are found on behalf of yoke::list_rank, and told on behalf of this call.
  mpi::Line<Word> place(RawArray<Word const> const& links, RankSizes const& sizes) {
    try {
      return placer_.run(ranks_, sizes, links,
                         {.tail = options_.tail,
                          .validate = options_.validate,
                          .seed = options_.seed,
                          .device_memory = options_.device_memory});
    } catch (InvalidInput const& error) {
      std::string const ranking = "yoke::list_rank", what = error.what();
      throw InvalidInput(
          what.starts_with(ranking) ? Capability::name + what.substr(ranking.size()) : what,
          error.index());
    }
  }

  // Every phase ends with a fence anyway.
  void done(char const* phase) {
    if (options_.report) options_.report->phases.push_back({phase, timer_.seconds()});
    timer_.reset();
  }

  mpi::Network<Space>& ranks_;
  ListScanOptions options_;
  mpi::ListPlacer<Space, Word> placer_;
  Kokkos::Timer timer_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::list_scan::ListScan<std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::list_scan::ListScan<std::uint64_t>)
