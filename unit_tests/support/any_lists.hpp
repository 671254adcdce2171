#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "yoke/list_ranking_options.hpp"

namespace yoke_test {

// A random functional graph on few nodes and random heads: lists, nearly lists, or anything.
// Knows by plain means what list_rank must make of it.
class AnyLists {
 public:
  enum class Shape { lists, equal_lists, changed_lists, graph, forest, permutation, count };
  enum class Heads { found, right, repeated, changed, count };

  std::vector<std::uint64_t> successor, heads;

  explicit AnyLists(std::uint64_t seed) : seed_(seed), random_(seed) {
    std::uint64_t const most[] = {4, 40, 400, 4000};
    n_ = 1 + below(most[below(4)]);
    shape_ = static_cast<Shape>(below(static_cast<std::uint64_t>(Shape::count)));
    heads_kind_ = static_cast<Heads>(below(static_cast<std::uint64_t>(Heads::count)));
    self_loop_ = below(2) == 0;
    make_successors();
    study();
    make_heads();
  }

  std::size_t size() const { return n_; }
  yoke::Tail tail() const { return self_loop_ ? yoke::Tail::self_loop() : yoke::Tail::minus_one(); }
  std::string describe() const {
    static char const* const shapes[] = {"lists",  "lists of one length", "changed lists", "graph",
                                         "forest", "permutation"};
    static char const* const kinds[] = {"found", "right", "repeated", "changed"};
    return std::string(shapes[static_cast<int>(shape_)]) + " of " + std::to_string(n_) +
           ", heads " + kinds[static_cast<int>(heads_kind_)] + ", list seed " +
           std::to_string(seed_);
  }

  // Does every node lie on one list, between its head and its tail?
  bool are_lists() const { return most_predecessors_ <= 1 && reached_ == n_; }
  bool heads_are_right() const {
    auto sorted = heads;
    std::sort(sorted.begin(), sorted.end());
    return heads.empty() || sorted == sources_;
  }

  template <class Index>
  bool are_ranks(std::vector<Index> const& rank, yoke::RankFrom from) const {
    for (std::size_t i = 0; i < n_; ++i) {
      std::size_t const next = successor[i];
      if (is_tail(i) && from == yoke::RankFrom::tail && rank[i] != 0) return false;
      if (is_tail(i)) continue;
      if (next >= n_) return false;
      if (from == yoke::RankFrom::tail && rank[i] != rank[next] + 1) return false;
      if (from == yoke::RankFrom::head && rank[next] != rank[i] + 1) return false;
    }
    return from == yoke::RankFrom::tail ||
           std::all_of(sources_.begin(), sources_.end(), [&](auto i) { return rank[i] == 0; });
  }

 private:
  std::uint64_t below(std::uint64_t count) { return random_() % count; }
  bool is_tail(std::size_t i) const { return successor[i] == (self_loop_ ? i : ~std::uint64_t(0)); }
  void end(std::size_t i) { successor[i] = self_loop_ ? i : ~std::uint64_t(0); }

  void make_successors() {
    successor.resize(n_);
    switch (shape_) {
      case Shape::graph:
        for (auto& next : successor) next = below(n_);
        for (std::size_t k = 1 + below(n_); k > 0; --k) end(below(n_));
        return;
      case Shape::forest:
        // Ends of lists among the first nodes; branches that meet soon, or after a long way.
        for (std::size_t i = 0; i < n_; ++i) {
          std::uint64_t const reach = below(4) == 0 ? i : std::min<std::uint64_t>(i, 3);
          if (reach == 0 || below(20) == 0) {
            end(i);
          } else {
            successor[i] = i - 1 - below(reach);
          }
        }
        return;
      case Shape::permutation:
        successor = order();
        for (std::size_t i = 0; i < n_; ++i) {
          if (successor[i] == i) end(i);
        }
        return;
      default:
        make_lists(shape_ == Shape::equal_lists);
    }
    if (shape_ == Shape::changed_lists) {
      for (std::uint64_t changes = 1 + below(3); changes > 0; --changes) change();
    }
  }

  std::vector<std::uint64_t> order() {
    std::vector<std::uint64_t> nodes(n_);
    std::iota(nodes.begin(), nodes.end(), 0);
    if (below(3) > 0) std::shuffle(nodes.begin(), nodes.end(), random_);
    return nodes;
  }

  void make_lists(bool of_one_length) {
    auto const nodes = order();
    std::uint64_t const length = 1 + below(below(2) ? 4 : n_);
    for (std::size_t i = 0; i < n_; ++i) {
      bool const ends = i + 1 == n_ || (of_one_length ? (i + 1) % length == 0 : below(length) == 0);
      if (ends) {
        end(nodes[i]);
      } else {
        successor[nodes[i]] = nodes[i + 1];
      }
    }
  }

  void change() {
    std::uint64_t const a = below(n_), b = below(n_);
    switch (below(4)) {
      case 0:
        std::swap(successor[a], successor[b]);
        return;
      case 1:
        successor[a] = b;
        return;
      case 2:
        if (!is_tail(b)) successor[a] = successor[b];
        return;
      default:
        if (below(4) == 0) successor[a] = n_ + below(3);
    }
  }

  void study() {
    std::vector<std::vector<std::size_t>> predecessors(n_);
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_tail(i)) {
        reached.push_back(i);
      } else if (successor[i] < n_) {
        predecessors[successor[i]].push_back(i);
      }
    }
    tails_ = reached.size();
    for (std::size_t k = 0; k < reached.size(); ++k) {
      auto const& before = predecessors[reached[k]];
      reached.insert(reached.end(), before.begin(), before.end());
    }
    reached_ = reached.size();
    for (std::size_t i = 0; i < n_; ++i) {
      most_predecessors_ = std::max(most_predecessors_, predecessors[i].size());
      if (predecessors[i].empty()) sources_.push_back(i);
    }
  }

  // As many as there are tails, because any other number is refused.
  void make_heads() {
    if (heads_kind_ == Heads::found) return;
    heads = sources_;
    std::shuffle(heads.begin(), heads.end(), random_);
    if (heads_kind_ != Heads::right && !heads.empty()) {
      for (std::uint64_t changes = 1 + below(3); changes > 0; --changes) {
        heads[below(heads.size())] =
            heads_kind_ == Heads::repeated ? heads[below(heads.size())] : below(n_);
      }
    }
    while (heads.size() > tails_) heads.pop_back();
    while (heads.size() < tails_) heads.push_back(below(n_));
  }

  std::uint64_t seed_;
  std::mt19937_64 random_;
  std::uint64_t n_ = 0;
  Shape shape_{};
  Heads heads_kind_{};
  bool self_loop_ = true;
  std::vector<std::uint64_t> sources_;  // the nodes without predecessor, ascending
  std::size_t tails_ = 0, reached_ = 0, most_predecessors_ = 0;
};

}  // namespace yoke_test
