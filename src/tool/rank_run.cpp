#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <limits>
#include <span>
#include <type_traits>
#include <yoke/errors.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/validate_ranks.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "links.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "rank.hpp"
#include "run.hpp"

namespace yoke::tool {
namespace {

// A file's list, or a generated one.
class Source {
 public:
  explicit Source(RankArguments const& arguments) : arguments_(arguments) {
    if (!arguments.random) file_.emplace(arguments.input, arguments.type);
  }

  std::uint64_t size() const { return file_ ? file_->size() : *arguments_.random; }
  bool is_wide() const {
    if (file_) return file_->is_wide();
    if (arguments_.type) return *arguments_.type == Format::u64;
    return size() >= std::numeric_limits<std::uint32_t>::max();
  }

  template <class Successor>
  void fill(Successor const& successor) {
    if (file_) {
      file_->read(span_of(successor));
      check_links(*file_, span_of(successor), arguments_.options.tail, "successor",
                  "the mark of a list's end (--tail)");
    } else {
      Progress const progress("generating the list");
      ListShape shape = arguments_.shape;
      shape.tail = arguments_.options.tail;
      generate_lists(HostExec(), successor, shape);
    }
  }

  // The file's name in front of what the library found.
  [[noreturn]] void blame(InvalidInput const& error) const {
    if (!file_) throw error;
    throw Failure(fmt::format("{}: {}", file_->name(), error.what()));
  }

 private:
  RankArguments const& arguments_;
  std::optional<NumberFile> file_;
};

// One command's work: ranks successor into rank as often as asked.
class Runs {
 public:
  Runs(RankArguments const& arguments, RankOutcome& outcome)
      : outcome_(outcome), options_(arguments.options), timed_(arguments, "list_rank") {
    timed_.record_in(options_, outcome.report);
  }

  template <class Executor, class Successor, class Rank>
  void run(Executor const& executor, Successor const& successor, Rank const& rank) {
    using Index = typename Successor::value_type;
    ListRankPlan<Executor, Index> plan(executor, successor.extent(0), options_);
    outcome_.algorithm = plan.algorithm();
    outcome_.workspace_bytes = plan.workspace_bytes();
    timed_.run("ranking", outcome_, outcome_.report,
               [&] { outcome_.lists = plan(successor, rank); });
  }

  // For an executor that cannot work where the arrays are: they are brought to it and back.
  template <class Executor, class Successor, class Rank>
  void run_resident(Executor const& executor, Successor const& successor, Rank const& rank) {
    using Index = typename Successor::value_type;
    using Space = typename Executor::memory_space;
    auto const there = make_numbers<Index, Space>("successor", successor.extent(0));
    auto const ranks_there = make_numbers<Index, Space>("rank", rank.extent(0));
    outcome_.upload = timed_copy(executor, there, successor);
    run(executor, there, ranks_there);
    outcome_.download = timed_copy(executor, rank, ranks_there);
  }

  void write_trace(Outputs& outputs) const { timed_.write_trace(outputs); }

 private:
  RankOutcome& outcome_;
  ListRankOptions options_;
  TimedRuns timed_;
};

template <class MemorySpace, class Index, class Executor>
RankOutcome rank_on(Executor const& executor, RankArguments const& arguments, Source& source,
                    Outputs& outputs) {
  RankOutcome outcome;
  outcome.nodes = source.size();
  auto const successor = make_numbers<Index, MemorySpace>("successor", source.size());
  auto const rank = make_numbers<Index, MemorySpace>("rank", source.size());
  source.fill(successor);
  Runs runs(arguments, outcome);
  try {
    if constexpr (reaches_host_memory<Executor>()) {
      runs.run(executor, successor, rank);
    } else {
      runs.run_resident(executor, successor, rank);
    }
  } catch (InvalidInput const& error) {
    source.blame(error);
  }
  if (arguments.verify) {
    outcome.fault = find_fault("lists", outcome.lists, [&] {
      return validate_ranks(HostExec(), successor, rank, arguments.options);
    });
    if (outcome.fault) return outcome;
  }
  if (!arguments.output.empty()) {
    write_numbers(outputs[arguments.output], format_of(arguments.output, arguments.output_type),
                  std::span<Index const>(span_of(rank)));
  }
  runs.write_trace(outputs);
  return outcome;
}

template <class Index>
RankOutcome rank_words(RankArguments const& arguments, Source& source, Outputs& outputs) {
  switch (arguments.space) {
    case Space::serial:
      return rank_on<Kokkos::HostSpace, Index>(one_host_thread(), arguments, source, outputs);
    case Space::host:
      return rank_on<Kokkos::HostSpace, Index>(HostExec(), arguments, source, outputs);
    case Space::device:
      return rank_on<PinnedSpace, Index>(DeviceExec(), arguments, source, outputs);
    case Space::hybrid:
      break;
  }
  return rank_on<PinnedSpace, Index>(Hybrid<>(), arguments, source, outputs);
}

}  // namespace

RankOutcome rank_lists(RankArguments const& arguments, Outputs& outputs) {
  Source source(arguments);
  check_tail_fits(arguments.options.tail, source.is_wide());
  return source.is_wide() ? rank_words<std::uint64_t>(arguments, source, outputs)
                          : rank_words<std::uint32_t>(arguments, source, outputs);
}

}  // namespace yoke::tool
