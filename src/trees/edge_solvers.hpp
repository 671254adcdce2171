#pragma once

#include <string>

#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "trees/arc_ranking.hpp"
#include "trees/edges.hpp"
#include "yoke/detail/trees/capability.hpp"

namespace yoke::detail {

template <class Word, class Space>
class Solver<trees::EdgeTour<Word>, Space> {
  using Capability = trees::EdgeTour<Word>;

 public:
  Solver(Space const& exec, trees::ForestCapacity const& capacity, ForestOptions const& options,
         OneAlgorithm)
      : exec_(exec), options_(options), builder_(exec, capacity) {}

  std::size_t run(typename Capability::Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const roots = array_on<Space>(arguments.roots);
    trees::check_ends<Space, Word>(Capability::name, exec_, arguments.ends, roots);
    timer.done("check");
    builder_.build(arguments.ends, roots, array_on<Space>(arguments.output));
    timer.done("tour");
    exec_.fence(Capability::name);
    return arguments.ends.edges;
  }

 private:
  Space exec_;
  ForestOptions options_;
  trees::ArcTourBuilder<Space, Word> builder_;
};

template <class Word, class Space>
class Solver<trees::RootForest<Word>, Space> {
  using Capability = trees::RootForest<Word>;

 public:
  Solver(Space const& exec, trees::ForestCapacity const& capacity, ForestOptions const& options,
         OneAlgorithm)
      : exec_(exec),
        options_(options),
        builder_(exec, capacity),
        successor_(make_buffer<Space, Word>(exec, "yoke::root_forest::tour", 2 * capacity.edges)),
        rank_(make_buffer<Space, Word>(exec, "yoke::root_forest::rank", 2 * capacity.edges)),
        ranking_(exec, 2 * capacity.edges) {}

  std::size_t run(typename Capability::Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const& ends = arguments.ends;
    auto const roots = array_on<Space>(arguments.roots);
    trees::check_ends<Space, Word>(Capability::name, exec_, ends, roots);
    timer.done("check");
    builder_.build(ends, roots, array_of(successor_, 2 * ends.edges));
    timer.done("tour");
    rank(ends.edges);
    timer.done("rank");
    std::uint64_t const orphan = trees::parents_from_ranks<Space, Word>(
        exec_, ends, array_of(rank_, 2 * ends.edges), roots, array_on<Space>(arguments.output));
    if (orphan < arguments.output.size) {
      throw InvalidInput(std::string(Capability::name) + ": no root is connected to vertex " +
                             std::to_string(orphan),
                         orphan);
    }
    timer.done("parents");
    exec_.fence(Capability::name);
    return arguments.output.size;
  }

 private:
  void rank(std::uint64_t edges) {
    try {
      ranking_.run(array_of(successor_, 2 * edges), array_of(rank_, 2 * edges));
    } catch (InvalidInput const& fault) {
      std::uint64_t const edge = fault.index() % edges;
      throw InvalidInput(
          std::string(Capability::name) + ": edge " + std::to_string(edge) +
              " lies on a cycle or in a tree without a root, or a root is given twice",
          edge);
    }
  }

  Space exec_;
  ForestOptions options_;
  trees::ArcTourBuilder<Space, Word> builder_;
  Buffer<Space, Word> successor_, rank_;
  trees::ArcRanking<Space, Word> ranking_;
};

}  // namespace yoke::detail
