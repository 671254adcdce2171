#pragma once

#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <string>

#ifdef KOKKOS_ENABLE_CUDA

namespace yoke::detail::mpi {

inline void check_cuda(cudaError_t error) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("yoke::Distributed: ") + cudaGetErrorString(error));
}

// A stream for what is sent or received, so that the instance's may go on. Where kernels of both
// wait, this one's come first: other ranks wait for them.
class DeviceStream {
 public:
  explicit DeviceStream(int device) {
    check_cuda(cudaSetDevice(device));
    int least = 0, greatest = 0;
    check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
    auto const made = cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest);
    if (made != cudaSuccess) cudaEventDestroy(event_);
    check_cuda(made);
  }
  ~DeviceStream() {
    cudaStreamDestroy(stream_);
    cudaEventDestroy(event_);
  }
  DeviceStream(DeviceStream const&) = delete;
  DeviceStream& operator=(DeviceStream const&) = delete;

  cudaStream_t stream() const { return stream_; }
  // What this stream is given next waits for what the other was given so far, and the reverse.
  void follow(cudaStream_t other) { order(other, stream_); }
  void lead(cudaStream_t other) { order(stream_, other); }
  void fence() const { check_cuda(cudaStreamSynchronize(stream_)); }

 private:
  void order(cudaStream_t first, cudaStream_t second) {
    check_cuda(cudaEventRecord(event_, first));
    check_cuda(cudaStreamWaitEvent(second, event_, 0));
  }

  cudaStream_t stream_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

}  // namespace yoke::detail::mpi
#endif
