#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// The nodes of all ranks as they stand list after list, each in list order, in one line of which
// every rank has a stretch, all as long.
template <class Word>
struct Line {
  std::size_t lists;
  // This rank's own nodes in the order in which something is sent to their places, and how much
  // each rank gets of it and sends.
  Word const* order;
  Counts to, from;
  std::uint64_t size;  // of this rank's stretch
  // For each place of the stretch, twice the number of what came for it among all that came, and 1
  // more where a list ends there.
  Word const* come;
};

// Finds the places of nodes of which each rank has a part (src/mpi/list_placer.cpp). Compiled into
// yoke_mpi for words of 32 and 64 bits.
template <class Space, class Word>
class ListPlacer {
 public:
  ListPlacer();
  ~ListPlacer();
  ListPlacer(ListPlacer&&) noexcept;
  ListPlacer& operator=(ListPlacer&&) noexcept;

  // Obeys the options' tail, seed and validate. What it returns stays until the next call. Throws
  // InvalidInput on behalf of yoke::list_rank: lists that run into each other are always found.
  Line<Word> run(Network<Space>& ranks, RawArray<Word const> successor,
                 ListRankOptions const& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
