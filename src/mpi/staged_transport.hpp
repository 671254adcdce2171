#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/transport.hpp"

namespace yoke::detail::mpi {

// Through pinned memory, for a device whose memory MPI cannot read. In step k a rank sends to the
// k-th after it and receives from the k-th before it, part by part; while one part is under way the
// next one comes down from the device, and the one before goes up.
template <class Space>
class StagedTransport final : public Transport<Space> {
 public:
  StagedTransport(Communicator& ranks, Space const& exec)
      : ranks_(ranks),
        exec_(exec),
        part_(std::min(ranks.most_message_bytes(), std::size_t(1) << 22)) {
    for (auto& buffer : down_) buffer = make("yoke::mpi::down");
    for (auto& buffer : up_) buffer = make("yoke::mpi::up");
  }

  std::string_view name() const override { return "staged"; }

  void exchange(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                std::function<void(std::size_t)> const& come) override {
    meanwhile();
    Communicator::Timed const timed(ranks_);
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      for (auto const& transfer : rounds[t]) stage(transfer);
      come(t);
    }
    exec_.fence("yoke::mpi::exchange");
  }

 private:
  using Pinned = Kokkos::View<std::byte*, Kokkos::SharedHostPinnedSpace>;
  using PinnedPart =
      Kokkos::View<std::byte*, Kokkos::SharedHostPinnedSpace, Kokkos::MemoryUnmanaged>;
  using NearPart = Array<Space, std::byte>;
  using NearConstPart = Array<Space, std::byte const>;

  void stage(Transfer const& transfer) {
    auto const& [send, to, receive, from] = transfer;
    int const own = ranks_.rank(), ranks = ranks_.ranks();
    std::uint64_t sent = 0;
    for (int step = 1; step < ranks; ++step) {
      int const target = (own + step) % ranks, source = (own + ranks - step) % ranks;
      auto const t = static_cast<std::size_t>(target), s = static_cast<std::size_t>(source);
      swap(target, send + to.begin[t], to.bytes[t], source, receive + from.begin[s], from.bytes[s]);
      sent += to.bytes[t];
    }
    ranks_.enter(sent);
  }
  Pinned make(std::string const& label) const {
    return Pinned(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), part_);
  }
  std::uint64_t size_of(std::uint64_t part, std::uint64_t bytes) const {
    std::uint64_t const begin = part * part_;
    return begin >= bytes ? 0 : std::min<std::uint64_t>(part_, bytes - begin);
  }

  void bring_down(std::byte const* send, std::uint64_t bytes, std::uint64_t part) const {
    std::uint64_t const size = size_of(part, bytes);
    if (size == 0) return;
    Kokkos::deep_copy(exec_, PinnedPart(down_[part % 2].data(), size),
                      NearConstPart(send + part * part_, size));
  }
  void send_up(std::byte* receive, std::uint64_t bytes, std::uint64_t part) const {
    std::uint64_t const size = size_of(part, bytes);
    if (size == 0) return;
    Kokkos::deep_copy(exec_, NearPart(receive + part * part_, size),
                      PinnedPart(up_[part % 2].data(), size));
  }

  void swap(int to, std::byte const* send, std::uint64_t send_bytes, int from, std::byte* receive,
            std::uint64_t receive_bytes) const {
    std::uint64_t const parts = (std::max(send_bytes, receive_bytes) + part_ - 1) / part_;
    bring_down(send, send_bytes, 0);
    for (std::uint64_t part = 0; part < parts; ++part) {
      // The part to send has come down, and what came in two parts ago has gone up.
      exec_.fence("yoke::mpi::stage");
      MPI_Request requests[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
      if (auto const size = size_of(part, receive_bytes); size > 0) {
        MPI_Irecv(up_[part % 2].data(), static_cast<int>(size), MPI_BYTE, from, 0, ranks_.handle(),
                  &requests[0]);
      }
      if (auto const size = size_of(part, send_bytes); size > 0) {
        MPI_Isend(down_[part % 2].data(), static_cast<int>(size), MPI_BYTE, to, 0, ranks_.handle(),
                  &requests[1]);
      }
      bring_down(send, send_bytes, part + 1);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      send_up(receive, receive_bytes, part);
    }
  }

  Communicator& ranks_;
  Space exec_;
  std::size_t part_;
  Pinned down_[2], up_[2];
};

}  // namespace yoke::detail::mpi
