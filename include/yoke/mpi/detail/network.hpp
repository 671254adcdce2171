#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "yoke/detail/spaces.hpp"
#include "yoke/mpi/detail/communicator.hpp"

namespace yoke::detail::mpi {

// How bytes that lie in the memory of a space go from rank to rank (src/mpi/transport.hpp).
template <class Space>
class Transport;

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
                   Parts::in_order(receive_counts, sizeof(T)));
  }
  // Elements that lie anywhere: the parts are in elements.
  template <class T>
  void exchange_parts(T const* send, Parts const& to, T* receive, Parts const& from) {
    exchange_bytes(reinterpret_cast<std::byte const*>(send), to.of_size(sizeof(T)),
                   reinterpret_cast<std::byte*>(receive), from.of_size(sizeof(T)));
  }
  // Every rank's elements, in the order of the ranks, on all of them. Each rank sends what it has
  // to every other one, as many bytes as any other way takes.
  template <class T>
  void gather_all(T const* own, Counts const& counts, T* all) {
    auto const r = static_cast<std::size_t>(rank());
    exchange_bytes(reinterpret_cast<std::byte const*>(own),
                   Parts::repeated(counts[r], counts.size(), sizeof(T)),
                   reinterpret_cast<std::byte*>(all), Parts::in_order(counts, sizeof(T)));
  }

 private:
  void exchange_bytes(std::byte const* send, Parts const& to, std::byte* receive,
                      Parts const& from);

  Space exec_;
  std::unique_ptr<Transport<Space>> transport_;
};

}  // namespace yoke::detail::mpi
