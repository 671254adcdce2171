#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <string>

#include "primitives/findings.hpp"
#include "sorting/element.hpp"
#include "sorting/show_key.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/validate_sort.hpp"

namespace yoke::detail::sorting {
namespace {

// Two hashes of each element, added up.
template <class Word, class Value>
struct AddHashes {
  Word const* keys;
  Value const* values;
  KeyOrder<Word> order;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum,
                                  std::uint64_t& second) const {
    // Without the constants a zero would not be seen.
    std::uint64_t hashed =
        hash(static_cast<std::uint64_t>(order.canonical(keys[i])) + 0x9e3779b97f4a7c15u);
    if constexpr (!std::is_same_v<Value, NoValue>) {
      hashed = hash(hashed ^ (static_cast<std::uint64_t>(values[i]) + 0xd1b54a32d192ed03u));
    }
    sum += hashed;
    second += hash(hashed ^ 0x8cb92ba72f3d8dd7u);
  }
};

template <class Word>
struct FirstOutOfOrder {
  Word const* keys;
  KeyOrder<Word> order;

  KOKKOS_FUNCTION Word rank(std::uint64_t i) const { return order.rank(order.canonical(keys[i])); }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i > 0 && i < smallest && rank(i) < rank(i - 1)) smallest = i;
  }
};

}  // namespace

template <class Space, class Word, class Value>
void fingerprint(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                 Fingerprint& result) {
  result = {elements.keys.size, 0, 0};
  Kokkos::parallel_reduce(
      "yoke::fingerprint", WideRange<Space>(exec, 0, elements.keys.size),
      AddHashes<Word, Value>{elements.keys.data, elements.values.data,
                             KeyOrder<Word>(elements.kind, SortOrder::ascending)},
      result.sum, result.second);
  exec.fence("yoke::fingerprint");
}

template <class Space, class Word, class Value>
void validate_sort(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                   Fingerprint const& before, SortOrder order) {
  std::string const caller = "yoke::validate_sort";
  check_choice(caller, "order", order, SortOrder::descending);
  std::size_t const size = elements.keys.size;
  check_same_size(caller, "keys", size, "what the fingerprint was taken of", before.count);
  Kokkos::Profiling::ScopedRegion const region(caller);
  KeyOrder<Word> const key_order(elements.kind, order);
  std::uint64_t const wrong = smallest("yoke::validate_sort::order", exec, size,
                                       FirstOutOfOrder<Word>{elements.keys.data, key_order});
  if (wrong != nothing_found) {
    Array<Space, Word const> const keys(elements.keys.data, size);
    auto const show = [&](std::uint64_t i) {
      return show_key(element(exec, keys, i), elements.kind);
    };
    throw InvalidInput(caller + ": key " + std::to_string(wrong) + " is " + show(wrong) +
                           ", and the key before it is " + show(wrong - 1),
                       wrong);
  }
  Fingerprint now;
  fingerprint(exec, elements, now);
  if (now == before) return;
  throw InvalidInput(caller + ": the keys are in order, but " +
                         (elements.values.data ? "the pairs" : "they") +
                         " are not those that the fingerprint was taken of",
                     size);
}

#define YOKE_INSTANTIATE_FOR(Space, Word, Value)                                              \
  template void fingerprint(Space const&, ElementsToCheck<Word, Value> const&, Fingerprint&); \
  template void validate_sort(Space const&, ElementsToCheck<Word, Value> const&,              \
                              Fingerprint const&, SortOrder);
#define YOKE_INSTANTIATE(Space)                             \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t, NoValue)       \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t, std::uint64_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t, NoValue)       \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::sorting
