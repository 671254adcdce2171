#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

// A Source is as StoredMessages, or makes its messages when it is asked for them.
template <class Source, class Message>
struct PackTile {
  Source source;
  Message* to;  // null: to be counted only
  std::uint64_t size, tile, tiles;
  Owners owners;
  std::uint64_t* places;  // of each owner's messages of each tile

  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const end = (t + 1) * tile < size ? (t + 1) * tile : size;
    if (to == nullptr) {
      for (std::uint32_t r = 0; r < owners.ranks; ++r) places[r * tiles + t] = 0;
    }
    for (std::uint64_t i = t * tile; i < end; ++i) {
      std::uint32_t const owner = source.owner(i, owners);
      if (owner == owners.ranks) continue;
      std::uint64_t const place = places[owner * tiles + t]++;
      if (to != nullptr) to[place] = source(i);
    }
  }
};

struct SumPlaces {
  std::uint64_t* places;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool is_final) const {
    std::uint64_t const count = places[i];
    if (is_final) places[i] = sum;
    sum += count;
  }
};

// Where each owner's last tile ends.
struct EndsOfOwners {
  std::uint64_t const* places;
  std::uint64_t* ends;
  std::uint64_t tiles;
  KOKKOS_FUNCTION void operator()(std::uint64_t r) const { ends[r] = places[(r + 1) * tiles - 1]; }
};

// Groups messages by their owners, stably.
template <class Space>
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
    // One thread goes through a tile: on a device there must be many, on a host few.
    std::uint64_t const tile =
        std::max<std::uint64_t>(runs_on_host<Space> ? 8192 : 64, owners.ranks);
    std::uint64_t const tiles = (size + tile - 1) / tile;
    std::uint64_t const places = tiles * owners.ranks;
    if (places_.extent(0) < places + owners.ranks) {
      places_ = make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::pack",
                                                  places + places / 4 + owners.ranks);
    }
    std::uint64_t* const ends = places_.data() + places;
    PackTile<Source, Message> work{source, nullptr, size, tile, tiles, owners, places_.data()};
    Kokkos::parallel_for("yoke::mpi::pack::count", WideRange<Space>(exec, 0, tiles), work);
    Kokkos::parallel_scan("yoke::mpi::pack::places", WideRange<Space>(exec, 0, places),
                          SumPlaces{places_.data()});
    work.to = to;
    Kokkos::parallel_for("yoke::mpi::pack", WideRange<Space>(exec, 0, tiles), work);
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
T* room_for(Space const& exec, Buffer<Space, T>& buffer, std::uint64_t size,
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
      room_for(ranks.exec(), packed_, size, size / 4);
      sent_ = packer_.template pack<Address>(ranks.exec(), messages, size, owners, packed_.data());
    });
    from_ = ranks.transpose(sent_);
    received_ = 0;
    for (auto const count : from_) received_ += count;
    agreed(ranks, [&] { room_for(ranks.exec(), received_messages_, received_, received_ / 4); });
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
  // Sends an answer to each message received, in their order.
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
