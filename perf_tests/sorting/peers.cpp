#include "sorting/peers.hpp"

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
#else
bool has_ips4o() { return false; }
void ips4o_sort(std::uint32_t*, std::uint64_t) { throw std::logic_error("ips4o was not found"); }
void ips4o_sort(std::uint64_t*, std::uint64_t) { throw std::logic_error("ips4o was not found"); }
#endif

}  // namespace yoke_perf::sorting
