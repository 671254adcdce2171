#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

namespace yoke::detail {

// Every interval-th of 0..size-1, from 0 on. Which one a node is costs a multiplication and a
// rotation, no division and no marks: multiplying by the inverse of the interval's odd part, modulo
// 2^bits, divides a multiple exactly and takes any other number beyond all quotients (Granlund and
// Montgomery 1994, section 9).
template <class Word>
class RegularSplitters {
 public:
  RegularSplitters(std::uint64_t size, std::uint64_t interval)
      : count_(static_cast<Word>((size + interval - 1) / interval)),
        interval_(static_cast<Word>(interval)) {
    Word odd = interval_;
    for (; odd % 2 == 0; odd /= 2) ++shift_;
    // Newton: 3 bits are right at first, twice as many after each step.
    inverse_ = odd;
    for (int bits = 3; bits < word_bits; bits *= 2) inverse_ *= 2 - odd * inverse_;
  }

  KOKKOS_FUNCTION Word count() const { return count_; }
  KOKKOS_FUNCTION Word interval() const { return interval_; }
  KOKKOS_FUNCTION Word at(Word number) const { return number * interval_; }

  // The number of the splitter that `node` is, or at least count() where it is none.
  KOKKOS_FUNCTION Word number_of(Word node) const {
    Word const product = node * inverse_;
    return product >> shift_ | product << ((word_bits - shift_) % word_bits);
  }

 private:
  static constexpr int word_bits = 8 * sizeof(Word);
  Word count_, interval_, inverse_;
  int shift_ = 0;
};

}  // namespace yoke::detail
