#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/sorting/capability.hpp"

namespace yoke::detail::sorting {

// The order of keys, as that of unsigned words.
template <class Word>
class KeyOrder {
  static constexpr Word sign = Word(1) << (8 * sizeof(Word) - 1);
  // Where the exponent is all ones and the mantissa zero.
  static constexpr Word infinity = sizeof(Word) == 4 ? Word(0x7f800000u) : Word(0x7ffull << 52);
  static constexpr Word quiet = sizeof(Word) == 4 ? Word(0x00400000u) : Word(1ull << 51);

 public:
  KeyOrder(KeyKind kind, SortOrder order)
      : is_floating_(kind == KeyKind::is_floating),
        flip_((kind == KeyKind::is_unsigned ? Word(0) : sign) ^
              (order == SortOrder::descending ? ~Word(0) : Word(0))),
        // Its sign makes it the last one, whatever the order.
        nan_(infinity | quiet | (order == SortOrder::descending ? sign : Word(0))) {}

  KOKKOS_FUNCTION bool is_floating() const { return is_floating_; }
  KOKKOS_FUNCTION static bool is_nan(Word key) { return (key & ~sign) > infinity; }

  // The key, with one NaN in place of every NaN.
  KOKKOS_FUNCTION Word canonical(Word key) const {
    return is_floating_ && is_nan(key) ? nan_ : key;
  }

  // Ascending where canonical keys are as they should be; equal where -0 and +0 are.
  KOKKOS_FUNCTION Word rank(Word key) const {
    if (!is_floating_) return key ^ flip_;
    if (static_cast<Word>(key << 1) == 0) return flip_;
    return (key & sign) != 0 ? static_cast<Word>(~(key ^ flip_ ^ sign)) : key ^ flip_;
  }

  // The canonical key of a rank: of both zeros, +0.
  KOKKOS_FUNCTION Word key_of(Word rank) const {
    Word const key = rank ^ flip_;
    return is_floating_ && (key & sign) != 0 ? static_cast<Word>(~(key ^ sign)) : key;
  }

  // Are keys of this rank, canonical ones, the same bits?
  KOKKOS_FUNCTION bool is_one_key(Word rank) const { return !is_floating_ || rank != flip_; }
  // Is each key its rank?
  KOKKOS_FUNCTION bool is_plain() const { return !is_floating_ && flip_ == 0; }

 private:
  bool is_floating_;
  Word flip_, nan_;
};

// A key and what moves with it.
template <class Word, class Value>
struct Element {
  Word key;
  Value value;
};
template <class Word>
struct Element<Word, NoValue> {
  Word key;
};

// Elements as the caller has them: keys, and values beside them.
template <class Word, class Value>
struct Columns {
  Word* keys;
  Value* values;

  KOKKOS_FUNCTION Element<Word, Value> load(std::uint64_t i) const { return {keys[i], values[i]}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element<Word, Value> const& element) const {
    keys[i] = element.key;
    values[i] = element.value;
  }
  Columns from(std::uint64_t begin) const { return {keys + begin, values + begin}; }
};
template <class Word>
struct Columns<Word, NoValue> {
  Word* keys;
  NoValue* values;

  KOKKOS_FUNCTION Element<Word, NoValue> load(std::uint64_t i) const { return {keys[i]}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element<Word, NoValue> const& element) const {
    keys[i] = element.key;
  }
  Columns from(std::uint64_t begin) const { return {keys + begin, nullptr}; }
};

// Elements as they are moved: a key beside its value, so that both are in one line.
template <class Word, class Value>
struct Records {
  Element<Word, Value>* elements;

  KOKKOS_FUNCTION Element<Word, Value> load(std::uint64_t i) const { return elements[i]; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element<Word, Value> const& element) const {
    elements[i] = element;
  }
  Records from(std::uint64_t begin) const { return {elements + begin}; }
};

template <class Records>
struct StoreTo {
  Records records;
  template <class Element>
  KOKKOS_FUNCTION void operator()(std::uint64_t place, Element const& element) const {
    records.store(place, element);
  }
};

}  // namespace yoke::detail::sorting
