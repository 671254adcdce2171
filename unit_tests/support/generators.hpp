#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstring>

#include "yoke/expander.hpp"
#include "yoke/random.hpp"

namespace yoke_test {

// A generator that the library does not know, and whose words it cannot have by number: hashes of a
// counter (splitmix64) that begins at a hash of seed and stream.
class OwnGenerator {
 public:
  class Engine {
   public:
    using result_type = std::uint32_t;
    KOKKOS_FUNCTION explicit Engine(std::uint64_t state) : state_(state) {}
    KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
    KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }
    KOKKOS_FUNCTION result_type operator()() {
      return static_cast<result_type>(mixed(state_ += 0x9e3779b97f4a7c15u) >> 32);
    }

   private:
    std::uint64_t state_;
  };

  explicit OwnGenerator(std::uint64_t seed) : seed_(seed) {}
  KOKKOS_FUNCTION OwnGenerator stream(std::uint64_t number) const {
    OwnGenerator result = *this;
    result.stream_ = number;
    return result;
  }
  KOKKOS_FUNCTION Engine engine() const { return Engine(mixed(mixed(seed_) ^ stream_)); }

 private:
  KOKKOS_FUNCTION static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::uint64_t seed_, stream_ = 0;
};
static_assert(yoke::RandomGenerator<OwnGenerator>);

// What tells arrays apart, whatever they hold: a polynomial of the elements' bits.
template <class V>
std::uint64_t checksum(V const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < host.extent(0); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &host(i), sizeof(host(i)));
    sum = sum * 6364136223846793005u + bits + 1442695040888963407u;
  }
  return sum % 1000000007;
}

}  // namespace yoke_test
