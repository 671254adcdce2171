#pragma once

#include <Kokkos_Core.hpp>
#include <optional>
#include <string>
#include <vector>

namespace yoke::tool {

// Kokkos, from its beginning to its end.
class KokkosSession {
 public:
  // Throws UsageError where Kokkos would abort over a number, and where it does not know an option.
  // Where it aborts over anything else, it has said why, and the exit code is that of a usage
  // error.
  explicit KokkosSession(std::vector<std::string> const& options);

 private:
  std::optional<Kokkos::ScopeGuard> guard_;
};

}  // namespace yoke::tool
