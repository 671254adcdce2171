#pragma once

#include <vector>

#include "support/lists.hpp"
#include "yoke/detail/spaces.hpp"

// Kernels as lambdas in templates that two source files instantiate, in the patterns that the
// library has as functors: reductions with Min and with a sum, over several Views and a number.

namespace yoke_test::two_sources {

using yoke::detail::Array;
using yoke::detail::array_of;
using yoke::detail::WideRange;

struct Answers {
  std::uint64_t named_twice, first_fault, beyond, unmet;
  std::vector<std::uint64_t> ranks;
  bool operator==(Answers const&) const = default;
};

// As the end rule of a call: state of its own beside the Views.
template <class Word>
struct Tail {
  Word mark;
  KOKKOS_FUNCTION bool operator()(Word node, Word next) const {
    return next == node || next == mark;
  }
};

// As the marks of the sublists: a struct of two Views and a number.
template <class Space, class Word>
struct Marks {
  Array<Space, Word const> owner, rank;
  Word free;
  KOKKOS_FUNCTION bool is_free(std::uint64_t node) const { return owner(node) == free; }
};

template <class Space, class Word>
std::uint64_t smallest_named_twice(Space const& exec, Array<Space, Word const> successor,
                                   Tail<Word> tail, Array<Space, std::uint32_t> bits) {
  std::uint64_t const n = successor.extent(0);
  std::uint64_t twice = n;
  Kokkos::parallel_reduce(
      "yoke_test::two_sources::mark", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & smallest) {
        Word const next = successor(i);
        if (tail(static_cast<Word>(i), next) || next >= n) return;
        std::uint32_t const bit = 1u << (next % 32);
        std::uint32_t const before = Kokkos::atomic_fetch_or(&bits(next / 32), bit);
        if ((before & bit) && next < smallest) smallest = next;
      },
      Kokkos::Min<std::uint64_t>(twice));
  return twice < n ? twice : n;
}

template <class Space, class Predicate>
std::uint64_t first_where(Space const& exec, std::uint64_t n, Predicate const& predicate) {
  std::uint64_t first = n;
  Kokkos::parallel_reduce(
      "yoke_test::two_sources::first", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & smallest) {
        if (i < smallest && predicate(i)) smallest = i;
      },
      Kokkos::Min<std::uint64_t>(first));
  return first < n ? first : n;
}

template <class Space, class Word>
std::uint64_t copy_in_range(Space const& exec, Array<Space, Word const> given, std::uint64_t n,
                            Array<Space, std::uint64_t> copy) {
  std::uint64_t beyond = 0;
  Kokkos::parallel_reduce(
      "yoke_test::two_sources::copy", WideRange<Space>(exec, 0, given.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) {
        sum += given(i) >= n;
        copy(i) = given(i);
      },
      beyond);
  return beyond;
}

template <class Space, class Word>
std::uint64_t add_ranks(Space const& exec, Marks<Space, Word> const& marks,
                        Array<Space, Word const> sums, Array<Space, std::uint64_t> rank) {
  std::uint64_t unmet = 0;
  Kokkos::parallel_reduce(
      "yoke_test::two_sources::add", WideRange<Space>(exec, 0, rank.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t node, std::uint64_t & count) {
        if (marks.is_free(node)) {
          ++count;
        } else {
          rank(node) = sums(marks.owner(node)) - marks.rank(node);
        }
      },
      unmet);
  return unmet;
}

// n nodes in a row, but that nodes 17 and 40 name node 90 as well; every tenth one is unmet.
template <class Space, class Word>
Answers ask(Space const& exec, std::uint64_t n) {
  std::vector<Word> successor(n), owner(n), rank(n), sums(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    successor[i] = static_cast<Word>(i == 17 || i == 40 ? 90 : i + 1 < n ? i + 1 : i);
    owner[i] = static_cast<Word>(i % 10 == 0 ? n : i / 2);
    rank[i] = static_cast<Word>(i % 3);
    sums[i] = static_cast<Word>(n + i);
  }
  auto const next = to_space<Space>(successor), owners = to_space<Space>(owner);
  auto const in_sublist = to_space<Space>(rank), to_end = to_space<Space>(sums);
  auto const heads = to_space<Space>(std::vector<Word>{0, 18, static_cast<Word>(n), 41});
  Kokkos::View<std::uint64_t*, typename Space::memory_space> const copy("copy", 4), out("out", n);
  Kokkos::View<std::uint32_t*, typename Space::memory_space> const bits("bits", n / 32 + 1);

  Array<Space, Word const> const names = next;
  Word const astray = 90;
  Answers answers;
  answers.named_twice =
      smallest_named_twice<Space, Word>(exec, names, Tail<Word>{Word(~Word(0))}, array_of(bits));
  answers.first_fault = first_where(
      exec, n, KOKKOS_LAMBDA(std::uint64_t i) { return names(i) == astray; });
  answers.beyond = copy_in_range<Space, Word>(exec, heads, n, array_of(copy));
  answers.unmet = add_ranks<Space, Word>(exec, {owners, in_sublist, static_cast<Word>(n)}, to_end,
                                         array_of(out));
  exec.fence();
  answers.ranks = to_vector(out);
  return answers;
}

// The answers of every space, with words of 32 and 64 bits, from this source file and that one.
std::vector<Answers> ask_in_first_source(std::uint64_t n);
std::vector<Answers> ask_in_second_source(std::uint64_t n);

}  // namespace yoke_test::two_sources
