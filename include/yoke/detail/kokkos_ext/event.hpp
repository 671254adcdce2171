#pragma once

#include <Kokkos_Core.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace yoke::detail {

// A point in the work of one instance that another instance, or a thread, can wait for. Kokkos has
// none. Here for spaces whose instances offer no more than a fence, among them all host spaces: the
// point is reached before record() returns, and nothing is left to wait for.
template <class Space>
class Event {
 public:
  explicit Event(Space const&) {}

  // Marks the end of all that has been put on `exec` so far.
  void record(Space const& exec) {
    exec.fence("yoke::Event::record");
    time_ = std::chrono::steady_clock::now();
  }

  // What is put on `exec` from now on starts after the mark. Does not stop the calling thread.
  void hold(Space const&) const {}

  // Returns when the mark has been reached.
  void wait() const {}
  // Has it been?
  bool is_reached() const { return true; }

  // The time from an earlier mark to this one, by the device's own clock where it has one. Both
  // marks must have been reached.
  double seconds_since(Event const& earlier) const {
    return std::chrono::duration<double>(time_ - earlier.time_).count();
  }

 private:
  std::chrono::steady_clock::time_point time_;
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
class Event<Kokkos::Cuda> {
 public:
  explicit Event(Kokkos::Cuda const& exec) {
    check(cudaSetDevice(exec.cuda_device()), "cudaSetDevice");
    check(cudaEventCreate(&event_), "cudaEventCreate");
  }
  ~Event() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }

  void record(Kokkos::Cuda const& exec) {
    check(cudaEventRecord(event_, exec.cuda_stream()), "cudaEventRecord");
  }
  void hold(Kokkos::Cuda const& exec) const {
    check(cudaStreamWaitEvent(exec.cuda_stream(), event_, 0), "cudaStreamWaitEvent");
  }
  void wait() const { check(cudaEventSynchronize(event_), "cudaEventSynchronize"); }
  bool is_reached() const {
    cudaError_t const status = cudaEventQuery(event_);
    if (status != cudaErrorNotReady) check(status, "cudaEventQuery");
    return status == cudaSuccess;
  }

  double seconds_since(Event const& earlier) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, earlier.event_, event_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  static void check(cudaError_t status, char const* call) {
    if (status == cudaSuccess) return;
    throw std::runtime_error("yoke: " + std::string(call) + ": " + cudaGetErrorString(status));
  }

  cudaEvent_t event_ = nullptr;
};
#endif

}  // namespace yoke::detail
