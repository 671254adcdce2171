#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace yoke::tool {

// A tree and its statistics in host memory; roots are their own parents.
template <class Word>
struct TreeTable {
  std::span<Word const> parent, depth, subtree_size, preorder, postorder;

  std::uint64_t size() const { return parent.size(); }
  bool is_root(std::uint64_t v) const { return parent[v] == v; }
};

// Checks statistics by their definitions, and against the ranks of the tree's Euler tour (enter v
// at v, leave v at n + v), which come from elsewhere. Returns what is wrong, or nothing.
template <class Word>
class TreeCheck {
 public:
  TreeCheck(TreeTable<Word> const& tree, std::span<Word const> tour_rank)
      : tree_(tree), tour_rank_(tour_rank), descendants_(tree.size()), entered_(tree.size()) {
    for (std::uint64_t v = 0; v < tree_.size(); ++v) {
      if (!tree_.is_root(v)) descendants_[tree_.parent[v]] += tree_.subtree_size[v];
    }
  }

  std::optional<std::string> find_fault() {
    for (std::uint64_t v = 0; v < tree_.size(); ++v) {
      char const* const wrong = !has_right_depth(v)        ? "depth"
                                : !has_right_size(v)       ? "subtree size"
                                : !has_right_preorder(v)   ? "preorder number"
                                : !has_right_postorder(v)  ? "postorder number"
                                : !agrees_with_its_tour(v) ? "place in the Euler tour"
                                                           : nullptr;
      if (wrong != nullptr) return fmt::format("the {} of node {} is wrong", wrong, v);
    }
    return std::nullopt;
  }

 private:
  bool has_right_depth(std::uint64_t v) const {
    return tree_.is_root(v) ? tree_.depth[v] == 0
                            : tree_.depth[v] == tree_.depth[tree_.parent[v]] + 1;
  }
  bool has_right_size(std::uint64_t v) const {
    return tree_.subtree_size[v] == descendants_[v] + 1;
  }

  // Numbers that nobody else has, and a subtree's inside its parent's range: since a range is as
  // long as its subtree is large, siblings' cannot overlap.
  bool has_right_preorder(std::uint64_t v) {
    std::uint64_t const first = tree_.preorder[v], end = first + tree_.subtree_size[v];
    if (first >= tree_.size() || entered_[first]) return false;
    entered_[first] = true;
    if (tree_.is_root(v)) return end <= tree_.size();
    std::uint64_t const p = tree_.parent[v], first_of_parent = tree_.preorder[p];
    return first_of_parent < first && end <= first_of_parent + tree_.subtree_size[p];
  }

  // When v is left, all up to the end of its range have been entered; of these, v and its
  // ancestors are not left.
  bool has_right_postorder(std::uint64_t v) const {
    return std::uint64_t(tree_.postorder[v]) + tree_.depth[v] + 1 ==
           std::uint64_t(tree_.preorder[v]) + tree_.subtree_size[v];
  }

  // Before v is entered, preorder(v) nodes have been, and all but its ancestors left.
  bool agrees_with_its_tour(std::uint64_t v) const {
    std::uint64_t const n = tree_.size(), enter = tour_rank_[v], leave = tour_rank_[n + v];
    return enter + 2 * std::uint64_t(tree_.preorder[v]) - tree_.depth[v] == 2 * n - 1 &&
           enter == leave + 2 * std::uint64_t(tree_.subtree_size[v]) - 1;
  }

  TreeTable<Word> tree_;
  std::span<Word const> tour_rank_;
  std::vector<std::uint64_t> descendants_;
  std::vector<bool> entered_;
};

}  // namespace yoke::tool
