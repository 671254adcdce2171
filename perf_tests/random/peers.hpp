#pragma once

#include <cstdint>
#include <memory>

// Others' generators, each in a source file that sees its headers.
namespace yoke_perf::random {

// Random123's Philox4x32-10, where its headers were found: blocks `begin` to `end` - 1 of stream 0,
// 4 words each, with one thread.
bool has_random123();
void random123_blocks(std::uint32_t* words, std::uint64_t begin, std::uint64_t end,
                      std::uint32_t seed);

// cuRAND's host interface, where there is CUDA.
enum class CurandKind { philox, xorwow, mtgp32 };
class Curand {
 public:
  virtual ~Curand() = default;
  // Has completed when it returns.
  virtual void fill(std::uint32_t* device_words, std::uint64_t size) = 0;
};
// Null where there is none.
std::unique_ptr<Curand> make_curand(CurandKind kind);

}  // namespace yoke_perf::random
