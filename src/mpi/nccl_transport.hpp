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
      : ranks_(ranks), exec_(exec), lane_(std::make_unique<Lane>(exec.cuda_device())) {}

  // What all do together, where that has failed on none.
  void connect() {
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

  void exchange(std::byte const* send, Parts const& to, std::byte* receive, Parts const& from,
                std::function<void()> const& meanwhile) override {
    Communicator::Timed const timed(ranks_);
    std::uint64_t sent = 0;
    lane_->follow(exec_.cuda_stream());
    check(ncclGroupStart());
    // What fails within the group is thrown when it has ended: nothing else ends it.
    ncclResult_t result = ncclSuccess;
    auto const put = [&](ncclResult_t next) {
      if (result == ncclSuccess) result = next;
    };
    for (int rank = 0; rank < ranks_.ranks(); ++rank) {
      auto const r = static_cast<std::size_t>(rank);
      if (rank == ranks_.rank()) continue;
      if (to.bytes[r] > 0) {
        put(ncclSend(send + to.begin[r], to.bytes[r], ncclUint8, rank, comm_.get(), lane_->stream));
      }
      if (from.bytes[r] > 0) {
        put(ncclRecv(receive + from.begin[r], from.bytes[r], ncclUint8, rank, comm_.get(),
                     lane_->stream));
      }
      sent += to.bytes[r];
    }
    put(ncclGroupEnd());
    check(result);
    meanwhile();
    exec_.fence("yoke::mpi::exchange");
    Lane::check(cudaStreamSynchronize(lane_->stream));
    ranks_.enter(sent);
  }

 private:
  static void check(ncclResult_t result) {
    if (result == ncclSuccess) return;
    throw std::runtime_error(std::string("yoke::Distributed: NCCL: ") + ncclGetErrorString(result));
  }

  // A stream for what is sent, so that the instance's may go on.
  struct Lane {
    explicit Lane(int device) {
      check(cudaSetDevice(device));
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
      auto const made = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
      if (made != cudaSuccess) cudaEventDestroy(event);
      check(made);
    }
    ~Lane() {
      cudaStreamDestroy(stream);
      cudaEventDestroy(event);
    }
    Lane(Lane const&) = delete;
    Lane& operator=(Lane const&) = delete;

    // What comes next waits for what the other stream was given so far.
    void follow(cudaStream_t other) {
      check(cudaEventRecord(event, other));
      check(cudaStreamWaitEvent(stream, event, 0));
    }
    static void check(cudaError_t error) {
      if (error == cudaSuccess) return;
      throw std::runtime_error(std::string("yoke::Distributed: ") + cudaGetErrorString(error));
    }

    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
  };

  Communicator& ranks_;
  struct Destroy {
    void operator()(ncclComm_t comm) const { ncclCommDestroy(comm); }
  };

  Kokkos::Cuda exec_;
  std::unique_ptr<Lane> lane_;  // outlives what is under way on it
  std::unique_ptr<std::remove_pointer_t<ncclComm_t>, Destroy> comm_;
};

}  // namespace yoke::detail::mpi
#endif
