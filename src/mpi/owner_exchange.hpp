#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <numeric>

#include "mpi/pack.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

struct ToOwner {
  template <class Message>
  KOKKOS_FUNCTION std::uint32_t operator()(Message const& message, Owners const& owners) const {
    return owners(message.vertex);
  }
};

// Brings messages about vertices to the vertices' owners, round after round.
template <class Space, class Message>
class OwnerExchange {
 public:
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
