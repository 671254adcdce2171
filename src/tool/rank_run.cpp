#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <type_traits>
#include <yoke/errors.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/validate_ranks.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "key_file.hpp"
#include "links.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "rank.hpp"
#include "ranks.hpp"
#include "run.hpp"

namespace yoke::tool {
namespace {

using RankRuns = TimedRuns<RankArguments, RankOutcome>;

// A file's list, or a generated one.
class Source {
 public:
  explicit Source(RankArguments const& arguments) : arguments_(arguments) {
    if (!arguments.random) file_.emplace(arguments.input, arguments.type);
    // A successor and a rank of each node.
    double const bytes =
        2.0 * (is_wide() ? 8 : 4) * static_cast<double>(own_part(size()).size) * ranks_on_node();
    check_fits_in_memory(file_ ? file_->name() : fmt::format("--random {}", size()), "ranking it",
                         bytes);
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
                  "the mark of a list's end (--tail)", "; if -1 is that mark, add --tail -1");
    } else {
      Progress const progress("generating the list");
      ListShape shape = arguments_.shape;
      shape.tail = arguments_.options.tail;
      if (ranks() == 1) {
        generate_lists(HostExec(), successor, shape);
        return;
      }
      // Each rank generates all of it, and keeps its part.
      using Word = typename Successor::value_type;
      auto const all = make_numbers<Word, Kokkos::HostSpace>("all", size());
      generate_lists(HostExec(), all, shape);
      std::copy_n(all.data() + own_part(size()).begin, successor.extent(0), successor.data());
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

template <class Executor, class Numbers>
void rank_in_place(Executor const& executor, Numbers const& successor, Numbers const& rank,
                   RankRuns& runs, RankOutcome& outcome) {
  using Index = typename Numbers::value_type;
  ListRankPlan<Executor, Index> plan(executor, successor.extent(0), runs.options());
  runs.run("ranking", plan, [&] { outcome.lists = plan(successor, rank); });
  add_traffic_of(executor, outcome.traffic);
}

// For a device, which cannot work where the arrays are: they are brought to it and back.
template <class Executor, class Numbers>
void rank_on_device(Executor const& executor, Numbers const& successor, Numbers const& rank,
                    RankRuns& runs, RankOutcome& outcome) {
  using Index = typename Numbers::value_type;
  using Memory = WorkMemory<Executor>;
  auto const there = make_numbers<Index, Memory>("successor", successor.extent(0));
  auto const ranks_there = make_numbers<Index, Memory>("rank", rank.extent(0));
  outcome.upload = timed_copy(executor, there, successor);
  rank_in_place(executor, there, ranks_there, runs, outcome);
  outcome.download = timed_copy(executor, rank, ranks_there);
}

template <class Index, class Executor>
void rank_on(Executor const& executor, RankArguments const& arguments, Source& source,
             Outputs& outputs, RankOutcome& outcome) {
  constexpr bool is_host = std::is_same_v<WorkMemory<Executor>, Kokkos::HostSpace>;
  using Memory = std::conditional_t<is_host, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
  outcome.nodes = source.size();
  std::size_t const size = own_part(source.size()).size;
  auto const successor = make_numbers<Index, Memory>("successor", size);
  auto const rank = make_numbers<Index, Memory>("rank", size);
  source.fill(successor);
  RankRuns runs(arguments, "list_rank", outcome);
  try {
    if constexpr (std::is_same_v<WorkMemory<Executor>, Memory>) {
      rank_in_place(executor, successor, rank, runs, outcome);
    } else {
      rank_on_device(executor, successor, rank, runs, outcome);
    }
  } catch (InvalidInput const& error) {
    source.blame(error);
  }
  if (arguments.verify) {
    outcome.fault = find_fault("list", outcome.lists, [&] {
      return validate_ranks(HostExec(), successor, rank, arguments.options);
    });
    if (outcome.fault) return;
  }
  write_output(outputs, arguments.output, arguments.output_type, rank);
  runs.write_trace(outputs);
}

template <class Index>
RankOutcome rank_words(RankArguments const& arguments, Source& source, Outputs& outputs) {
  RankOutcome outcome;
  on_ranks_or_space(arguments.space, [&](auto const& executor) {
    rank_on<Index>(executor, arguments, source, outputs, outcome);
  });
  return outcome;
}

}  // namespace

RankOutcome rank_lists(RankArguments const& arguments, Outputs& outputs) {
  Source source(arguments);
  check_tail_fits(arguments.options.tail, source.is_wide());
  return source.is_wide() ? rank_words<std::uint64_t>(arguments, source, outputs)
                          : rank_words<std::uint32_t>(arguments, source, outputs);
}

}  // namespace yoke::tool
