#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// How bytes in the memory of Space go from rank to rank. Called by all ranks, with sizes that fit
// each other; what a rank would send to itself, the caller copies.
template <class Space>
class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::string_view name() const = 0;
  // As Communicator::exchange. What the instance was given to do before is done before, and the
  // bytes have come when it returns. `meanwhile` gives the instance what it may do while they are
  // under way, which is done too.
  virtual void exchange(std::byte const* send, Parts const& to, std::byte* receive,
                        Parts const& from, std::function<void()> const& meanwhile) = 0;
};

// Of memory that MPI reads and writes itself.
template <class Space>
class HostTransport final : public Transport<Space> {
 public:
  HostTransport(Communicator& ranks, Space const& exec) : ranks_(ranks), exec_(exec) {}

  std::string_view name() const override { return "host"; }
  void exchange(std::byte const* send, Parts const& to, std::byte* receive, Parts const& from,
                std::function<void()> const& meanwhile) override {
    meanwhile();
    exec_.fence("yoke::mpi::exchange");
    ranks_.exchange(send, to, receive, from);
  }

 private:
  Communicator& ranks_;
  Space exec_;
};

// `way` is a yoke::RankTransport. Throws std::invalid_argument on all ranks where there is no such
// way, an option is out of its range, or options differ.
template <class Space>
std::unique_ptr<Transport<Space>> make_transport(Communicator& ranks, Space const& exec, int way,
                                                 std::size_t most_message_bytes);

}  // namespace yoke::detail::mpi
