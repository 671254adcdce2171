#pragma once

#include <Kokkos_Core.hpp>
#include <optional>
#include <string>
#include <vector>

namespace yoke::tool {

// Kokkos, from when a command starts it to the session's end.
class KokkosSession {
 public:
  // Throws UsageError if Kokkos would abort over a number.
  explicit KokkosSession(std::vector<std::string> const& options);
  KokkosSession(KokkosSession const&) = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
  ~KokkosSession();

 private:
  friend void start_kokkos();
  friend void start_kokkos_if(bool is_needed);
  void start(bool is_needed);

  std::vector<std::string> options_;
  std::optional<Kokkos::ScopeGuard> guard_;
};

// Starts the session's Kokkos. A command calls this when its options are checked and its outputs
// are open, as a GPU takes far longer to start than all that. Throws UsageError if Kokkos does not
// know an option. If Kokkos aborts, its first line is shown, and the exit code is that of a usage
// error. A Kokkos that was there before the session stays.
void start_kokkos();

// The same, but Kokkos is not started where it is not needed and has no options to refuse.
void start_kokkos_if(bool is_needed);

}  // namespace yoke::tool
