#include "sorting/peers.hpp"

#include "sorting/records.hpp"

#include <stdexcept>

#if defined(YOKE_PERF_HAS_IPS4O)
#include <ips4o.hpp>
#endif

namespace yoke_perf::sorting {

#if defined(YOKE_PERF_HAS_IPS4O)
bool has_ips4o() { return true; }
void ips4o_sort(std::uint32_t* keys, std::uint64_t size) {
  ips4o::parallel::sort(keys, keys + size);
}
void ips4o_sort(std::uint64_t* keys, std::uint64_t size) {
  ips4o::parallel::sort(keys, keys + size);
}
template <class Element>
void ips4o_sort_by_key(Element* elements, std::uint64_t size) {
  ips4o::parallel::sort(elements, elements + size, ByKey());
}
#else
bool has_ips4o() { return false; }
void ips4o_sort(std::uint32_t*, std::uint64_t) { throw std::logic_error("ips4o was not found"); }
void ips4o_sort(std::uint64_t*, std::uint64_t) { throw std::logic_error("ips4o was not found"); }
template <class Element>
void ips4o_sort_by_key(Element*, std::uint64_t) {
  throw std::logic_error("ips4o was not found");
}
#endif

template void ips4o_sort_by_key(std::uint32_t*, std::uint64_t);
template void ips4o_sort_by_key(Record<8>*, std::uint64_t);
template void ips4o_sort_by_key(Record<16>*, std::uint64_t);
template void ips4o_sort_by_key(Record<48>*, std::uint64_t);

}  // namespace yoke_perf::sorting
