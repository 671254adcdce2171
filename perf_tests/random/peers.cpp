#include "random/peers.hpp"

#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <string>

#if defined(YOKE_PERF_HAS_RANDOM123)
#include <Random123/philox.h>
#endif
#if defined(YOKE_PERF_HAS_CURAND)
#include <cuda_runtime.h>
#include <curand.h>
#endif

namespace yoke_perf::random {

#if defined(YOKE_PERF_HAS_RANDOM123)
bool has_random123() { return true; }

void random123_blocks(std::uint32_t* words, std::uint64_t begin, std::uint64_t end,
                      std::uint32_t seed) {
  using Cipher = r123::Philox4x32;
  Cipher const cipher;
  Cipher::key_type const key = {{seed, 0}};
  for (std::uint64_t b = begin; b < end; ++b) {
    Cipher::ctr_type const counter = {
        {static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32), 0, 0}};
    auto const block = cipher(counter, key);
    for (std::uint64_t k = 0; k < 4; ++k) words[4 * b + k] = block[k];
  }
}
#else
bool has_random123() { return false; }
void random123_blocks(std::uint32_t*, std::uint64_t, std::uint64_t, std::uint32_t) {}
#endif

#if defined(YOKE_PERF_HAS_CURAND)
namespace {

void check(curandStatus_t status) {
  if (status == CURAND_STATUS_SUCCESS) return;
  throw std::runtime_error("cuRAND failed with status " + std::to_string(status));
}

curandRngType_t type_of(CurandKind kind) {
  switch (kind) {
    case CurandKind::philox:
      return CURAND_RNG_PSEUDO_PHILOX4_32_10;
    case CurandKind::xorwow:
      return CURAND_RNG_PSEUDO_XORWOW;
    case CurandKind::mtgp32:
      break;
  }
  return CURAND_RNG_PSEUDO_MTGP32;
}

class CurandGenerator final : public Curand {
 public:
  explicit CurandGenerator(CurandKind kind) {
    check(curandCreateGenerator(&generator_, type_of(kind)));
    check(curandSetPseudoRandomGeneratorSeed(generator_, 1));
    check(curandGenerateSeeds(generator_));
  }
  ~CurandGenerator() override { curandDestroyGenerator(generator_); }
  CurandGenerator(CurandGenerator const&) = delete;
  CurandGenerator& operator=(CurandGenerator const&) = delete;

  void fill(std::uint32_t* device_words, std::uint64_t size) override {
    check(curandGenerate(generator_, device_words, size));
    if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error("cuRAND's kernel failed");
  }

 private:
  curandGenerator_t generator_;
};

}  // namespace

std::unique_ptr<Curand> make_curand(CurandKind kind) {
  return std::make_unique<CurandGenerator>(kind);
}
#else
std::unique_ptr<Curand> make_curand(CurandKind) { return nullptr; }
#endif

}  // namespace yoke_perf::random
