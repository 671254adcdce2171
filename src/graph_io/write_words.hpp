#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "writers.hpp"
#include "yoke/output_files.hpp"

namespace yoke::detail::files {

template <class T>
std::string_view bytes_of(T const& value) {
  return {reinterpret_cast<char const*>(&value), sizeof value};
}

// Writes words, and `more` to each, as Stored, telling `after` each block how many are written.
template <class Stored, class Word, class After>
void write_words(OutputFile& file, Kokkos::View<Word const*, Kokkos::HostSpace> const& words,
                 Stored more, After const& after) {
  constexpr std::size_t block_words = std::size_t(1) << 18;
  std::vector<Stored> block;
  for (std::size_t begin = 0; begin < words.extent(0); begin += block_words) {
    std::size_t const end = std::min(begin + block_words, words.extent(0));
    block.resize(end - begin);
    std::transform(words.data() + begin, words.data() + end, block.begin(), [&](Word word) {
      return static_cast<Stored>(static_cast<Stored>(word) + more);
    });
    file.write({reinterpret_cast<char const*>(block.data()), block.size() * sizeof(Stored)});
    after(end);
  }
}

template <class Stored, class Word>
void write_words(OutputFile& file, Kokkos::View<Word const*, Kokkos::HostSpace> const& words,
                 Stored more = 0) {
  write_words<Stored>(file, words, more, [](std::size_t) {});
}

// Writes each neighbour with its weight, both as 32 bits, which hold them.
template <class Vertex, class After>
void write_pairs(OutputFile& file, Kokkos::View<Vertex const*, Kokkos::HostSpace> const& neighbours,
                 ArcWeights const& weights, After const& after) {
  constexpr std::size_t block_pairs = std::size_t(1) << 17;
  std::vector<std::int32_t> block;
  for (std::size_t begin = 0; begin < neighbours.extent(0); begin += block_pairs) {
    std::size_t const end = std::min(begin + block_pairs, neighbours.extent(0));
    block.clear();
    for (std::size_t arc = begin; arc < end; ++arc) {
      block.push_back(static_cast<std::int32_t>(neighbours(arc)));
      block.push_back(static_cast<std::int32_t>(weights.whole(arc)));
    }
    file.write({reinterpret_cast<char const*>(block.data()), block.size() * sizeof(std::int32_t)});
    after(end);
  }
}

template <class Vertex>
void write_pairs(OutputFile& file, Kokkos::View<Vertex const*, Kokkos::HostSpace> const& neighbours,
                 ArcWeights const& weights) {
  write_pairs(file, neighbours, weights, [](std::size_t) {});
}

// A graph without vertices may have no offsets at all; files have one.
template <class Offset>
Kokkos::View<Offset const*, Kokkos::HostSpace> some_offsets(
    Kokkos::View<Offset const*, Kokkos::HostSpace> const& offsets) {
  if (offsets.extent(0) > 0) return offsets;
  return Kokkos::View<Offset*, Kokkos::HostSpace>("yoke::graph_io::offsets", 1);
}

// What a .sg file begins with; the offsets follow.
inline std::string gapbs_header(bool is_directed, std::uint64_t vertices, std::uint64_t arcs) {
  std::string header(1, is_directed ? '\1' : '\0');
  header += bytes_of(static_cast<std::int64_t>(arcs));
  header += bytes_of(static_cast<std::int64_t>(vertices));
  return header;
}

}  // namespace yoke::detail::files
