#include "kokkos_ext/topology.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <numeric>
#include <stdexcept>

#ifdef YOKE_HAS_HWLOC
#include <hwloc.h>
#if HWLOC_API_VERSION < 0x00020100
#error "Yoke needs hwloc 2.1 or newer; -DCMAKE_DISABLE_FIND_PACKAGE_hwloc=ON builds without"
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime_api.h>

#include <array>
#endif
#endif

namespace yoke::detail {

#ifdef YOKE_HAS_HWLOC

class Topology::Map {
 public:
  Map() { hwloc_topology_init(&topology_); }
  ~Map() { hwloc_topology_destroy(topology_); }
  Map(Map const&) = delete;
  Map& operator=(Map const&) = delete;

  // Looks at this machine; where a GPU is to be found, at its PCI devices too, by plugins that load
  // no driver. (What those of PCI devices hold is never freed.)
  void load_machine() {
#ifdef KOKKOS_ENABLE_CUDA
    hwloc_topology_set_io_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
    for (char const* component : {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl"}) {
      hwloc_topology_set_components(topology_, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
    }
#endif
    is_loaded_ = hwloc_topology_load(topology_) == 0;
    if (is_loaded_) near_device_ = find_cpus_near_device();
  }

  void load(std::string const& description, int domain_of_device) {
    is_loaded_ = hwloc_topology_set_synthetic(topology_, description.c_str()) == 0 &&
                 hwloc_topology_load(topology_) == 0;
    if (!is_loaded_) throw std::invalid_argument("no topology: " + description);
    if (domain_of_device < 0) return;
    auto const domain = hwloc_get_obj_by_type(topology_, HWLOC_OBJ_NUMANODE,
                                              static_cast<unsigned>(domain_of_device));
    if (domain != nullptr) near_device_ = domain->cpuset;
  }

  CpuLocation locate(int cpu) const {
    CpuLocation where{.core = cpu, .cpu = cpu};
    if (!is_loaded_) return where;
    auto const unit = hwloc_get_pu_obj_by_os_index(topology_, static_cast<unsigned>(cpu));
    if (unit == nullptr) return where;
    auto const core = hwloc_get_ancestor_obj_by_type(topology_, HWLOC_OBJ_CORE, unit);
    if (core != nullptr) where.core = static_cast<int>(core->logical_index);
    where.domain = domain_of(unit->cpuset);
    where.is_near_device = near_device_ != nullptr &&
                           hwloc_bitmap_isset(near_device_, static_cast<unsigned>(cpu)) != 0;
    return where;
  }

  int count(hwloc_obj_type_t type) const {
    return is_loaded_ ? hwloc_get_nbobjs_by_type(topology_, type) : 0;
  }

 private:
  int domain_of(hwloc_const_cpuset_t unit) const {
    hwloc_obj_t domain = nullptr;
    while ((domain = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_NUMANODE, domain)) !=
           nullptr) {
      if (hwloc_bitmap_isincluded(unit, domain->cpuset) != 0) {
        return static_cast<int>(domain->logical_index);
      }
    }
    return 0;
  }

  hwloc_const_cpuset_t find_cpus_near_device() const {
#ifdef KOKKOS_ENABLE_CUDA
    std::array<char, 32> bus = {};
    if (cudaDeviceGetPCIBusId(bus.data(), bus.size(), Kokkos::Cuda().cuda_device()) !=
        cudaSuccess) {
      return nullptr;
    }
    auto const device = hwloc_get_pcidev_by_busidstring(topology_, bus.data());
    if (device == nullptr) return nullptr;
    auto const part = hwloc_get_non_io_ancestor_obj(topology_, device);
    return part == nullptr ? nullptr : part->cpuset;
#else
    return nullptr;
#endif
  }

  hwloc_topology_t topology_ = nullptr;
  hwloc_const_cpuset_t near_device_ = nullptr;  // of the topology; null where not known
  bool is_loaded_ = false;
};

Topology::Topology() : map_(std::make_unique<Map>()) { map_->load_machine(); }
Topology::Topology(std::string const& description, int domain_of_device)
    : map_(std::make_unique<Map>()) {
  map_->load(description, domain_of_device);
}
CpuLocation Topology::locate(int cpu) const { return map_->locate(cpu); }
int Topology::cores() const { return map_->count(HWLOC_OBJ_CORE); }
int Topology::domains() const { return map_->count(HWLOC_OBJ_NUMANODE); }
bool Topology::is_known() { return true; }

#else

class Topology::Map {};

Topology::Topology() = default;
Topology::Topology(std::string const&, int) { throw std::logic_error("there is no hwloc"); }
CpuLocation Topology::locate(int cpu) const { return {.core = cpu, .cpu = cpu}; }
int Topology::cores() const { return 0; }
int Topology::domains() const { return 0; }
bool Topology::is_known() { return false; }

#endif

Topology::~Topology() = default;

Topology const& Topology::of_machine() {
  static Topology const machine;
  return machine;
}

std::vector<std::size_t> in_order(std::vector<CpuLocation> const& locations) {
  std::vector<std::size_t> order(locations.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return locations[one] < locations[other];
  });
  return order;
}

std::size_t cut_between_cores(std::vector<CpuLocation> const& ordered, std::size_t cut) {
  auto const is_between = [&](std::size_t at) {
    return at > 0 && at < ordered.size() && ordered[at - 1].core != ordered[at].core;
  };
  for (std::size_t distance = 0; distance <= std::min(cut, ordered.size() - cut); ++distance) {
    if (is_between(cut - distance)) return cut - distance;
    if (is_between(cut + distance)) return cut + distance;
  }
  return cut;
}

}  // namespace yoke::detail
