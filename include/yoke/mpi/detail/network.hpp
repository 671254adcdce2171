#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "yoke/detail/spaces.hpp"
#include "yoke/mpi/detail/communicator.hpp"

namespace yoke::detail::mpi {

// How bytes that lie in the memory of a space go from rank to rank (src/mpi/transport.hpp).
template <class Space>
class Transport;

// An array's part of an exchange, in bytes.
struct Transfer {
  std::byte const* send;
  Parts to;
  std::byte* receive;
  Parts from;
};
// The parts of elements.
template <class T>
Transfer transfer_of(T const* send, Parts const& to, T* receive, Parts const& from) {
  return {reinterpret_cast<std::byte const*>(send), to.of_size(sizeof(T)),
          reinterpret_cast<std::byte*>(receive), from.of_size(sizeof(T))};
}

// What is exchanged at once: one of communication().rounds.
using Round = std::vector<Transfer>;

// The ranks, and the way between them. Compiled into yoke_mpi for every space.
template <class Space>
class Network : public Communicator {
 public:
  // `way` is a yoke::RankTransport.
  Network(MPI_Comm comm, Space const& exec, int way, std::size_t most_message_bytes,
          Timeline* timeline);
  ~Network();

  Space const& exec() const { return exec_; }
  std::string_view transport() const;

  // Elements, one rank's after the other's: `send_counts[r]` of them go to rank r, and
  // `receive_counts[r]` come from it. Completed when it returns.
  template <class T>
  void exchange(T const* send, Counts const& send_counts, T* receive,
                Counts const& receive_counts) {
    exchange_bytes(reinterpret_cast<std::byte const*>(send),
                   Parts::in_order(send_counts, sizeof(T)), reinterpret_cast<std::byte*>(receive),
                   Parts::in_order(receive_counts, sizeof(T)), [] {});
  }
  // One round after the other. What `meanwhile` gives the instance runs beside all of them. What
  // `come(t)` gives it runs beside the rounds after t, and may read all data of round t. Neither
  // waits for the instance. What a rank would send itself is left to them. Completed when it
  // returns.
  void exchange_in_rounds(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                          std::function<void(std::size_t)> const& come);
  // The number of rounds for an exchange of this many bytes a rank, at most `most`. Ranks that ask
  // with the same numbers get the same one.
  std::size_t rounds_for(std::uint64_t bytes, std::size_t most = 8) const;

  // Every rank's elements, in the order of the ranks, on all of them. Each rank sends what it has
  // to every other one, as many bytes as any other way takes. `meanwhile` as below.
  template <class T>
  void gather_all(
      T const* own, Counts const& counts, T* all, std::function<void()> const& meanwhile = [] {}) {
    auto const r = static_cast<std::size_t>(rank());
    exchange_bytes(reinterpret_cast<std::byte const*>(own),
                   Parts::repeated(counts[r], counts.size(), sizeof(T)),
                   reinterpret_cast<std::byte*>(all), Parts::in_order(counts, sizeof(T)),
                   meanwhile);
  }

 private:
  void exchange_bytes(std::byte const* send, Parts const& to, std::byte* receive, Parts const& from,
                      std::function<void()> const& meanwhile);

  Space exec_;
  std::unique_ptr<Transport<Space>> transport_;
};

}  // namespace yoke::detail::mpi
