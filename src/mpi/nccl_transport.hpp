#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mpi/device_stream.hpp"
#include "mpi/transport.hpp"

#ifdef YOKE_HAS_NCCL
#include <nccl.h>

namespace yoke::detail::mpi {

// From device to device by NCCL, on a stream beside the instance's: all sends and receives of an
// exchange in one group.
class NcclTransport final : public Transport<Kokkos::Cuda> {
 public:
  // What each rank does alone, which may fail on one of them.
  NcclTransport(Communicator& ranks, Kokkos::Cuda const& exec)
      : ranks_(ranks), exec_(exec), stream_(std::make_unique<DeviceStream>(exec.cuda_device())) {}

  // What all do together, where that has failed on none. One rank alone sends nothing, and need not
  // wait for NCCL to start.
  void connect() {
    if (ranks_.ranks() == 1) return;
    ncclUniqueId id{};
    agreed(ranks_, [&] {
      if (ranks_.rank() == 0) check(ncclGetUniqueId(&id));
    });
    MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, ranks_.handle());
    agreed(ranks_, [&] {
      ncclComm_t made = nullptr;
      check(ncclCommInitRank(&made, ranks_.ranks(), id, ranks_.rank()));
      comm_.reset(made);
    });
  }

  std::string_view name() const override { return "nccl"; }

  void exchange(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                std::function<void(std::size_t)> const& come) override {
    Communicator::Timed const timed(ranks_);
    stream_->follow(exec_.cuda_stream());
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      start(rounds[t]);
      if (t == 0) meanwhile();
      // What comes next on the instance's stream waits for this round, not for the next ones.
      stream_->lead(exec_.cuda_stream());
      come(t);
    }
    exec_.fence("yoke::mpi::exchange");
    stream_->fence();
  }

 private:
  void start(Round const& round) {
    check(ncclGroupStart());
    // What fails within the group is thrown when it has ended: nothing else ends it.
    ncclResult_t result = ncclSuccess;
    auto const put = [&](ncclResult_t next) {
      if (result == ncclSuccess) result = next;
    };
    for (auto const& [send, to, receive, from] : round) {
      std::uint64_t sent = 0;
      for (int rank = 0; rank < ranks_.ranks(); ++rank) {
        auto const r = static_cast<std::size_t>(rank);
        if (rank == ranks_.rank()) continue;
        if (to.bytes[r] > 0) {
          put(ncclSend(send + to.begin[r], to.bytes[r], ncclUint8, rank, comm_.get(),
                       stream_->stream()));
        }
        if (from.bytes[r] > 0) {
          put(ncclRecv(receive + from.begin[r], from.bytes[r], ncclUint8, rank, comm_.get(),
                       stream_->stream()));
        }
        sent += to.bytes[r];
      }
      ranks_.enter(sent);
    }
    put(ncclGroupEnd());
    check(result);
  }
  static void check(ncclResult_t result) {
    if (result == ncclSuccess) return;
    throw std::runtime_error(std::string("yoke::Distributed: NCCL: ") + ncclGetErrorString(result));
  }

  Communicator& ranks_;
  struct Destroy {
    void operator()(ncclComm_t comm) const { ncclCommDestroy(comm); }
  };

  Kokkos::Cuda exec_;
  std::unique_ptr<DeviceStream> stream_;  // outlives what is under way on it
  std::unique_ptr<std::remove_pointer_t<ncclComm_t>, Destroy> comm_;
};

}  // namespace yoke::detail::mpi
#endif
