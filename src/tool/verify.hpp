#pragma once

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <yoke/list_ranking_options.hpp>

#include "links.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// Checks ranks by their definition, without ranking: every link changes the rank by one, the first
// or last nodes have rank 0, no node has two predecessors, and there are as many lists as counted.
// (Ranks that fall by one along every link rule out cycles.) On the host; n bits of memory.
template <class Word>
class RankCheck {
 public:
  RankCheck(std::span<Word const> successor, std::span<Word const> rank, Tail tail, RankFrom from)
      : successor_(successor),
        rank_(rank),
        tail_(tail),
        from_(from),
        marks_("yoke::tool::verify::marks", (successor.size() + 31) / 32) {}

  // What is wrong, or nothing.
  std::optional<std::string> find_fault(std::uint64_t lists) {
    std::uint64_t const n = successor_.size();
    if (auto const bad = first_node([this](std::uint64_t i) { return !mark_successor(i); });
        bad < n)
      return fmt::format("the successor of node {} is out of range, or another node's too", bad);
    if (auto const bad = first_node([this](std::uint64_t i) { return !has_right_rank(i); });
        bad < n)
      return fmt::format("the rank of node {} is {}, its successor {}", bad, rank_[bad],
                         describe_successor(bad));
    std::uint64_t const tails = count_tails();
    if (tails != lists) return fmt::format("{} lists were counted, but there are {}", lists, tails);
    return std::nullopt;
  }

 private:
  using Range = Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::uint64_t>>;

  bool is_last(std::uint64_t i) const { return is_tail(tail_, i, successor_[i]); }
  bool is_first(std::uint64_t i) const { return (marks_(i / 32) >> (i % 32) & 1) == 0; }

  bool mark_successor(std::uint64_t i) const {
    if (is_last(i)) return true;
    std::uint64_t const next = successor_[i];
    if (next >= successor_.size()) return false;
    std::uint32_t const bit = std::uint32_t(1) << (next % 32);
    return (Kokkos::atomic_fetch_or(&marks_(next / 32), bit) & bit) == 0;
  }

  bool has_right_rank(std::uint64_t i) const {
    bool const from_tail = from_ == RankFrom::tail;
    if (!from_tail && is_first(i) && rank_[i] != 0) return false;
    if (is_last(i)) return !from_tail || rank_[i] == 0;
    Word const here = rank_[i], next = rank_[successor_[i]];
    return from_tail ? here == next + 1 : next == here + 1;
  }

  std::string describe_successor(std::uint64_t i) const {
    if (is_last(i)) return "there is none";
    return fmt::format("{} has {}", successor_[i], rank_[successor_[i]]);
  }

  template <class Predicate>
  std::uint64_t first_node(Predicate const& predicate) const {
    std::uint64_t first = successor_.size();
    Kokkos::parallel_reduce(
        "yoke::tool::verify::first_node", Range(HostExec(), 0, successor_.size()),
        [&predicate](std::uint64_t i, std::uint64_t& smallest) {
          if (predicate(i) && i < smallest) smallest = i;
        },
        Kokkos::Min<std::uint64_t>(first));
    return first;
  }

  std::uint64_t count_tails() const {
    std::uint64_t tails = 0;
    Kokkos::parallel_reduce(
        "yoke::tool::verify::tails", Range(HostExec(), 0, successor_.size()),
        [this](std::uint64_t i, std::uint64_t& count) { count += is_last(i); }, tails);
    return tails;
  }

  std::span<Word const> successor_, rank_;
  Tail tail_;
  RankFrom from_;
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> marks_;
};

}  // namespace yoke::tool
