#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/payload_mover.hpp"
#include "yoke/payloads.hpp"

// The caller's Views as elements, and back.
namespace yoke::detail::sorting {

// One value of each of several payloads.
template <class T, class... Others>
struct Row {
  T first;
  Row<Others...> others;
};
template <class T>
struct Row<T> {
  T first;
};

template <class View, class... Others>
struct PayloadColumns {
  using Value = Row<typename View::value_type, typename Others::value_type...>;
  View first;
  PayloadColumns<Others...> others;

  KOKKOS_FUNCTION Value load(std::uint64_t i) const { return {first(i), others.load(i)}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Value const& row) const {
    first(i) = row.first;
    others.store(i, row.others);
  }
};
template <class View>
struct PayloadColumns<View> {
  using Value = Row<typename View::value_type>;
  View first;

  KOKKOS_FUNCTION Value load(std::uint64_t i) const { return {first(i)}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Value const& row) const { first(i) = row.first; }
};

template <class View>
PayloadColumns<View> make_rows(View const& view) {
  return {view};
}
template <class View, class... Others>
PayloadColumns<View, Others...> make_rows(View const& view, Others const&... others) {
  return {view, make_rows(others...)};
}
template <class... Views>
PayloadColumns<Views...> rows_of(Payloads<Views...> const& payloads) {
  return std::apply([](Views const&... views) { return make_rows(views...); }, payloads.views);
}

// What becomes an element, and what becomes of it: keys alone; with payloads; with their numbers,
// which fetch payloads; with their numbers, which are the permutation.
template <class Keys>
struct KeyColumns {
  using Element = Keyed<typename Keys::value_type, NothingCarried>;
  Keys keys;
  // Of the sorted result.
  KOKKOS_FUNCTION auto sorted_key(std::uint64_t i) const { return keys(i); }
  KOKKOS_FUNCTION Element load(std::uint64_t i) const { return {keys(i)}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element const& element) const {
    keys(i) = element.key;
  }
};

template <class Keys, class Payload>
struct CarryingColumns {
  using Element = Keyed<typename Keys::value_type, typename Payload::Value>;
  Keys keys;
  Payload payload;
  KOKKOS_FUNCTION auto sorted_key(std::uint64_t i) const { return keys(i); }
  KOKKOS_FUNCTION Element load(std::uint64_t i) const { return {keys(i), payload.load(i)}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element const& element) const {
    keys(i) = element.key;
    payload.store(i, element.carried);
  }
};

template <class Keys>
struct NumberedColumns {
  using Element = Keyed<typename Keys::value_type, std::uint64_t>;
  Keys keys;
  KOKKOS_FUNCTION auto sorted_key(std::uint64_t i) const { return keys(i); }
  KOKKOS_FUNCTION Element load(std::uint64_t i) const { return {keys(i), i}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element const& element) const {
    keys(i) = element.key;
  }
};

// Of segments, a key with the number of the segment that it is in.
template <class Key>
struct InSegment {
  Key key;
  std::uint32_t segment;
};

template <class Columns, class Offsets>
struct SegmentedColumns {
  using Given = typename Columns::Element;
  using Carried = typename CarriedBy<Given>::Type;
  using Element = Keyed<InSegment<typename CarriedBy<Given>::Key>, Carried>;
  Columns columns;
  Offsets offsets;

  // How many offsets are up to i: 0 before the first segment.
  KOKKOS_FUNCTION std::uint32_t segment_of(std::uint64_t i) const {
    std::uint64_t low = 0, high = offsets.extent(0);
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (static_cast<std::uint64_t>(offsets(middle)) <= i) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return static_cast<std::uint32_t>(low);
  }
  KOKKOS_FUNCTION auto sorted_key(std::uint64_t i) const {
    return InSegment<typename CarriedBy<Given>::Key>{columns.sorted_key(i), segment_of(i)};
  }
  KOKKOS_FUNCTION Element load(std::uint64_t i) const {
    Given const given = columns.load(i);
    if constexpr (std::is_same_v<Carried, NothingCarried>) {
      return {{given.key, segment_of(i)}};
    } else {
      return {{given.key, segment_of(i)}, given.carried};
    }
  }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element const& element) const {
    if constexpr (std::is_same_v<Carried, NothingCarried>) {
      columns.store(i, {element.key.key});
    } else {
      columns.store(i, {element.key.key, element.carried});
    }
  }
};

// Keys outside all segments equal each other.
template <class Comparator>
struct SegmentLess {
  Comparator comparator;
  std::uint32_t segments;
  template <class Key>
  KOKKOS_FUNCTION bool operator()(InSegment<Key> const& one, InSegment<Key> const& other) const {
    if (one.segment != other.segment) return one.segment < other.segment;
    return one.segment != 0 && one.segment <= segments && comparator(one.key, other.key);
  }
};

template <class Keys, class Permutation>
struct ArgsortColumns {
  using Index = typename Permutation::value_type;
  using Element = Keyed<typename Keys::non_const_value_type, Index>;
  Keys keys;
  Permutation permutation;
  KOKKOS_FUNCTION auto sorted_key(std::uint64_t i) const { return keys(permutation(i)); }
  KOKKOS_FUNCTION Element load(std::uint64_t i) const { return {keys(i), static_cast<Index>(i)}; }
  KOKKOS_FUNCTION void store(std::uint64_t i, Element const& element) const {
    permutation(i) = element.carried;
  }
};

template <class Columns>
struct LoadColumns {
  Columns columns;
  typename Columns::Element* elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { elements[i] = columns.load(i); }
};
template <class Columns>
struct StoreColumns {
  Columns columns;
  typename Columns::Element const* elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { columns.store(i, elements[i]); }
};

template <class Payload, class Element>
struct FetchPayload {
  Payload payload;
  Element const* elements;
  typename Payload::value_type* fetched;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    fetched[i] = payload(elements[i].carried);
  }
};
// Elements that are all that there is, but for `fetched` ones.
template <class Space, class Columns>
class ColumnKernels : public ColumnSteps<Space> {
 public:
  using Element = typename Columns::Element;

  explicit ColumnKernels(Columns const& columns) : columns_(columns) {}

  Columns const& columns() const { return columns_; }

  void* in_place() const override { return keys_in_place(columns_); }
  void load(Space const& exec, void* elements, std::uint64_t size) const override {
    Kokkos::parallel_for("yoke::sort::load", WideRange<Space>(exec, 0, size),
                         LoadColumns<Columns>{columns_, static_cast<Element*>(elements)});
  }
  void store(Space const& exec, void const* elements, std::uint64_t size,
             void* /*workspace*/) const override {
    Kokkos::parallel_for("yoke::sort::store", WideRange<Space>(exec, 0, size),
                         StoreColumns<Columns>{columns_, static_cast<Element const*>(elements)});
  }

 protected:
  ~ColumnKernels() = default;

 private:
  template <class Keys>
  static void* keys_in_place(KeyColumns<Keys> const& columns) {
    return columns.keys.span_is_contiguous() ? columns.keys.data() : nullptr;
  }
  template <class Other>
  static void* keys_in_place(Other const&) {
    return nullptr;
  }

  Columns columns_;
};

template <class Space, class Columns>
class PlainColumnKernels final : public ColumnKernels<Space, Columns> {
  using ColumnKernels<Space, Columns>::ColumnKernels;
};

// With payloads that are fetched by the number of their element, one after the other.
template <class Space, class Columns, class... Payloads>
class FetchingColumnKernels final : public ColumnKernels<Space, Columns> {
  using Base = ColumnKernels<Space, Columns>;
  using Element = typename Base::Element;

 public:
  FetchingColumnKernels(Columns const& columns, std::tuple<Payloads...> const& views)
      : Base(columns), payloads_(views) {}

  void store(Space const& exec, void const* elements, std::uint64_t size,
             void* workspace) const override {
    Base::store(exec, elements, size, workspace);
    std::apply(
        [&](Payloads const&... payload) {
          (fetch(exec, payload, static_cast<Element const*>(elements), size, workspace), ...);
        },
        payloads_);
  }

 private:
  template <class Payload>
  static void fetch(Space const& exec, Payload const& payload, Element const* elements,
                    std::uint64_t size, void* workspace) {
    auto* const fetched = static_cast<typename Payload::value_type*>(workspace);
    WideRange<Space> const all(exec, 0, size);
    Kokkos::parallel_for("yoke::sort::fetch", all,
                         FetchPayload<Payload, Element>{payload, elements, fetched});
    Kokkos::parallel_for("yoke::sort::store_payload", all,
                         ReturnPayload<Payload>{payload, fetched});
  }

  std::tuple<Payloads...> payloads_;
};

// Payloads that take no more bytes than their number and as many again move with their key.
template <class... Values>
inline constexpr bool are_carried = (sizeof(Values) + ...) <= 16;

}  // namespace yoke::detail::sorting
