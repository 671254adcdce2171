#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A string, where its characters lie.
struct StringPlace {
  strings::Byte const* characters;
  std::uint64_t size;
};

// By bytes, then by length.
struct StringLess {
  bool is_descending;
  KOKKOS_FUNCTION bool operator()(StringPlace const& one, StringPlace const& other) const {
    return is_descending ? comes_before(other, one) : comes_before(one, other);
  }
  KOKKOS_FUNCTION static bool comes_before(StringPlace const& one, StringPlace const& other) {
    std::uint64_t const common = one.size < other.size ? one.size : other.size;
    for (std::uint64_t i = 0; i < common; ++i) {
      if (one.characters[i] != other.characters[i]) return one.characters[i] < other.characters[i];
    }
    return one.size < other.size;
  }
};

// By a team a string, which may be long.
template <class Space>
struct PackStrings {
  StringPlace const* strings;
  std::uint64_t const* begins;
  strings::Byte* packed;
  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    auto const s = static_cast<std::uint64_t>(member.league_rank());
    StringPlace const string = strings[s];
    auto* const to = packed + begins[s];
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, string.size),
                         [&](std::uint64_t i) { to[i] = string.characters[i]; });
  }
};

// Every rank's candidates, on all ranks, with their characters.
template <class Space>
class GatherCandidates {
  using Memory = typename Space::memory_space;
  template <class T>
  using HostArray = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  using Places = std::vector<StringPlace>;

 public:
  void operator()(Network<Space>& ranks, StringPlace const* picked, Counts const& named,
                  StringPlace* all) {
    Space const& exec = ranks.exec();
    auto const own = named[static_cast<std::size_t>(ranks.rank())];
    std::uint64_t total = 0;
    for (auto const count : named) total += count;
    Places places(own);
    Kokkos::deep_copy(exec, HostArray<StringPlace>(places.data(), own),
                      Array<Space, StringPlace const>(picked, own));
    exec.fence("yoke::mpi::sort_strings: candidates");
    Counts sizes, begins;
    std::uint64_t own_characters = 0;
    for (auto const& place : places) {
      sizes.push_back(place.size);
      begins.push_back(own_characters);
      own_characters += place.size;
    }
    auto const all_sizes = gather_sizes(ranks, sizes, named, total);
    Counts characters;
    std::uint64_t all_characters = 0;
    for (std::size_t r = 0, c = 0; r < named.size(); ++r) {
      std::uint64_t sum = 0;
      for (std::uint64_t i = 0; i < named[r]; ++i) sum += all_sizes[c++];
      characters.push_back(sum);
      all_characters += sum;
    }
    strings::Byte *sent = nullptr, *come = nullptr;
    agreed(ranks, [&] {
      sent = reserved<strings::Byte>(exec, sent_, own_characters);
      come = reserved<strings::Byte>(exec, come_, all_characters);
      pack(exec, picked, begins, sent);
    });
    ranks.gather_all(sent, characters, come);
    Places gathered;
    for (auto const size : all_sizes) {
      gathered.push_back({come, size});
      come += size;
    }
    Kokkos::deep_copy(exec, Array<Space, StringPlace>(all, total),
                      HostArray<StringPlace>(gathered.data(), total));
    exec.fence("yoke::mpi::sort_strings: candidates");
  }

 private:
  template <class T>
  static T* reserved(Space const& exec, KeptBuffer& kept, std::uint64_t size) {
    return kept.template reserved<T, Memory>(exec, "yoke::mpi::sort_strings::candidates", size)
        .data();
  }

  Counts gather_sizes(Network<Space>& ranks, Counts& own, Counts const& named,
                      std::uint64_t total) {
    Space const& exec = ranks.exec();
    std::uint64_t *sent = nullptr, *come = nullptr;
    agreed(ranks, [&] {
      sent = reserved<std::uint64_t>(exec, own_sizes_, own.size());
      come = reserved<std::uint64_t>(exec, sizes_, total);
    });
    Kokkos::deep_copy(exec, Array<Space, std::uint64_t>(sent, own.size()),
                      HostArray<std::uint64_t>(own.data(), own.size()));
    ranks.gather_all(sent, named, come);
    Counts all(total);
    Kokkos::deep_copy(exec, HostArray<std::uint64_t>(all.data(), total),
                      Array<Space, std::uint64_t>(come, total));
    exec.fence("yoke::mpi::sort_strings: sizes");
    return all;
  }

  void pack(Space const& exec, StringPlace const* picked, Counts& begins, strings::Byte* to) {
    if (begins.empty()) return;
    auto* const device_begins = reserved<std::uint64_t>(exec, begins_, begins.size());
    Kokkos::deep_copy(exec, Array<Space, std::uint64_t>(device_begins, begins.size()),
                      HostArray<std::uint64_t>(begins.data(), begins.size()));
    Kokkos::parallel_for(
        "yoke::mpi::sort_strings::pack",
        Kokkos::TeamPolicy<Space>(exec, static_cast<int>(begins.size()), Kokkos::AUTO),
        PackStrings<Space>{picked, device_begins, to});
    exec.fence("yoke::mpi::sort_strings: packed");
  }

  KeptBuffer sent_, come_, own_sizes_, sizes_, begins_;
};

}  // namespace yoke::detail::mpi
