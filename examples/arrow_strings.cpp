// Strings in Arrow's layout: 32-bit offsets into one buffer of characters. A slice of such an array
// shares the buffer, and its offsets do not begin at 0. The sorted slice becomes an array again.
#include <iostream>
#include <string>
#include <vector>
#include <yoke/gather_strings.hpp>
#include <yoke/sort_strings.hpp>

using Host = Kokkos::DefaultHostExecutionSpace;  // Arrow's buffers lie in host memory
using Characters = Kokkos::View<char const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
using Offsets = Kokkos::View<int const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // ["Paris", "Rome", "", "Oslo", "Osaka", "Quito", "Lima"]
  std::string const buffer = "ParisRomeOsloOsakaQuitoLima";
  std::vector<int> const offsets = {0, 5, 9, 9, 13, 18, 23, 27};
  int const first = 1, length = 5;  // the slice from "Rome" to "Quito"
  yoke::Strings const slice(Characters(buffer.data(), buffer.size()),
                            Offsets(offsets.data() + first, length + 1));

  std::vector<int> order(length), sorted_offsets(length + 1);
  std::string sorted(offsets[first + length] - offsets[first], ' ');
  Kokkos::View<int*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const permutation(order.data(),
                                                                                   length),
      out_offsets(sorted_offsets.data(), length + 1);
  Kokkos::View<char*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const out(sorted.data(),
                                                                            sorted.size());
  yoke::sort_strings(Host(), slice, permutation);
  yoke::gather_strings(Host(), slice, permutation, out, out_offsets);

  for (int i = 0; i < length; ++i) {
    std::cout << '"' << sorted.substr(sorted_offsets[i], sorted_offsets[i + 1] - sorted_offsets[i])
              << "\" was number " << order[i] << " of the slice\n";
  }
  return sorted == "OsakaOsloQuitoRome" && sorted_offsets == std::vector{0, 0, 5, 9, 14, 18} ? 0
                                                                                             : 1;
}
