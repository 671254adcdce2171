#include "yoke/mpi/detail/network.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "frame/ledger_of.hpp"
#include "mpi/nccl_transport.hpp"
#include "mpi/peer_transport.hpp"
#include "mpi/staged_transport.hpp"
#include "mpi/transport.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/mpi/distributed.hpp"

namespace yoke::detail::mpi {

namespace {

#ifdef KOKKOS_ENABLE_CUDA
// Has each rank a GPU that no other one of them uses?
bool have_own_devices(Communicator& ranks, Kokkos::Cuda const& exec) {
  // What tells devices of all nodes apart: 16 bytes.
  std::uint64_t halves[2] = {};
  agreed(ranks, [&] {
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, exec.cuda_device()));
    std::memcpy(halves, &properties.uuid, sizeof(halves));
  });
  auto const one = ranks.gather(halves[0]), other = ranks.gather(halves[1]);
  std::set<std::pair<std::uint64_t, std::uint64_t>> devices;
  for (std::size_t r = 0; r < one.size(); ++r) devices.emplace(one[r], other[r]);
  return devices.size() == one.size();
}

// From device to device. Null, on all ranks, where there is no such way.
std::unique_ptr<Transport<Kokkos::Cuda>> make_direct(Communicator& ranks, Kokkos::Cuda const& exec,
                                                     RankTransport wanted) {
  if (wanted == RankTransport::peer) return PeerTransport::make(ranks, exec);
  if (!have_own_devices(ranks, exec)) return nullptr;
#ifdef YOKE_HAS_NCCL
  std::unique_ptr<NcclTransport> transport;
  agreed(ranks, [&] { transport = std::make_unique<NcclTransport>(ranks, exec); });
  transport->connect();
  return transport;
#else
  return wanted == RankTransport::automatic ? PeerTransport::make(ranks, exec) : nullptr;
#endif
}
#endif

}  // namespace

template <class Space>
std::unique_ptr<Transport<Space>> make_transport(Communicator& ranks, Space const& exec, int way,
                                                 std::size_t most) {
  constexpr char const* caller = "yoke::Distributed";
  auto const wanted = static_cast<RankTransport>(way);
  auto const call = Call::run(caller, "")
                        .same("options.transport", wanted, {"automatic", "staged", "nccl", "peer"})
                        .same("options.most_message_bytes", most);
  ranks.begin_call(call, [&] {
    check_choice(caller, "options.transport", wanted, RankTransport::peer);
    if (most < Communicator::least_message || most > Communicator::largest_message) {
      throw std::invalid_argument(std::string(caller) + ": options.most_message_bytes is " +
                                  std::to_string(most) + "; it must be from 8 to 2^30");
    }
  });
  // Pinned memory may be short on one rank alone.
  auto const staged = [&] {
    std::unique_ptr<Transport<Space>> transport;
    agreed(ranks, [&] { transport = std::make_unique<StagedTransport<Space>>(ranks, exec); });
    return transport;
  };
  if constexpr (runs_on_host<Space>) {
    if (wanted == RankTransport::automatic) {
      return std::make_unique<HostTransport<Space>>(ranks, exec);
    }
  }
  // On a host too, where it is asked for: the tests have no other device.
  if (wanted == RankTransport::staged) return staged();
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    if (auto direct = make_direct(ranks, exec, wanted)) return direct;
  }
#endif
  if (wanted == RankTransport::automatic) return staged();
  throw std::invalid_argument(
      wanted == RankTransport::nccl
          ? "yoke::Distributed: options.transport is nccl, which takes a build with NCCL and a GPU "
            "for each rank"
          : "yoke::Distributed: options.transport is peer, which takes ranks of one node whose "
            "GPUs "
            "reach each other's memory");
}

template <class Space>
Network<Space>::Network(MPI_Comm comm, Space const& exec, int way, std::size_t most_message_bytes,
                        Timeline* timeline)
    : Communicator(comm, most_message_bytes, timeline),
      exec_(exec),
      transport_(make_transport<Space>(*this, exec, way, most_message_bytes)) {}

template <class Space>
Network<Space>::~Network() = default;

template <class Space>
std::string_view Network<Space>::transport() const {
  return transport_->name();
}

namespace {

template <class Space>
void copy(Space const& exec, std::byte* to, std::byte const* from, std::uint64_t bytes) {
  if (bytes == 0 || to == from) return;
  Kokkos::deep_copy(exec, Array<Space, std::byte>(to, bytes),
                    Array<Space, std::byte const>(from, bytes));
}

}  // namespace

template <class Space>
void Network<Space>::exchange_bytes(std::byte const* send, Parts const& to, std::byte* receive,
                                    Parts const& from, std::function<void()> const& meanwhile) {
  auto const own = static_cast<std::size_t>(rank());
  auto const copy_own = [&] {
    copy(exec_, receive + from.begin[own], send + to.begin[own], to.bytes[own]);
    meanwhile();
  };
  exchange_in_rounds({{{send, to, receive, from}}}, copy_own, [](std::size_t) {});
}

template <class Space>
void Network<Space>::exchange_in_rounds(std::vector<Round> const& rounds,
                                        std::function<void()> const& meanwhile,
                                        std::function<void(std::size_t)> const& come) {
  transport_->exchange(rounds, meanwhile, come);
}

template <class Space>
std::size_t Network<Space>::rounds_for(std::uint64_t bytes, std::size_t most) const {
  // 32 MiB take a tenth of a millisecond by NVLink, ten times as long as a round's start.
  auto const least = std::min<std::uint64_t>(std::uint64_t(1) << 25, most_message_bytes());
  return std::clamp<std::size_t>(bytes / least, 1, std::max<std::size_t>(most, 1));
}

#define YOKE_INSTANTIATE(Space) template class Network<Space>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi

namespace yoke::detail {

#define YOKE_INSTANTIATE_FOR(Executor) \
  template std::shared_ptr<Ledger> ledger_of(Distributed<Executor> const&, std::size_t);
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_FOR)
YOKE_INSTANTIATE_FOR(Hybrid<>)

}  // namespace yoke::detail
