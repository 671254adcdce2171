#pragma once

#include <Kokkos_Macros.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/euler_tour_options.hpp"

// Tours and forests, as the frame knows them (frame/capability.hpp). Word is the indices' width.
namespace yoke::detail::trees {

// The edges of a forest, read where the caller has them, whatever their stride: copies would be
// another two indices an edge.
template <class Word>
struct EdgeEnds {
  Word const *sources = nullptr, *targets = nullptr;
  std::size_t source_stride = 1, target_stride = 1;
  std::uint64_t edges = 0;

  KOKKOS_FUNCTION Word from(std::uint64_t e) const { return sources[e * source_stride]; }
  KOKKOS_FUNCTION Word to(std::uint64_t e) const { return targets[e * target_stride]; }
};

struct ForestCapacity {
  std::size_t edges, roots;

  void check(char const* caller, std::size_t given_edges, std::size_t given_roots) const {
    check_capacity(caller, "the edge list", given_edges, edges);
    check_capacity(caller, "roots", given_roots, roots);
  }
};

struct NodeCapacity {
  std::size_t nodes;
};

// The tour of a parent array.
template <class Word>
struct ParentTour {
  using Algorithm = OneAlgorithm;
  using Options = TreeOptions;
  using Report = TreeReport;
  static constexpr char const* name = "yoke::euler_tour";
  static constexpr char const* busy = "tour";

  using Capacity = NodeCapacity;
  struct Arguments {
    RawArray<Word const> parent;
    RawArray<Word> successor;

    static constexpr std::array names{"parent", "successor"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.parent, self.successor);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return 2 * arguments.parent.size; }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "successor", arguments.successor.size, "the tour",
                    2 * arguments.parent.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "parent", arguments.parent.size, capacity.nodes);
  }
};

template <class Word>
struct Statistics {
  using Algorithm = OneAlgorithm;
  using Options = TreeOptions;
  using Report = TreeReport;
  static constexpr char const* name = "yoke::tree_statistics";
  static constexpr char const* busy = "statistics";

  using Capacity = NodeCapacity;
  struct Arguments {
    RawArray<Word const> parent;
    RawArray<Word> depth, subtree_size, preorder, postorder;

    static constexpr std::array names{"parent", "depth", "subtree_size", "preorder", "postorder"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.parent, self.depth, self.subtree_size, self.preorder, self.postorder);
    }
  };

  // The visits of the tour, of which nodes have two.
  static std::uint64_t numbered(Arguments const& arguments) { return 2 * arguments.parent.size; }
  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const n = arguments.parent.size;
    check_same_size(caller, "parent", n, "depth", arguments.depth.size);
    check_same_size(caller, "parent", n, "subtree_size", arguments.subtree_size.size);
    check_same_size(caller, "parent", n, "preorder", arguments.preorder.size);
    check_same_size(caller, "parent", n, "postorder", arguments.postorder.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "parent", arguments.parent.size, capacity.nodes);
  }
};

template <class Word>
struct ForestArguments {
  EdgeEnds<Word> ends;
  RawArray<Word const> roots;
  RawArray<Word> output;

  static constexpr std::array names{"roots", "output"};
  template <class Self>
  static auto arrays(Self& self) {
    return std::tie(self.roots, self.output);
  }
};

// The tour of an edge list.
template <class Word>
struct EdgeTour {
  using Algorithm = OneAlgorithm;
  using Options = ForestOptions;
  using Report = TreeReport;
  static constexpr char const* name = "yoke::euler_tour";
  static constexpr char const* busy = "tour";
  static constexpr char const* output = "successor";

  using Capacity = ForestCapacity;
  using Arguments = ForestArguments<Word>;

  static std::uint64_t numbered(Arguments const& arguments) { return 2 * arguments.ends.edges; }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "successor", arguments.output.size, "the tour",
                    2 * arguments.ends.edges);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.ends.edges, arguments.roots.size);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.ends.edges == 0; }
};

template <class Word>
struct RootForest {
  using Algorithm = OneAlgorithm;
  using Options = ForestOptions;
  using Report = TreeReport;
  static constexpr char const* name = "yoke::root_forest";
  static constexpr char const* busy = "root";
  static constexpr char const* output = "parent";

  using Capacity = ForestCapacity;
  using Arguments = ForestArguments<Word>;

  // Arcs and vertices.
  static std::uint64_t numbered(Arguments const& arguments) {
    return 2 * arguments.ends.edges + arguments.roots.size;
  }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "parent", arguments.output.size, "the forest",
                    arguments.ends.edges + arguments.roots.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.ends.edges, arguments.roots.size);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.output.size == 0; }
};

}  // namespace yoke::detail::trees
