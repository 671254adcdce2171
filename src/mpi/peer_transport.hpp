#pragma once

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "mpi/device_stream.hpp"
#include "mpi/transport.hpp"

#ifdef KOKKOS_ENABLE_CUDA

namespace yoke::detail::mpi {

// From device to device of one node by their copy engines, which leave the multiprocessors to what
// runs beside an exchange. Piece by piece to a window in the receiver's memory, which the sender
// has opened once (CUDA IPC), and from there to its place, which is a copy within the device: were
// the arrays themselves opened, their memory could not be freed before all others had closed it.
//
// A window has room for two pieces. That one has been sent, or taken, is an event on the stream of
// who does it; the other rank is told by MPI that the event was recorded, and has its own stream
// wait for it. So no thread waits for a device, and whatever a device waits for was given to one
// before: streams cannot wait for each other, whichever queues of the hardware they share.
class PeerTransport final : public Transport<Kokkos::Cuda> {
 public:
  // Null, on all ranks, where some cannot reach the memory of others.
  static std::unique_ptr<PeerTransport> make(Communicator& ranks, Kokkos::Cuda const& exec) {
    if (ranks.least(ranks.ranks_on_node() == ranks.ranks()) == 0) return nullptr;
    std::unique_ptr<PeerTransport> transport;
    agreed(ranks, [&] { transport.reset(new PeerTransport(ranks, exec)); });
    if (!transport->connect()) return nullptr;
    return transport;
  }

  // Called by all ranks, but where one alone failed: what is left then goes with the process.
  ~PeerTransport() override {
    if (!is_shared_ || !is_whole_) return;
    works(cudaSetDevice(exec_.cuda_device()));
    for (std::size_t r = 0; r < peers_.size(); ++r) close(static_cast<int>(r), peers_[r]);
    // What is open elsewhere, or waited for, must not go.
    MPI_Barrier(ranks_.handle());
    for (Peer& peer : peers_) {
      destroy(peer.sending);
      destroy(peer.taking);
    }
    works(cudaFree(windows_));
  }
  PeerTransport(PeerTransport const&) = delete;
  PeerTransport& operator=(PeerTransport const&) = delete;

  std::string_view name() const override { return "peer"; }

  void exchange(std::vector<Round> const& rounds, std::function<void()> const& meanwhile,
                std::function<void(std::size_t)> const& come) override {
    Communicator::Timed const timed(ranks_);
    is_whole_ = false;
    for (auto* stream : {out_.get(), in_.get()}) stream->follow(exec_.cuda_stream());
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      for (auto const& transfer : rounds[t]) start(transfer);
      if (t == 0) meanwhile();
      // What comes next on the instance's stream waits for this round, not for the next ones.
      for (auto* stream : {out_.get(), in_.get()}) stream->lead(exec_.cuda_stream());
      come(t);
    }
    exec_.fence("yoke::mpi::exchange");
    for (auto* stream : {out_.get(), in_.get()}) stream->fence();
    is_whole_ = true;
  }

 private:
  static constexpr std::size_t pieces = 2;
  // Two H100s took some 78 us for each, in both directions at once (docs/results/scale.md), where
  // their link would take 43. Two for each rank are taken of the device's memory.
  static constexpr std::size_t piece_bytes = std::size_t(1) << 24;
  static constexpr int sent_tag = 1, taken_tag = 2;

  // Another rank.
  struct Peer {
    std::byte* window = nullptr;       // in its memory, for what this one sends it
    cudaEvent_t sending[pieces] = {};  // recorded here
    cudaEvent_t taking[pieces] = {};
    cudaEvent_t has_sent[pieces] = {};  // recorded there
    cudaEvent_t has_taken[pieces] = {};
    std::uint64_t sent = 0, taken = 0;  // pieces so far
  };
  // What a rank shows another one.
  struct Shown {
    cudaIpcMemHandle_t windows;
    cudaIpcEventHandle_t sending[pieces], taking[pieces];
  };

  PeerTransport(Communicator& ranks, Kokkos::Cuda const& exec)
      : ranks_(ranks),
        exec_(exec),
        out_(std::make_unique<DeviceStream>(exec.cuda_device())),
        in_(std::make_unique<DeviceStream>(exec.cuda_device())),
        peers_(static_cast<std::size_t>(ranks.ranks())) {}

  // What fails on one rank is undone on all, by the destructor.
  bool connect() {
    is_shared_ = true;
    std::vector<Shown> shown(peers_.size()), seen(peers_.size());
    bool const could_show = show(shown);
    MPI_Alltoall(shown.data(), sizeof(Shown), MPI_BYTE, seen.data(), sizeof(Shown), MPI_BYTE,
                 ranks_.handle());
    if (ranks_.least(could_show) == 0) return false;
    return ranks_.least(open(seen)) == 1;
  }

  bool show(std::vector<Shown>& shown) {
    bool good = works(cudaMalloc(&windows_, peers_.size() * pieces * piece_bytes));
    for (std::size_t r = 0; r < peers_.size() && good; ++r) {
      if (is_own(r)) continue;
      good = works(cudaIpcGetMemHandle(&shown[r].windows, windows_));
      for (std::size_t slot = 0; slot < pieces && good; ++slot) {
        good = show(peers_[r].sending[slot], shown[r].sending[slot]) &&
               show(peers_[r].taking[slot], shown[r].taking[slot]);
      }
    }
    return good;
  }
  static bool show(cudaEvent_t& event, cudaIpcEventHandle_t& handle) {
    return works(
               cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming)) &&
           works(cudaIpcGetEventHandle(&handle, event));
  }

  bool open(std::vector<Shown> const& seen) {
    for (std::size_t r = 0; r < peers_.size(); ++r) {
      if (is_own(r)) continue;
      Peer& peer = peers_[r];
      void* windows = nullptr;
      if (!works(cudaIpcOpenMemHandle(&windows, seen[r].windows, cudaIpcMemLazyEnablePeerAccess))) {
        return false;
      }
      peer.window = static_cast<std::byte*>(windows);
      for (std::size_t slot = 0; slot < pieces; ++slot) {
        if (!works(cudaIpcOpenEventHandle(&peer.has_sent[slot], seen[r].sending[slot])) ||
            !works(cudaIpcOpenEventHandle(&peer.has_taken[slot], seen[r].taking[slot]))) {
          return false;
        }
      }
    }
    return true;
  }
  void close(int rank, Peer& peer) const {
    for (auto told = std::min<std::uint64_t>(peer.sent, pieces); told > 0; --told) {
      hear(taken_tag, rank);
    }
    if (peer.window) works(cudaIpcCloseMemHandle(peer.window));
    destroy(peer.has_sent);
    destroy(peer.has_taken);
  }
  static void destroy(cudaEvent_t const (&events)[pieces]) {
    for (auto event : events) {
      if (event) works(cudaEventDestroy(event));
    }
  }
  static bool works(cudaError_t error) {
    if (error != cudaSuccess) cudaGetLastError();  // the next call would report it as its own
    return error == cudaSuccess;
  }

  // In step k a rank sends to the k-th after it and takes from the k-th before it.
  void start(Transfer const& transfer) {
    auto const& [send, to, receive, from] = transfer;
    int const own = ranks_.rank(), ranks = ranks_.ranks();
    std::uint64_t sent = 0;
    for (int step = 1; step < ranks; ++step) {
      int const target = (own + step) % ranks, source = (own + ranks - step) % ranks;
      auto const t = static_cast<std::size_t>(target), s = static_cast<std::size_t>(source);
      std::uint64_t const longest = std::max(to.bytes[t], from.bytes[s]);
      for (std::uint64_t begin = 0; begin < longest; begin += piece_bytes) {
        if (begin < to.bytes[t]) {
          send_piece(target, send + to.begin[t] + begin, size_at(begin, to.bytes[t]));
        }
        if (begin < from.bytes[s]) {
          take_piece(source, receive + from.begin[s] + begin, size_at(begin, from.bytes[s]));
        }
      }
      sent += to.bytes[t];
    }
    MPI_Waitall(static_cast<int>(telling_.size()), telling_.data(), MPI_STATUSES_IGNORE);
    telling_.clear();
    ranks_.enter(sent);
  }
  static std::size_t size_at(std::uint64_t begin, std::uint64_t bytes) {
    return std::min<std::uint64_t>(piece_bytes, bytes - begin);
  }

  void send_piece(int target, std::byte const* from, std::size_t size) {
    Peer& peer = peers_[static_cast<std::size_t>(target)];
    std::size_t const slot = peer.sent % pieces;
    if (peer.sent >= pieces) {
      hear(taken_tag, target);
      check_cuda(cudaStreamWaitEvent(out_->stream(), peer.has_taken[slot], 0));
    }
    copy(*out_, piece_of(peer.window, ranks_.rank(), slot), from, size);
    check_cuda(cudaEventRecord(peer.sending[slot], out_->stream()));
    tell(sent_tag, target);
    ++peer.sent;
  }
  void take_piece(int source, std::byte* to, std::size_t size) {
    Peer& peer = peers_[static_cast<std::size_t>(source)];
    std::size_t const slot = peer.taken % pieces;
    hear(sent_tag, source);
    check_cuda(cudaStreamWaitEvent(in_->stream(), peer.has_sent[slot], 0));
    copy(*in_, to, piece_of(windows_, source, slot), size);
    check_cuda(cudaEventRecord(peer.taking[slot], in_->stream()));
    tell(taken_tag, source);
    ++peer.taken;
  }
  static std::byte* piece_of(std::byte* windows, int sender, std::size_t slot) {
    return windows + (static_cast<std::size_t>(sender) * pieces + slot) * piece_bytes;
  }
  static void copy(DeviceStream const& stream, std::byte* to, std::byte const* from,
                   std::size_t size) {
    check_cuda(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream.stream()));
  }

  void tell(int tag, int rank) {
    telling_.push_back(MPI_REQUEST_NULL);
    MPI_Isend(nullptr, 0, MPI_BYTE, rank, tag, ranks_.handle(), &telling_.back());
  }
  void hear(int tag, int rank) const {
    MPI_Recv(nullptr, 0, MPI_BYTE, rank, tag, ranks_.handle(), MPI_STATUS_IGNORE);
  }
  bool is_own(std::size_t rank) const { return static_cast<int>(rank) == ranks_.rank(); }

  Communicator& ranks_;
  Kokkos::Cuda exec_;
  std::unique_ptr<DeviceStream> out_, in_;
  std::byte* windows_ = nullptr;  // of this rank, one for each sender
  std::vector<Peer> peers_;
  std::vector<MPI_Request> telling_;
  bool is_shared_ = false;  // others know of it
  bool is_whole_ = true;    // no exchange has ended by an exception
};

}  // namespace yoke::detail::mpi
#endif
