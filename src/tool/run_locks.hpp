#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace yoke::tool {

// The runs that this process alone may go on with. Each has a lock file, .yoke.NAME.lock beside its
// counts, which tells other processes who holds it. The kernel frees the lock when its process
// ends; a file that SIGKILL leaves there locks nothing.
class RunLocks {
 public:
  RunLocks() = default;
  ~RunLocks();
  RunLocks(RunLocks const&) = delete;
  RunLocks& operator=(RunLocks const&) = delete;

  // Locks the run whose counts a file has. Throws Failure naming the process that holds it. Returns
  // what is wrong if there can be no lock file.
  std::string take(std::string const& counts);

 private:
  bool holds(int file) const;

  struct Held {
    std::filesystem::path name;
    int file;
  };
  std::vector<Held> held_;
};

}  // namespace yoke::tool
