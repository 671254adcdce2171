#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "sorting/data.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/generate_keys.hpp"

namespace yoke_perf::sorting {

// A key, and the number that it had at first, in so many bytes.
template <std::size_t bytes>
struct Record {
  std::uint32_t key, number;
  std::array<std::uint32_t, bytes / 4 - 2> rest;
};
template <>
struct Record<8> {
  std::uint32_t key, number;
};

// What a library cannot see through.
struct ByKey {
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return one < other;
  }
  template <std::size_t bytes>
  KOKKOS_FUNCTION bool operator()(Record<bytes> const& one, Record<bytes> const& other) const {
    return one.key < other.key;
  }
};

KOKKOS_INLINE_FUNCTION std::uint32_t key_of(std::uint32_t key) { return key; }
template <std::size_t bytes>
KOKKOS_FUNCTION std::uint32_t key_of(Record<bytes> const& record) {
  return record.key;
}

template <class Element, class Memory>
struct WriteElements {
  Numbers<std::uint32_t, Memory> keys;
  Numbers<Element, Memory> elements;
  Numbers<std::uint32_t, Memory> values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if constexpr (sizeof(Element) == 4) {
      elements(i) = keys(i);
    } else {
      elements(i).key = keys(i);
      elements(i).number = static_cast<std::uint32_t>(i);
    }
    if (i < values.extent(0)) values(i) = static_cast<std::uint32_t>(i);
  }
};

// Counts elements that are smaller than the one before, that are not the one of their number, or,
// where the sort is stable, that have gone before an equal one; and adds up a hash of each.
template <class Element, class Memory>
struct CheckElements {
  Numbers<std::uint32_t, Memory> keys;
  Numbers<Element, Memory> elements;
  Numbers<std::uint32_t, Memory> values;
  bool is_sorted, is_stable;

  KOKKOS_FUNCTION std::uint32_t number(std::uint64_t i) const {
    if constexpr (sizeof(Element) == 4) {
      return values(i);
    } else {
      return elements(i).number;
    }
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults,
                                  std::uint64_t& fingerprint) const {
    std::uint64_t const key = is_sorted ? key_of(elements(i)) : keys(i);
    bool const is_numbered = sizeof(Element) > 4 || values.extent(0) > 0;
    std::uint64_t const mark = !is_numbered ? 0 : is_sorted ? number(i) : i;
    fingerprint += yoke::detail::hash(key | mark << 32);
    if (!is_sorted || i == 0) return;
    std::uint64_t const before = key_of(elements(i - 1));
    if (key < before) ++faults;
    if (is_stable && is_numbered && key == before && mark <= number(i - 1)) ++faults;
  }
};

// Elements to sort, made anew for every run.
template <class ElementType, class MemorySpace>
class Elements {
  using Space = std::conditional_t<std::is_same_v<MemorySpace, Device::memory_space>, Device, Host>;

 public:
  using Element = ElementType;
  using Memory = MemorySpace;
  Numbers<Element, Memory> elements;
  Numbers<std::uint32_t, Memory> values;

  Elements(std::string const& kind, std::uint64_t size, bool has_values, bool is_stable)
      : elements(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::elements"), size),
        values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::values"),
               has_values ? size : 0),
        keys_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::keys"), size),
        is_stable_(is_stable) {
    yoke::generate_keys(Space(), keys_, shape_of(kind));
    expected_ = look(false).second;
  }

  void fill() const {
    Space const exec;
    Kokkos::parallel_for("yoke_perf::elements", WideRange<Space>(exec, 0, elements.extent(0)),
                         WriteElements<Element, Memory>{keys_, elements, values});
    exec.fence("yoke_perf: elements made");
  }

  std::string find_fault() const {
    auto const [faults, found] = look(true);
    if (faults > 0) return std::to_string(faults) + " elements are out of order";
    return found == expected_ ? "" : "the elements are not those that were to be sorted";
  }

 private:
  std::pair<std::uint64_t, std::uint64_t> look(bool is_sorted) const {
    std::uint64_t faults = 0, sum = 0;
    Kokkos::parallel_reduce(
        "yoke_perf::check", WideRange<Space>(Space(), 0, elements.extent(0)),
        CheckElements<Element, Memory>{keys_, elements, values, is_sorted, is_stable_}, faults,
        sum);
    return {faults, sum};
  }

  Numbers<std::uint32_t, Memory> keys_;  // as they were
  bool is_stable_;
  std::uint64_t expected_ = 0;
};

}  // namespace yoke_perf::sorting
