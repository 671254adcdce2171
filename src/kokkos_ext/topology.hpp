#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace yoke::detail {

// Where a CPU (a hardware thread) lies in the machine: the number of its core and of its NUMA
// domain, and whether Kokkos's GPU is attached to that part of the machine. In the order in which
// CPUs are shared out: those near the GPU last, cores in one piece.
struct CpuLocation {
  bool is_near_device = false;
  int domain = 0;
  int core = 0;
  int cpu = 0;

  // (With nvcc 13 a comparison that is defaulted here is declared and not defined.)
  friend bool operator<(CpuLocation const& one, CpuLocation const& other) {
    auto const order = [](CpuLocation const& at) {
      return std::tuple(at.is_near_device, at.domain, at.core, at.cpu);
    };
    return order(one) < order(other);
  }
};

// What hwloc knows of the machine's cores. Without hwloc each CPU is a core of one domain.
class Topology {
 public:
  // This machine, looked at once.
  static Topology const& of_machine();
  // A made-up machine, in hwloc's words ("numa:2 core:4 pu:2"), with a device near one domain, or
  // -1.
  Topology(std::string const& description, int domain_of_device);
  ~Topology();
  Topology(Topology const&) = delete;
  Topology& operator=(Topology const&) = delete;

  CpuLocation locate(int cpu) const;
  // 0 where that is not known.
  int cores() const;
  int domains() const;

  static bool is_known();  // whether there is an hwloc

 private:
  class Map;
  Topology();

  std::unique_ptr<Map> map_;
};

// The numbers of the locations in the order in which they are shared out, from the first side's to
// the last.
std::vector<std::size_t> in_order(std::vector<CpuLocation> const& locations);

// Where to cut ordered CPUs in two so that no core is on both sides: the place nearest to `cut`
// that leaves each side one, and makes none more than twice as large as it was to be; `cut` itself
// where there is none.
std::size_t cut_between_cores(std::vector<CpuLocation> const& ordered, std::size_t cut);

}  // namespace yoke::detail
