#pragma once

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/views.hpp"
#include "yoke/mpi/distributed.hpp"

// Arrays in parts.
namespace yoke_test {

using Host = Kokkos::DefaultHostExecutionSpace;
using Device = Kokkos::DefaultExecutionSpace;

using Clusters = std::map<std::size_t, std::unique_ptr<yoke::Distributed<Device>>>;
inline Clusters& clusters() {
  static Clusters all;
  return all;
}
// The ranks, for messages of so many bytes: made once, for all tests, as that takes long between
// GPUs (a library is started, or memory pinned). Gone before MPI is.
inline yoke::Distributed<Device> const& cluster_of(
    std::size_t most_message_bytes = yoke::DistributedOptions().most_message_bytes) {
  auto& cluster = clusters()[most_message_bytes];
  if (cluster == nullptr) {
    cluster = std::make_unique<yoke::Distributed<Device>>(
        MPI_COMM_WORLD, Device(),
        yoke::DistributedOptions{.most_message_bytes = most_message_bytes});
  }
  return *cluster;
}

// How elements are shared out.
enum class Cut { evenly, all_on_first, all_on_last, none_on_every_other, growing };
inline constexpr Cut all_cuts[] = {Cut::evenly, Cut::all_on_first, Cut::all_on_last,
                                   Cut::none_on_every_other, Cut::growing};

// The first element of each rank, and the number of elements at the end.
inline std::vector<std::size_t> cut(std::size_t size, int ranks, Cut how) {
  std::vector<std::uint64_t> weights;
  for (int r = 0; r < ranks; ++r) {
    bool const is_first = r == 0, is_last = r + 1 == ranks;
    switch (how) {
      case Cut::evenly:
        weights.push_back(1);
        break;
      case Cut::all_on_first:
        weights.push_back(is_first);
        break;
      case Cut::all_on_last:
        weights.push_back(is_last);
        break;
      case Cut::none_on_every_other:
        weights.push_back(r % 2 == 0);
        break;
      case Cut::growing:
        weights.push_back(static_cast<std::uint64_t>(r) + 1);
        break;
    }
  }
  std::uint64_t total = 0, sum = 0;
  for (auto const weight : weights) total += weight;
  std::vector<std::size_t> begins{0};
  for (auto const weight : weights) {
    sum += weight;
    begins.push_back(size * sum / total);
  }
  return begins;
}

// This rank's part of what every rank has made whole.
template <class T>
std::vector<T> part_of(std::vector<T> const& whole, int rank, int ranks, Cut how = Cut::evenly) {
  auto const begins = cut(whole.size(), ranks, how);
  auto const r = static_cast<std::size_t>(rank);
  return {whole.begin() + static_cast<std::ptrdiff_t>(begins[r]),
          whole.begin() + static_cast<std::ptrdiff_t>(begins[r + 1])};
}

// What the body throws, as a string that two ranks can compare: empty where it throws nothing.
template <class Body>
std::string what_is_thrown(Body const& body) {
  try {
    body();
  } catch (std::exception const& error) {
    return error.what();
  }
  return "";
}

// What all ranks throw where a value of the last one is not that of the others: "" on one rank. Of
// what nobody would read no texts are given.
template <class Cluster>
std::string differ(Cluster const& cluster, std::string const& what, std::string const& first = "",
                   std::string const& last = "") {
  if (cluster.ranks() == 1) return "";
  std::string const rank = "rank " + std::to_string(cluster.ranks() - 1);
  return what + " must be the same on all ranks; " +
         (first.empty() ? "it is another one on " + rank + " than on rank 0"
                        : "it is " + first + " on rank 0 and " + last + " on " + rank);
}

// Is it the same everywhere?
inline bool same_on_all(std::string const& text) {
  constexpr std::size_t most = 1000;
  std::string padded = text;
  padded.resize(most);
  std::string first = padded;
  MPI_Bcast(first.data(), most, MPI_CHAR, 0, MPI_COMM_WORLD);
  int same = first == padded, all = 0;
  MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all == 1;
}

}  // namespace yoke_test
