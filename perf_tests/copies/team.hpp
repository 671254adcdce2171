#pragma once

#include <memory>
#include <string>
#include <vector>

#include <cstddef>
#include <functional>

namespace yoke_perf {

// CPUs with memory of their own, as the system numbers them.
struct Domain {
  std::string name;
  std::vector<int> cpus;
};

// All CPUs that this process's threads may use, and those of each NUMA domain where there are
// several.
std::vector<Domain> usable_domains();

// A thread on each of some CPUs, which wait until they are told what to do.
class Team {
 public:
  explicit Team(std::vector<int> const& cpus);
  ~Team();

  std::size_t size() const;
  // Each thread calls work(its number); returns when all have.
  void run(std::function<void(std::size_t)> const& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke_perf
