#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/compiler_check.hpp"
#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/messages.hpp"
#include "yoke/random.hpp"
#include "yoke/strings.hpp"

namespace yoke {

/// The kind of generated strings.
enum class StringKind {
  /// Lengths from 0 to `longest`, all with the same probability; printable ASCII characters without
  /// the space.
  random,
  /// Like proteins: 20 letters with the frequencies of Swiss-Prot, and lengths with about its
  /// frequencies (2 to 1600, 366 on average, half of them below 310). Strings of a family share a
  /// prefix.
  protein,
};

/// The shape of generated strings.
struct StringShape {
  /// The largest number of strings, characters of a string, and shared characters.
  static constexpr std::uint64_t most = std::uint64_t(1) << 31;
  StringKind kind = StringKind::random;  ///< the kind of strings
  std::uint64_t strings = 0;             ///< number of strings
  std::uint64_t longest = 120;           ///< random: largest number of characters in a string
  std::uint64_t family = 64;             ///< protein: strings of a family, on average
  std::uint64_t shared = 24;  ///< protein: length of the prefix that a family's strings share
  std::uint64_t seed = 1;     ///< seed of all random numbers
};

namespace detail {

// Lengths of proteins by their share of all, in 16ths, and linear in between. The average is 366,
// as in Swiss-Prot (release 41: 45.0 million amino acids in 122,564 entries).
KOKKOS_INLINE_FUNCTION std::uint64_t protein_length(std::uint32_t word) {
  constexpr std::uint16_t lengths[] = {2,   80,  112, 139, 165, 200, 235, 272, 310,
                                       350, 385, 425, 465, 520, 610, 790, 1600};
  std::uint64_t const place = word >> 28, rest = word & 0x0fffffffu;
  std::uint64_t const low = lengths[place], high = lengths[place + 1];
  return low + ((high - low) * rest >> 28);
}

// Letters in the same way, in 9990ths.
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

// The random numbers of strings and families, by their numbers. Each takes a number of words that
// is not known beforehand, so each has a stream of its own.
template <class Generator>
class StringDraws {
 public:
  KOKKOS_FUNCTION explicit StringDraws(Generator const& random) : random_(random) {}

  KOKKOS_FUNCTION std::uint32_t length_word(std::uint64_t i) const {
    auto draw = engine_of(random_, 4 * i);
    return draw_word(draw);
  }
  KOKKOS_FUNCTION std::uint64_t length_below(std::uint64_t i, std::uint64_t n) const {
    auto draw = engine_of(random_, 4 * i);
    return draw_below(draw, n);
  }
  KOKKOS_FUNCTION std::uint64_t family_below(std::uint64_t i, std::uint64_t n) const {
    auto draw = engine_of(random_, 4 * i + 1);
    return draw_below(draw, n);
  }
  KOKKOS_FUNCTION BlockDraws<Generator> characters(std::uint64_t i) const {
    return {random_, 4 * i + 2};
  }
  KOKKOS_FUNCTION BlockDraws<Generator> family_characters(std::uint64_t family) const {
    return {random_, 4 * family + 3};
  }

 private:
  Generator random_;
};

// If words can be had by number, the first block of a string's stream gives its length and its
// family.
template <class Cipher>
class StringDraws<CounterRandom<Cipher>> {
  using Random = CounterRandom<Cipher>;

 public:
  KOKKOS_FUNCTION explicit StringDraws(Random const& random) : random_(random) {}

  KOKKOS_FUNCTION std::uint32_t length_word(std::uint64_t i) const {
    return random_.stream(2 * i)(0);
  }
  KOKKOS_FUNCTION std::uint64_t length_below(std::uint64_t i, std::uint64_t n) const {
    return random_.stream(2 * i).below(0, n);
  }
  KOKKOS_FUNCTION std::uint64_t family_below(std::uint64_t i, std::uint64_t n) const {
    return random_.stream(2 * i).below(1, n);
  }
  KOKKOS_FUNCTION BlockDraws<Random> characters(std::uint64_t i) const {
    return after_first(2 * i);
  }
  KOKKOS_FUNCTION BlockDraws<Random> family_characters(std::uint64_t family) const {
    return after_first(2 * family + 1);
  }

 private:
  KOKKOS_FUNCTION BlockDraws<Random> after_first(std::uint64_t stream) const {
    BlockDraws<Random> draws(random_, stream);
    draws.skip(1);
    return draws;
  }

  Random random_;
};

// Strings by their number.
template <class Generator>
class StringMaker {
 public:
  StringMaker(StringShape const& shape, Generator const& random)
      : shape_(shape),
        draws_(random),
        families_(
            std::max<std::uint64_t>(shape.strings / std::max<std::uint64_t>(shape.family, 1), 1)) {}

  KOKKOS_FUNCTION std::uint64_t length(std::uint64_t i) const {
    return shape_.kind == StringKind::protein ? protein_length(draws_.length_word(i))
                                              : draws_.length_below(i, shape_.longest + 1);
  }

  KOKKOS_FUNCTION void write(std::uint64_t i, std::uint64_t length, char* characters) const {
    bool const is_protein = shape_.kind == StringKind::protein;
    std::uint64_t const shared = !is_protein ? 0 : shape_.shared < length ? shape_.shared : length;
    if (shared > 0) {
      std::uint64_t const family = draws_.family_below(i, families_);
      write(draws_.family_characters(family), 0, shared, characters);
    }
    write(draws_.characters(i), shared, length, characters);
  }

 private:
  // Eight characters a block of words.
  KOKKOS_FUNCTION void write(BlockDraws<Generator> draws, std::uint64_t begin, std::uint64_t end,
                             char* characters) const {
    draws.skip(begin / 8);
    for (std::uint64_t at = begin; at < end;) {
      RandomBlock const block = draws.next();
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
  StringDraws<Generator> draws_;
  std::uint64_t families_;
};

template <class Generator>
struct SumGeneratedLengths {
  StringMaker<Generator> maker;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += maker.length(i);
  }
};

template <class Generator, class Offsets>
struct WriteGeneratedOffsets {
  StringMaker<Generator> maker;
  Offsets offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool last) const {
    if (last) offsets(i) = static_cast<typename Offsets::value_type>(sum);
    if (i + 1 < offsets.extent(0)) sum += maker.length(i);
  }
};

template <class Generator, class Characters, class Offsets>
struct WriteGeneratedCharacters {
  StringMaker<Generator> maker;
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

/// Generates strings of a shape. They are a function of the shape and the generator alone, and the
/// same on every space.
///
/// @param random  draws all random numbers, in place of the shape's seed: any RandomGenerator whose
///   engines run in `exec`'s kernels. With Philox(seed) the strings are those of the seed.
///
/// Work O(characters). Throws std::invalid_argument if a number of the shape is above 2^31, or if
/// Offset cannot hold the number of characters.
template <class Offset, class MemorySpace, detail::AnySpace Space, RandomGenerator Generator>
GeneratedStrings<Offset, MemorySpace> generate_strings(Space const& exec, StringShape const& shape,
                                                       Generator const& random) {
  static_assert(detail::is_index<Offset>,
                "yoke::generate_strings: offsets must be 32- or 64-bit integers");
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::generate_strings: the execution space cannot access the memory");
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>;
  detail::check_choice("yoke::generate_strings", "shape.kind", shape.kind, StringKind::protein);
  detail::check_range("yoke::generate_strings", "shape.strings", shape.strings, 0,
                      StringShape::most);
  detail::check_range("yoke::generate_strings", "shape.longest", shape.longest, 0,
                      StringShape::most);
  detail::check_range("yoke::generate_strings", "shape.shared", shape.shared, 0, StringShape::most);
  detail::StringMaker<Generator> const maker(shape, random);
  std::uint64_t characters = 0;
  Kokkos::parallel_reduce("yoke::generate_strings::lengths", Range(exec, 0, shape.strings),
                          detail::SumGeneratedLengths<Generator>{maker}, characters);
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
                        detail::WriteGeneratedOffsets<Generator, Offsets>{maker, strings.offsets});
  Kokkos::parallel_for("yoke::generate_strings::characters", Range(exec, 0, shape.strings),
                       detail::WriteGeneratedCharacters<Generator, Characters, Offsets>{
                           maker, strings.characters, strings.offsets});
  exec.fence("yoke::generate_strings");
  return strings;
}

/// The same with Philox of the shape's seed.
template <class Offset, class MemorySpace, detail::AnySpace Space>
GeneratedStrings<Offset, MemorySpace> generate_strings(Space const& exec,
                                                       StringShape const& shape) {
  return generate_strings<Offset, MemorySpace>(exec, shape, Philox(shape.seed));
}

}  // namespace yoke
