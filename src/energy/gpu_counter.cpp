#include "energy/gpu_counter.hpp"

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <array>
#endif

namespace yoke::detail {

#ifdef KOKKOS_ENABLE_CUDA

// What is called of NVML, as its reference declares it; 0 is success.
class GpuCounter::Nvml {
 public:
  // Null, with the reason, where there is no NVML or no such device.
  static std::unique_ptr<Nvml> open(std::string& why_none) {
    auto nvml = std::unique_ptr<Nvml>(new Nvml);
    why_none = nvml->find_device();
    if (!why_none.empty()) nvml.reset();
    return nvml;
  }
  ~Nvml() {
    if (is_initialized_) call<int()>("nvmlShutdown");
    if (library_ != nullptr) dlclose(library_);
  }
  Nvml(Nvml const&) = delete;
  Nvml& operator=(Nvml const&) = delete;

  // Since open(); nothing where the counter cannot be read.
  std::optional<double> joules() {
    auto const now = millijoules();
    if (!now) return std::nullopt;
    return static_cast<double>(*now - first_) * 1e-3;
  }

 private:
  Nvml() = default;

  // Not 0 where the function is missing.
  template <class Function, class... Arguments>
  int call(char const* name, Arguments... arguments) {
    auto const function = reinterpret_cast<Function*>(dlsym(library_, name));
    return function == nullptr ? -1 : function(arguments...);
  }

  std::string find_device() {
    if (!Kokkos::is_initialized()) return "Kokkos, which knows the device, is not initialised";
    library_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return "the driver's NVML (libnvidia-ml.so.1) was not found";
    is_initialized_ = call<int()>("nvmlInit_v2") == 0;
    if (!is_initialized_) return "NVML could not be initialized";
    std::array<char, 32> bus = {};
    if (cudaDeviceGetPCIBusId(bus.data(), bus.size(), Kokkos::Cuda().cuda_device()) !=
            cudaSuccess ||
        call<int(char const*, void**)>("nvmlDeviceGetHandleByPciBusId_v2", bus.data(), &device_) !=
            0) {
      return "NVML does not know the device";
    }
    auto const now = millijoules();
    if (!now) return "NVML has no counter of energy for this GPU";
    first_ = *now;
    return {};
  }

  std::optional<unsigned long long> millijoules() {
    unsigned long long energy = 0;
    int const status = call<int(void*, unsigned long long*)>("nvmlDeviceGetTotalEnergyConsumption",
                                                             device_, &energy);
    return status == 0 ? std::optional(energy) : std::nullopt;
  }

  void* library_ = nullptr;
  void* device_ = nullptr;
  unsigned long long first_ = 0;  // millijoules
  bool is_initialized_ = false;
};

GpuCounter::GpuCounter() : nvml_(Nvml::open(why_none_)) {}

std::optional<double> GpuCounter::joules() {
  if (!nvml_) return std::nullopt;
  if (auto const joules = nvml_->joules()) return joules;
  nvml_.reset();
  why_none_ = "NVML's counter can no longer be read";
  return std::nullopt;
}

#else

class GpuCounter::Nvml {};

GpuCounter::GpuCounter() : why_none_("this build has no device") {}
std::optional<double> GpuCounter::joules() { return std::nullopt; }

#endif

GpuCounter::~GpuCounter() = default;

}  // namespace yoke::detail
