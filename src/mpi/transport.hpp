#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// How bytes in the memory of Space go from rank to rank. Called by all ranks, with rounds and sizes
// that fit each other; what a rank would send to itself, the caller copies.
template <class Space>
class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::string_view name() const = 0;
  // As Network::exchange_in_rounds. What the instance was given to do before is done before. The
  // work of `meanwhile` and `come` is done too when it returns.
  virtual void exchange(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                        std::function<void(std::size_t)> const& come) = 0;
};

// Of memory that MPI reads and writes itself.
template <class Space>
class HostTransport final : public Transport<Space> {
 public:
  HostTransport(Communicator& ranks, Space const& exec) : ranks_(ranks), exec_(exec) {}

  std::string_view name() const override { return "host"; }
  void exchange(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                std::function<void(std::size_t)> const& come) override {
    meanwhile();
    exec_.fence("yoke::mpi::exchange");
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      for (auto const& [send, to, receive, from] : rounds[t]) {
        ranks_.exchange(send, to, receive, from);
      }
      come(t);
    }
    exec_.fence("yoke::mpi::exchange: all have come");
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
