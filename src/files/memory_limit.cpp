#include "memory_limit.hpp"

#include <unistd.h>

#include <limits>

#include "yoke/counted.hpp"
#include "yoke/machine_memory.hpp"

namespace yoke {

std::uint64_t machine_memory() {
  long const pages = ::sysconf(_SC_PHYS_PAGES), page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

}  // namespace yoke

namespace yoke::detail::files {

std::uint64_t memory_limit(std::uint64_t given) { return given != 0 ? given : machine_memory(); }

std::string more_than(std::uint64_t limit) {
  return " takes more than " + show_count(limit, "byte") + " of memory (options.memory_limit)";
}

}  // namespace yoke::detail::files
