#include "waiting.hpp"

#include <strings.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <Kokkos_Macros.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace yoke::tool {
namespace {

// Each runtime reads its own: libgomp spins so often, some 25 us, which is about what waking a
// thread takes (docs/results/log_busy_machines.md); LLVM's spins so many milliseconds.
constexpr std::array<std::array<char const*, 2>, 2> waits{
    {{"GOMP_SPINCOUNT", "1000"}, {"KMP_BLOCKTIME", "0"}}};

bool environment_decides() {
  constexpr std::array variables{"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME",
                                 "KMP_LIBRARY",     "OMP_PLACES",     "GOMP_CPU_AFFINITY",
                                 "KMP_AFFINITY"};
  char const* const bound = std::getenv("OMP_PROC_BIND");
  return (bound != nullptr && ::strcasecmp(bound, "false") != 0) ||
         std::ranges::any_of(variables, [](auto name) { return std::getenv(name) != nullptr; });
}

// Else the kernel has started the dynamic loader, which was given this program's name.
bool was_started_itself() { return ::getauxval(AT_BASE) != 0; }

// What libgomp takes: whole numbers from 1 up, with commas between.
bool is_list_of_counts(std::string_view text) {
  bool is_number = false, is_positive = false;
  for (char const c : text) {
    if ('0' <= c && c <= '9') {
      is_number = true;
      is_positive = is_positive || c != '0';
    } else if (c == ',' && is_positive) {
      is_number = is_positive = false;
    } else if (c != ' ') {
      return false;
    }
  }
  return is_number && is_positive;
}

// The runtime has warned of these as it started, does not use them, and would warn again.
void forget_refused_counts() {
  for (char const* const name : {"OMP_NUM_THREADS", "OMP_THREAD_LIMIT"}) {
    char const* const value = std::getenv(name);
    if (value != nullptr && !is_list_of_counts(value)) ::unsetenv(name);
  }
}

}  // namespace

void let_threads_sleep([[maybe_unused]] char** argv) {
#if defined(KOKKOS_ENABLE_OPENMP)
  if (environment_decides() || !was_started_itself()) return;
  forget_refused_counts();
  for (auto const& [name, value] : waits) {
    // What is not set now would be missing after the start too, and the next one would not end.
    if (::setenv(name, value, 1) != 0) return;
  }
  // By its name, which is what lists of processes show. Where it cannot be started, this one works.
  std::error_code error;
  auto const name = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) ::execv(name.c_str(), argv);
  ::execv("/proc/self/exe", argv);
#endif
}

}  // namespace yoke::tool
