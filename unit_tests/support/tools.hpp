#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

// What Kokkos Tools tells about the code that runs while one of these exists, which is what any
// profiler would see. One of a kind at a time.

namespace yoke_test {

// The memory that Kokkos allocates, in any space.
class AllocationRecorder {
 public:
  AllocationRecorder() {
    current_ = this;
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocated);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(freed);
  }
  ~AllocationRecorder() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }
  AllocationRecorder(AllocationRecorder const&) = delete;
  AllocationRecorder& operator=(AllocationRecorder const&) = delete;

  std::vector<std::string> const& labels() const { return labels_; }
  std::uint64_t held_bytes() const { return held_; }
  std::uint64_t most_bytes() const { return most_; }
  // Of the library's own in the memory of a GPU.
  std::uint64_t bytes_on_device() const { return on_device_; }
  std::uint64_t most_bytes_on_device() const { return most_on_device_; }

 private:
  struct Allocation {
    std::uint64_t size, on_device;
  };

  static void allocated(Kokkos_Profiling_SpaceHandle space, char const* label, void const* address,
                        std::uint64_t size) {
    if (size == 0) return;  // as Kokkos takes for the scratch of each new team slot on CUDA
    std::lock_guard const lock(current_->mutex_);
    current_->labels_.push_back(label);
    bool const is_ours = std::string_view(label).starts_with("yoke::");
    bool const on_device = std::string_view(space.name) == "Cuda";
    current_->sizes_[address] = {size, is_ours && on_device ? size : 0};
    current_->held_ += size;
    current_->most_ = std::max(current_->most_, current_->held_);
    current_->on_device_ += current_->sizes_[address].on_device;
    current_->most_on_device_ = std::max(current_->most_on_device_, current_->on_device_);
  }
  // What was allocated earlier does not count.
  static void freed(Kokkos_Profiling_SpaceHandle, char const*, void const* address, std::uint64_t) {
    std::lock_guard const lock(current_->mutex_);
    auto const found = current_->sizes_.find(address);
    if (found == current_->sizes_.end()) return;
    current_->held_ -= found->second.size;
    current_->on_device_ -= found->second.on_device;
    current_->sizes_.erase(found);
  }

  static inline AllocationRecorder* current_ = nullptr;
  std::mutex mutex_;
  std::vector<std::string> labels_;
  std::map<void const*, Allocation> sizes_;
  std::uint64_t held_ = 0, most_ = 0;
  std::uint64_t on_device_ = 0, most_on_device_ = 0;
};

struct ToolsEvent {
  std::string label;
  std::uint32_t device_id;
};

// The kernels that are dispatched. Makes Kokkos fence each.
class KernelRecorder {
 public:
  KernelRecorder() {
    current_ = this;
    install(begun);
  }
  ~KernelRecorder() { install(nullptr); }
  KernelRecorder(KernelRecorder const&) = delete;
  KernelRecorder& operator=(KernelRecorder const&) = delete;

  std::vector<ToolsEvent> const& kernels() const { return kernels_; }

 private:
  static void install(Kokkos::Tools::beginFunction callback) {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(callback);
  }
  static void begun(char const* label, std::uint32_t device_id, std::uint64_t*) {
    std::lock_guard const lock(current_->mutex_);
    current_->kernels_.push_back({label, device_id});
  }

  static inline KernelRecorder* current_ = nullptr;
  std::mutex mutex_;
  std::vector<ToolsEvent> kernels_;
};

// Is a kernel the library's? Kokkos fills and copies Views by kernels of its own. What else the
// library's kernels are called is not for a test to know: a GPU build dispatches what a host does
// in a loop.
inline bool is_of_library(std::string_view label) { return label.starts_with("yoke::"); }
inline bool is_of_kokkos(std::string_view label) { return label.starts_with("Kokkos::"); }

// Throws in the place of one of the kernels whose labels begin in some way.
class FailingKernel {
 public:
  struct Fault {};

  // The first of them is number 0.
  FailingKernel(std::string_view prefix, int number) : prefix_(prefix), left_(number) {
    current_ = this;
    install(begun);
  }
  ~FailingKernel() { install(nullptr); }
  FailingKernel(FailingKernel const&) = delete;
  FailingKernel& operator=(FailingKernel const&) = delete;

  bool has_failed() const { return left_ < 0; }

 private:
  static void install(Kokkos::Tools::beginFunction callback) {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(callback);
  }
  static void begun(char const* label, std::uint32_t, std::uint64_t*) {
    if (std::string_view(label).starts_with(current_->prefix_) && current_->left_-- == 0) {
      throw Fault();
    }
  }

  static inline FailingKernel* current_ = nullptr;
  std::string_view prefix_;
  std::atomic<int> left_;
};

// Runs out of memory at one of the places where the library takes some.
class FailingAllocation {
 public:
  // At the `number`-th from now on, from 1; 0 for none.
  explicit FailingAllocation(int number) {
    left_ = number;
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocated);
  }
  ~FailingAllocation() { Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr); }
  FailingAllocation(FailingAllocation const&) = delete;
  FailingAllocation& operator=(FailingAllocation const&) = delete;

  bool has_failed() const { return left_ <= 0; }

 private:
  // A test's own have other labels.
  static void allocated(Kokkos_Profiling_SpaceHandle, char const* label, void const*,
                        std::uint64_t) {
    if (std::string_view(label).starts_with("yoke") && --left_ == 0) throw std::bad_alloc();
  }

  static inline std::atomic<int> left_ = 0;
};

// The fences.
class FenceRecorder {
 public:
  FenceRecorder() {
    current_ = this;
    Kokkos::Tools::Experimental::set_begin_fence_callback(begun);
  }
  ~FenceRecorder() { Kokkos::Tools::Experimental::set_begin_fence_callback(nullptr); }
  FenceRecorder(FenceRecorder const&) = delete;
  FenceRecorder& operator=(FenceRecorder const&) = delete;

  std::vector<ToolsEvent> const& fences() const { return fences_; }

 private:
  static void begun(char const* label, std::uint32_t device_id, std::uint64_t*) {
    std::lock_guard const lock(current_->mutex_);
    current_->fences_.push_back({label, device_id});
  }

  static inline FenceRecorder* current_ = nullptr;
  std::mutex mutex_;
  std::vector<ToolsEvent> fences_;
};

}  // namespace yoke_test
