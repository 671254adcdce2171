#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <numeric>

#include "bfs/ranks/search_kernels.hpp"
#include "mpi/pack.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Brings what a level has reached of other ranks' vertices to their owners.
template <class Space, class Vertex, bool with_parent>
class ReachExchange {
 public:
  using Message = Reach<Vertex, with_parent>;
  struct Received {
    Message const* messages;
    std::uint64_t size;
  };

  // For up to so many messages at once.
  void reserve(Space const& exec, std::uint64_t most) {
    reserved(exec, outgoing_, most);
    reserved(exec, of_all_, most_to_all);
  }
  // What is to be sent is written there.
  Message* outgoing() const { return outgoing_.data(); }

  // Sends `size` of them. What comes may be of others' vertices too: where there are few, all go to
  // all, since grouping them by owners takes longer than sending them.
  Received send(Network<Space>& ranks, std::uint64_t size, Owners const& owners) {
    Counts const counts = ranks.gather(size);
    std::uint64_t const all = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    if (all == 0) return {nullptr, 0};
    if (all <= most_to_all) {
      ranks.gather_all(outgoing_.data(), counts, of_all_.data());
      return {of_all_.data(), all};
    }
    mail_.template send<ToOwner>(ranks, outgoing_.data(), size, owners);
    return {mail_.received(), mail_.size()};
  }

 private:
  static constexpr std::uint64_t most_to_all = 4096;
  Buffer<Space, Message> outgoing_, of_all_;
  Mailbox<Space, Message> mail_;
};

}  // namespace yoke::detail::mpi
