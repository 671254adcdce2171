#pragma once

#include <cstdint>

namespace yoke_perf::sorting {

// ips4o on all cores, where its header was found; compiled by itself, for its compiler flags.
bool has_ips4o();
void ips4o_sort(std::uint32_t* keys, std::uint64_t size);
void ips4o_sort(std::uint64_t* keys, std::uint64_t size);
// By a comparator: of words of 32 bits, and of Records of 8, 16 and 48 bytes.
template <class Element>
void ips4o_sort_by_key(Element* elements, std::uint64_t size);

}  // namespace yoke_perf::sorting
