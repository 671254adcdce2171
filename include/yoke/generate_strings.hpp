#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/compiler_check.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/random.hpp"
#include "yoke/strings.hpp"

namespace yoke {

/// What generated strings are like.
enum class StringKind {
  /// Lengths from 0 to `longest`, each as likely; printable ASCII characters but the space.
  random,
  /// As proteins: 20 letters, as frequent as in Swiss-Prot, and lengths that are about as frequent
  /// as there (2 to 1600, in the mean 366, half of them below 310); strings of a family share a
  /// prefix.
  protein,
};

/// Strings to generate.
struct StringShape {
  StringKind kind = StringKind::random;  ///< what they are like
  std::uint64_t strings = 0;             ///< how many
  std::uint64_t longest = 120;           ///< random: characters at most
  std::uint64_t family = 64;             ///< protein: strings of a family, in the mean
  std::uint64_t shared = 24;  ///< protein: characters that a family's strings begin with, if they
                              ///< are so long
  std::uint64_t seed = 1;     ///< of everything random
};

namespace detail {

// Lengths of proteins by their share of all, in 16ths, and between them as a straight line: 366 in
// the mean, as in Swiss-Prot (release 41: 45.0 million amino acids in 122,564 entries).
KOKKOS_INLINE_FUNCTION std::uint64_t protein_length(std::uint32_t word) {
  constexpr std::uint16_t lengths[] = {2,   80,  112, 139, 165, 200, 235, 272, 310,
                                       350, 385, 425, 465, 520, 610, 790, 1600};
  std::uint64_t const place = word >> 28, rest = word & 0x0fffffffu;
  std::uint64_t const low = lengths[place], high = lengths[place + 1];
  return low + ((high - low) * rest >> 28);
}

// The same for letters, in 9990ths.
KOKKOS_INLINE_FUNCTION char protein_letter(std::uint32_t bits16) {
  struct Letter {
    std::uint16_t end;
    char letter;
  };
  constexpr Letter letters[] = {{965, 'L'},  {1790, 'A'}, {2497, 'G'}, {3183, 'V'}, {3855, 'E'},
                                {4518, 'S'}, {5109, 'I'}, {5689, 'K'}, {6242, 'R'}, {6788, 'D'},
                                {7323, 'T'}, {7797, 'P'}, {8203, 'N'}, {8596, 'Q'}, {8982, 'F'},
                                {9274, 'Y'}, {9515, 'M'}, {9742, 'H'}, {9880, 'C'}, {9990, 'W'}};
  std::uint32_t const number = bits16 * 9990u >> 16;
  int k = 0;
  while (letters[k].end <= number) ++k;
  return letters[k].letter;
}

// Strings, and characters of one: so many of both can still be counted.
inline constexpr std::uint64_t most_generated = std::uint64_t(1) << 31;

// Strings by their number: each has a stream of words, and each family one.
class StringMaker {
 public:
  explicit StringMaker(StringShape const& shape)
      : shape_(shape),
        random_(shape.seed),
        families_(
            std::max<std::uint64_t>(shape.strings / std::max<std::uint64_t>(shape.family, 1), 1)) {}

  KOKKOS_FUNCTION std::uint64_t length(std::uint64_t i) const {
    Philox const words = random_.stream(2 * i);
    return shape_.kind == StringKind::protein ? protein_length(words(0))
                                              : words.below(0, shape_.longest + 1);
  }

  KOKKOS_FUNCTION void write(std::uint64_t i, std::uint64_t length, char* characters) const {
    Philox const own = random_.stream(2 * i);
    bool const is_protein = shape_.kind == StringKind::protein;
    std::uint64_t const shared = !is_protein ? 0 : shape_.shared < length ? shape_.shared : length;
    Philox const of_family = random_.stream(2 * own.below(1, families_) + 1);
    write(of_family, 0, shared, characters);
    write(own, shared, length, characters);
  }

 private:
  // Eight characters a block of words; the first block is that of the length and the family.
  KOKKOS_FUNCTION void write(Philox const& words, std::uint64_t begin, std::uint64_t end,
                             char* characters) const {
    for (std::uint64_t at = begin; at < end;) {
      auto const block = words.block(1 + at / 8);
      std::uint64_t const next = (at / 8 + 1) * 8 < end ? (at / 8 + 1) * 8 : end;
      for (; at < next; ++at) {
        std::uint32_t const bits16 = block.word[at % 8 / 2] >> 16 * (at % 2) & 0xffffu;
        characters[at] = letter(bits16);
      }
    }
  }
  KOKKOS_FUNCTION char letter(std::uint32_t bits16) const {
    return shape_.kind == StringKind::protein ? protein_letter(bits16)
                                              : static_cast<char>('!' + (bits16 * 94u >> 16));
  }

  StringShape shape_;
  Philox random_;
  std::uint64_t families_;
};

struct SumGeneratedLengths {
  StringMaker maker;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += maker.length(i);
  }
};

template <class Offsets>
struct WriteGeneratedOffsets {
  StringMaker maker;
  Offsets offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool last) const {
    if (last) offsets(i) = static_cast<typename Offsets::value_type>(sum);
    if (i + 1 < offsets.extent(0)) sum += maker.length(i);
  }
};

template <class Characters, class Offsets>
struct WriteGeneratedCharacters {
  StringMaker maker;
  Characters characters;
  Offsets offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const begin = static_cast<std::uint64_t>(offsets(i));
    maker.write(i, static_cast<std::uint64_t>(offsets(i + 1)) - begin, characters.data() + begin);
  }
};

}  // namespace detail

/// Strings with offsets of the type Offset, in MemorySpace, which exec can access.
template <class Offset, class MemorySpace>
using GeneratedStrings =
    Strings<Kokkos::View<char*, MemorySpace>, Kokkos::View<Offset*, MemorySpace>>;

/// Generates strings of a shape: a function of the shape alone, the same on every space.
///
/// Work O(characters). Throws std::invalid_argument where a number of the shape is above 2^31, or
/// where Offset cannot hold how many characters
/// there are.
template <class Offset, class MemorySpace, detail::AnySpace Space>
GeneratedStrings<Offset, MemorySpace> generate_strings(Space const& exec,
                                                       StringShape const& shape) {
  static_assert(detail::is_index<Offset>,
                "yoke::generate_strings: offsets must be 32- or 64-bit integers");
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::generate_strings: the execution space cannot access the memory");
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>;
  if (shape.strings > detail::most_generated || shape.longest > detail::most_generated ||
      shape.shared > detail::most_generated) {
    throw std::invalid_argument(
        "yoke::generate_strings: strings, longest and shared may not be more than 2^31");
  }
  detail::StringMaker const maker(shape);
  std::uint64_t characters = 0;
  Kokkos::parallel_reduce("yoke::generate_strings::lengths", Range(exec, 0, shape.strings),
                          detail::SumGeneratedLengths{maker}, characters);
  exec.fence("yoke::generate_strings: lengths");
  detail::check_index_holds<Offset>("yoke::generate_strings", "offsets", characters);
  auto const how = [&](char const* label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label));
  };
  GeneratedStrings<Offset, MemorySpace> const strings(
      Kokkos::View<char*, MemorySpace>(how("yoke::strings::characters"), characters),
      Kokkos::View<Offset*, MemorySpace>(how("yoke::strings::offsets"), shape.strings + 1));
  using Characters = Kokkos::View<char*, MemorySpace>;
  using Offsets = Kokkos::View<Offset*, MemorySpace>;
  Kokkos::parallel_scan("yoke::generate_strings::offsets", Range(exec, 0, shape.strings + 1),
                        detail::WriteGeneratedOffsets<Offsets>{maker, strings.offsets});
  Kokkos::parallel_for("yoke::generate_strings::characters", Range(exec, 0, shape.strings),
                       detail::WriteGeneratedCharacters<Characters, Offsets>{
                           maker, strings.characters, strings.offsets});
  exec.fence("yoke::generate_strings");
  return strings;
}

}  // namespace yoke
