#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <yoke/generate_strings.hpp>
#include <yoke/sort_strings.hpp>
#include <yoke/validate_sort_strings.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// Of up to 120 random characters, or as proteins. Each rank makes all strings, for the check, and
// sorts its part.
inline nlohmann::json measure_strings(Settings const& settings, Cluster const& cluster,
                                      std::uint64_t size, std::string const& name) {
  Part const part = part_of(cluster, size);
  auto const kind = name == "proteins" ? yoke::StringKind::protein : yoke::StringKind::random;
  auto const all =
      yoke::generate_strings<std::int64_t, Memory>(Device(), {.kind = kind, .strings = size});
  auto const offsets = Kokkos::subview(
      all.offsets, Kokkos::pair<std::size_t, std::size_t>(part.begin, part.begin + part.size + 1));
  yoke::Strings const own(all.characters, offsets);
  Words<Memory> const permutation("permutation", part.size), of_all("of_all", size);
  yoke::SortStringsPlan<Cluster, std::int64_t, Word> plan(cluster, part.size);
  Work work{name, size, {}, {}, {}};
  work.prepare = [&] { Kokkos::deep_copy(permutation, 0); };
  work.run = [&] { plan(own, permutation); };
  work.count_faults = [&]() -> std::uint64_t {
    gather(cluster, permutation, of_all);
    try {
      yoke::validate_sort_strings(Device(), all, of_all);
    } catch (yoke::InvalidInput const& error) {
      if (cluster.rank() == 0) std::cerr << name << ": " << error.what() << '\n';
      return 1;
    }
    return 0;
  };
  auto result = measure(settings, cluster, work);
  result["characters"] = all.characters.extent(0);
  return result;
}

}  // namespace yoke_perf::mpi
