#pragma once

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "yoke/detail/views.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/plan_core.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How data in a device's memory goes to another rank. Data on the host goes by MPI as it is,
/// unless `staged` is set.
enum class RankTransport {
  /// `nccl` if each rank has its own GPU, or `peer` in a build without NCCL; otherwise `staged`.
  automatic,
  staged,  ///< by MPI, through pinned memory of the host
  nccl,    ///< by NCCL, from device to device; refused on a host
  /// By the copy engines of one node's GPUs, which reach each other's memory; takes 32 MiB of each
  /// rank's for each rank. Refused elsewhere.
  peer,
};

/// How ranks work together.
struct DistributedOptions {
  RankTransport transport = RankTransport::automatic;  ///< the way between devices
  /// The largest number of bytes in one MPI message, from 8 to 2^30. Longer messages go in parts.
  std::size_t most_message_bytes = std::size_t(1) << 26;
  /// Where each exchange and collective is recorded, in Lane::exchange, with the time spent waiting
  /// for other ranks; must outlive the Distributed. Other ranks may have none.
  Timeline* timeline = nullptr;
};

/// The traffic of the last call of a plan or function.
struct CommunicationReport {
  std::uint64_t bytes_sent = 0;  ///< by this rank to others: payload, and what collectives hold
  std::uint64_t rounds = 0;      ///< exchanges and collectives
  double seconds = 0;            ///< spent in them, waiting for other ranks included
  std::string_view transport;    ///< "host", "staged", "nccl" or "peer"
};

namespace detail::mpi {

template <class Space>
CommunicationReport last_call(Network<Space>& network) {
  auto const& traffic = network.traffic();
  return {traffic.bytes_sent, traffic.rounds, traffic.seconds, network.transport()};
}

}  // namespace detail::mpi

/// Several ranks of MPI as one executor. It is the first argument of calls, whose Views are then
/// this rank's part of longer arrays. Space is a Kokkos execution space, on which each rank works.
///
/// The parts follow each other in the order of the ranks; each is as long as the rank's View, which
/// may be empty. Indices among the elements are global: those of the whole array, in the Views'
/// own type. Every rank makes the calls, in the same order, with the same options. A call is over
/// when it returns, on that rank.
///
/// If one rank finds a fault, all ranks throw the same exception with the same message. The message
/// names the rank. If calls, types or options of ranks differ, all throw std::invalid_argument
/// before anything else is sent. It says what two of the ranks gave.
///
/// The communicator is duplicated. MPI must have been initialised (MPI_THREAD_FUNNELED is enough:
/// MPI is called by the thread that makes the call), and Kokkos too. Plans refer to the
/// Distributed, which must outlive them, stay where it is, and be gone before MPI_Finalize.
template <class Space>
class Distributed {
  static_assert(detail::check_instantiated<Space>());

 public:
  /// Called by all ranks of `comm`. Throws std::logic_error if MPI has not been initialised, and
  /// std::invalid_argument if an option is out of its range or the transport is not there.
  explicit Distributed(MPI_Comm comm, Space const& exec = Space(),
                       DistributedOptions const& options = {})
      : network_(std::make_unique<detail::mpi::Network<Space>>(
            comm, exec, static_cast<int>(options.transport), options.most_message_bytes,
            options.timeline)) {}

  int rank() const { return network_->rank(); }                    ///< this one, from 0
  int ranks() const { return network_->ranks(); }                  ///< how many
  int rank_on_node() const { return network_->rank_on_node(); }    ///< among those of its node
  int ranks_on_node() const { return network_->ranks_on_node(); }  ///< how many share its node
  Space const& exec() const { return network_->exec(); }           ///< what this rank works on

  /// The traffic of the last call.
  CommunicationReport communication() const { return detail::mpi::last_call(*network_); }

  /// For the library's own use: what a call begins with (begin_call), and sends by.
  detail::mpi::Network<Space>& network() const { return *network_; }

 private:
  std::unique_ptr<detail::mpi::Network<Space>> network_;
};

/// Several ranks, where each is a Hybrid: its device, and its host. The Views lie in host memory.
/// Two calls take one: yoke::sort of keys, and yoke::sort_by_key with one View of values
/// (yoke/sort.hpp). The Hybrid must outlive it. The rest is as above.
template <class Device, class Host>
class Distributed<Hybrid<Device, Host>> {
 public:
  /// As above; the transport is that between the devices.
  explicit Distributed(MPI_Comm comm, Hybrid<Device, Host> const& hybrid,
                       DistributedOptions const& options = {})
      : hybrid_(&hybrid),
        network_(std::make_unique<detail::mpi::Network<Device>>(
            comm, hybrid.device(), static_cast<int>(options.transport), options.most_message_bytes,
            options.timeline)) {}
  Distributed(MPI_Comm, Hybrid<Device, Host> const&& gone_too_soon,
              DistributedOptions const& = {}) = delete;

  int rank() const { return network_->rank(); }                    ///< this one, from 0
  int ranks() const { return network_->ranks(); }                  ///< how many
  int rank_on_node() const { return network_->rank_on_node(); }    ///< among those of its node
  int ranks_on_node() const { return network_->ranks_on_node(); }  ///< how many share its node
  Hybrid<Device, Host> const& exec() const { return *hybrid_; }    ///< what this rank works on

  /// The traffic of the last call.
  CommunicationReport communication() const { return detail::mpi::last_call(*network_); }

  /// For the library's own use: what a call begins with (begin_call), and sends by.
  detail::mpi::Network<Device>& network() const { return *network_; }

 private:
  Hybrid<Device, Host> const* hybrid_;
  std::unique_ptr<detail::mpi::Network<Device>> network_;
};

}  // namespace yoke

// These templates need a user's functors and types. The rest is compiled into Yoke::mpi.
#include "yoke/detail/list_scan/ranks/line_scan.hpp"
#include "yoke/detail/sorting/ranks/comparator_join.hpp"
#include "yoke/detail/sorting/ranks/payload_exchange.hpp"
