#pragma once

#include <string>

#include "primitives/list_structure.hpp"

namespace yoke::detail::list_scan {

// Where the lists of a scan begin, and what is wrong with those that are none.
template <class Space, class Word>
class ScanLists {
 public:
  using Links = Array<Space, Word const>;

  ScanLists(std::string const& caller, Space const& exec, std::size_t capacity, TailRule<Word> tail,
            bool reversed)
      : caller_(caller),
        exec_(exec),
        tail_(tail),
        reversed_(reversed),
        // Reversed lists begin at their tails, which need no search.
        finder_(exec, reversed ? 0 : capacity) {}

  TailRule<Word> tail() const { return tail_; }

  void validate(Links successor) const { check_links(caller_, exec_, successor, tail_); }

  // In ascending order. Throws where the successors are visibly not lists.
  Links find_starts(Links successor) {
    return reversed_ ? find_tails(successor) : find_heads(successor);
  }

  // For successors that turned out not to be lists: finds out why not.
  [[noreturn]] void fail(Links successor) const {
    check_links(caller_, exec_, successor, tail_);
    throw_cycle(first_unranked(exec_, successor, tail_), caller_);
  }

 private:
  Links find_heads(Links successor) {
    auto const found = finder_.find(exec_, successor, tail_);
    if (!found.complete) fail(successor);
    return found.heads;
  }

  Links find_tails(Links successor) {
    auto const census = take_census(exec_, successor, tail_);
    if (census.astray > 0 || census.tails == 0) fail(successor);
    if (tails_.extent(0) < census.tails) {
      tails_ = make_buffer<Space, Word>(exec_, "yoke::list_scan::tails", census.tails);
    }
    collect_tails(exec_, successor, tail_, array_of(tails_, census.tails));
    return Links(tails_.data(), census.tails);
  }

  std::string caller_;
  Space exec_;
  TailRule<Word> tail_;
  bool reversed_;
  HeadFinder<Space, Word> finder_;
  Buffer<Space, Word> tails_;
};

}  // namespace yoke::detail::list_scan
