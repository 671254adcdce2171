#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "mpi/transport.hpp"

#ifdef YOKE_HAS_NCCL
#include <nccl.h>

namespace yoke::detail::mpi {

// From device to device by NCCL, on the instance's own stream: all sends and receives of an
// exchange in one group.
class NcclTransport final : public Transport<Kokkos::Cuda> {
 public:
  NcclTransport(Communicator& ranks, Kokkos::Cuda const& exec) : ranks_(ranks), exec_(exec) {
    ncclUniqueId id{};
    if (ranks.rank() == 0) check(ncclGetUniqueId(&id));
    MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, ranks.handle());
    check(ncclCommInitRank(&comm_, ranks.ranks(), id, ranks.rank()));
  }
  ~NcclTransport() override {
    if (comm_ != nullptr) ncclCommDestroy(comm_);
  }

  std::string_view name() const override { return "nccl"; }

  void exchange(std::byte const* send, Parts const& to, std::byte* receive,
                Parts const& from) override {
    Communicator::Timed const timed(ranks_);
    std::uint64_t sent = 0;
    check(ncclGroupStart());
    for (int rank = 0; rank < ranks_.ranks(); ++rank) {
      auto const r = static_cast<std::size_t>(rank);
      if (rank == ranks_.rank()) continue;
      if (to.bytes[r] > 0) {
        check(
            ncclSend(send + to.begin[r], to.bytes[r], ncclUint8, rank, comm_, exec_.cuda_stream()));
      }
      if (from.bytes[r] > 0) {
        check(ncclRecv(receive + from.begin[r], from.bytes[r], ncclUint8, rank, comm_,
                       exec_.cuda_stream()));
      }
      sent += to.bytes[r];
    }
    check(ncclGroupEnd());
    exec_.fence("yoke::mpi::exchange");
    ranks_.enter(sent);
  }

 private:
  static void check(ncclResult_t result) {
    if (result == ncclSuccess) return;
    throw std::runtime_error(std::string("yoke::Distributed: NCCL: ") + ncclGetErrorString(result));
  }

  Communicator& ranks_;
  Kokkos::Cuda exec_;
  ncclComm_t comm_ = nullptr;
};

}  // namespace yoke::detail::mpi
#endif
