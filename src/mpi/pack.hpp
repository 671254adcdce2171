#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Which rank's part an element of the whole array is in.
struct Owners {
  std::uint64_t const* begins;  // of every rank's part, and the number of all
  std::uint32_t ranks;

  KOKKOS_FUNCTION std::uint32_t operator()(std::uint64_t element) const {
    std::uint32_t low = 0, high = ranks;
    while (high - low > 1) {
      std::uint32_t const middle = (low + high) / 2;
      if (begins[middle] <= element) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// Messages in memory. An Address says who owns one: owners.ranks stands for nobody.
template <class Address, class Message>
struct StoredMessages {
  Message const* from;
  KOKKOS_FUNCTION Message operator()(std::uint64_t i) const { return from[i]; }
  KOKKOS_FUNCTION std::uint32_t owner(std::uint64_t i, Owners const& owners) const {
    return Address()(from[i], owners);
  }
};

// How many owners a team counts for at once: on a device 32 KiB of shared memory, on a host half of
// what Kokkos lets a team have. More are gone through in several rounds.
template <class Space>
inline constexpr std::uint32_t most_owners_of = runs_on_host<Space> ? 2048 : 32;

// Counts, and then moves, the messages of a tile to some of the owners. The threads of its team
// take messages side by side in turn, and each goes on where those before it will end: of one
// number of messages the order is always the same, and nothing is contended. A Source is as
// StoredMessages, or makes its messages when it is asked for them.
template <class Space, std::uint32_t most_owners, class Source, class Message>
struct PackTile {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  static constexpr std::uint32_t threads = runs_on_host<Space> ? 1 : 256;
  static constexpr std::uint32_t pitch = threads + 1;  // of an owner's counters: other banks' each

  Source source;
  Message* to;  // null: to be counted only
  std::uint64_t size, per_thread, tiles;
  Owners owners;
  std::uint64_t* places;              // of each owner's messages of each tile
  std::uint32_t first = 0, last = 0;  // of the owners

  // On a device more where many counters have to be added up.
  static std::uint64_t messages_a_thread(std::uint32_t owners) {
    if (runs_on_host<Space>) return std::max<std::uint64_t>(8192, owners);
    return std::max(8u, std::min(owners, most_owners) / 2);
  }

  void run(char const* name, Space const& exec) {
    for (first = 0; first < owners.ranks; first = last) {
      last = first + std::min(owners.ranks - first, most_owners);
      Policy policy(exec, static_cast<int>(tiles), static_cast<int>(threads));
      policy.set_scratch_size(0, Kokkos::PerTeam((last - first) * pitch * sizeof(std::uint32_t)));
      Kokkos::parallel_for(name, policy, *this);
    }
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto* const counters = static_cast<std::uint32_t*>(
        team.team_scratch(0).get_shmem((last - first) * pitch * sizeof(std::uint32_t)));
    auto const thread = static_cast<std::uint32_t>(team.team_rank());
    std::uint64_t const tile = team.league_rank();
    for (std::uint32_t o = 0; o < last - first; ++o) counters[o * pitch + thread] = 0;
    if (to == nullptr || threads > 1) {
      for_own(team, [&](std::uint64_t, std::uint32_t o) { ++counters[o * pitch + thread]; });
      add_up(team, counters, tile);
    }
    if (to == nullptr) return;
    for_own(team, [&](std::uint64_t i, std::uint32_t o) {
      to[places[(first + o) * tiles + tile] + counters[o * pitch + thread]++] = source(i);
    });
  }

 private:
  // visit(i, o) of this thread's messages to owners first + o.
  template <class Visit>
  KOKKOS_FUNCTION void for_own(Member const& team, Visit const& visit) const {
    std::uint64_t i = team.league_rank() * per_thread * threads + team.team_rank();
    for (std::uint64_t k = 0; k < per_thread && i < size; ++k, i += threads) {
      std::uint32_t const owner = source.owner(i, owners);
      if (first <= owner && owner < last) visit(i, owner - first);
    }
  }
  // Of each owner's counters the sums before each; their sum is the tile's.
  KOKKOS_FUNCTION void add_up(Member const& team, std::uint32_t* counters,
                              std::uint64_t tile) const {
    team.team_barrier();
    for (std::uint32_t o = team.team_rank(); o < last - first; o += threads) {
      std::uint32_t sum = 0;
      for (std::uint32_t t = 0; t < threads; ++t) {
        std::uint32_t const count = counters[o * pitch + t];
        counters[o * pitch + t] = sum;
        sum += count;
      }
      if (to == nullptr) places[(first + o) * tiles + tile] = sum;
    }
    team.team_barrier();
  }
};

// The last place, which nobody counts, is the end.
struct SumPlaces {
  std::uint64_t* places;
  std::uint64_t last;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool is_final) const {
    std::uint64_t const count = i < last ? places[i] : 0;
    if (is_final) places[i] = sum;
    sum += count;
  }
};

// Where each owner's messages end: where the next one's first tile begins.
struct EndsOfOwners {
  std::uint64_t const* places;
  std::uint64_t* ends;
  std::uint64_t tiles;
  KOKKOS_FUNCTION void operator()(std::uint64_t r) const { ends[r] = places[(r + 1) * tiles]; }
};

// Groups messages by their owners; on a host in their order.
template <class Space, std::uint32_t most_owners = most_owners_of<Space>>
class Packer {
 public:
  // `to` has room for as many as `from`. Returns how many each owner gets. Fences.
  template <class Address, class Message>
  Counts pack(Space const& exec, Message const* from, std::uint64_t size, Owners const& owners,
              Message* to) {
    return pack_from(exec, StoredMessages<Address, Message>{from}, size, owners, to);
  }
  template <class Source, class Message>
  Counts pack_from(Space const& exec, Source const& source, std::uint64_t size,
                   Owners const& owners, Message* to) {
    Counts counts(owners.ranks);
    if (size == 0) return counts;
    using Tile = PackTile<Space, most_owners, Source, Message>;
    std::uint64_t const per_thread = Tile::messages_a_thread(owners.ranks);
    std::uint64_t const tile = per_thread * Tile::threads, tiles = (size + tile - 1) / tile;
    std::uint64_t const places = tiles * owners.ranks + 1;
    if (places_.extent(0) < places + owners.ranks) {
      places_ = make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::pack",
                                                  places + places / 4 + owners.ranks);
    }
    std::uint64_t* const ends = places_.data() + places;
    Tile work{source, nullptr, size, per_thread, tiles, owners, places_.data()};
    work.run("yoke::mpi::pack::count", exec);
    Kokkos::parallel_scan("yoke::mpi::pack::places", WideRange<Space>(exec, 0, places),
                          SumPlaces{places_.data(), places - 1});
    work.to = to;
    work.run("yoke::mpi::pack", exec);
    Kokkos::parallel_for("yoke::mpi::pack::ends", WideRange<Space>(exec, 0, owners.ranks),
                         EndsOfOwners{places_.data(), ends, tiles});
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                          counts.data(), counts.size()),
                      Array<Space, std::uint64_t>(ends, counts.size()));
    exec.fence("yoke::mpi::pack");
    for (std::size_t r = counts.size() - 1; r > 0; --r) counts[r] -= counts[r - 1];
    return counts;
  }

 private:
  Buffer<Space, std::uint64_t> places_;
};

// A buffer of at least so many elements, and `spare` ones where it is made anew, for what differs
// from call to call. What it held is lost.
template <class Space, class T>
T* reserved(Space const& exec, Buffer<Space, T>& buffer, std::uint64_t size,
            std::uint64_t spare = 0) {
  if (buffer.extent(0) < size) {
    buffer = {};  // before more is taken
    buffer = make_buffer<Space, T>(exec, "yoke::mpi::messages", size + spare);
  }
  return buffer.data();
}

// Messages to their owners: packed, then sent.
template <class Space, class Message>
class Mailbox {
 public:
  // Sends the messages. What has come is in received() until the next ones are sent. All ranks
  // throw where the memory of one does not do.
  template <class Address>
  void send(Network<Space>& ranks, Message const* messages, std::uint64_t size,
            Owners const& owners) {
    agreed(ranks, [&] {
      reserved(ranks.exec(), packed_, size, size / 4);
      sent_ = packer_.template pack<Address>(ranks.exec(), messages, size, owners, packed_.data());
    });
    from_ = ranks.transpose(sent_);
    received_ = 0;
    for (auto const count : from_) received_ += count;
    agreed(ranks, [&] { reserved(ranks.exec(), received_messages_, received_, received_ / 4); });
    ranks.exchange(packed_.data(), sent_, received_messages_.data(), from_);
  }
  Message* received() const { return received_messages_.data(); }
  std::uint64_t size() const { return received_; }

  // The messages that were sent, in their order, to which answers come in.
  Message const* packed() const { return packed_.data(); }
  std::uint64_t packed_size() const {
    std::uint64_t size = 0;
    for (auto const count : sent_) size += count;
    return size;
  }
  // Sends an answer to each message received, in the order of those that were packed.
  template <class Answer>
  void answer(Network<Space>& ranks, Answer const* answers, Answer* to_own) const {
    ranks.exchange(answers, from_, to_own, sent_);
  }

 private:
  Packer<Space> packer_;
  Buffer<Space, Message> packed_, received_messages_;
  Counts sent_, from_;
  std::uint64_t received_ = 0;
};

}  // namespace yoke::detail::mpi
