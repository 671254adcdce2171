#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/errors.hpp"
#include "yoke/top_k_options.hpp"

namespace yoke {

/// The workspace to select up to `selected` of up to `capacity` keys. Repeated calls allocate
/// nothing, except the first one with keys of 8 or 16 bits. Executor is a Kokkos execution space or
/// a yoke::Hybrid. Key is a type that yoke::sort sorts. Index is the type of the indices, a 32- or
/// 64-bit integer; void: calls have none.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
template <class Executor, class Key, class Index = void>
class TopKPlan
    : public detail::Plan<detail::sorting::TopK<detail::sorting::WordFor<Key>,
                                                typename detail::sorting::TopKValue<Index>::Type>,
                          Executor> {
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::TopKPlan: Key must be an integer of 8 to 64 bits, float or double");
  using Capability = detail::sorting::TopK<detail::sorting::WordFor<Key>,
                                           typename detail::sorting::TopKValue<Index>::Type>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, for 2^48 keys or more, or if
  /// Index cannot number `capacity` keys.
  TopKPlan(Executor const& executor, std::size_t capacity, std::size_t selected,
           TopKOptions const& options = {})
      : Base(executor, checked(capacity, selected), options) {}
  template <detail::TemporaryHybrid Temporary>
  TopKPlan(Temporary&& gone_too_soon, std::size_t, std::size_t, TopKOptions const& = {}) = delete;

  /// Selects as yoke::top_k does.
  template <detail::AnyView Keys, detail::AnyView Selected>
  void operator()(Keys const& keys, Selected const& selected) {
    static_assert(std::is_void_v<Index>, "yoke::TopKPlan: the plan is for indices: give them");
    select(keys, selected, {});
  }
  /// The same with the selected keys' indices.
  template <detail::AnyView Keys, detail::AnyView Selected, detail::AnyView Indices>
  void operator()(Keys const& keys, Selected const& selected, Indices const& indices) {
    static_assert(std::is_same_v<typename Indices::value_type, Index>,
                  "yoke::TopKPlan: the indices are not of the plan's type, or const");
    select(keys, selected, detail::bytes_of("indices", indices),
           detail::bind<&Arguments::indices>("indices", indices));
  }

 private:
  static detail::sorting::TopKCapacity checked(std::size_t capacity, std::size_t selected) {
    detail::checked_capacity(Capability::name, capacity);
    if constexpr (!std::is_void_v<Index>) {
      detail::check_index_holds<Index>(Capability::name, "indices", capacity);
    }
    return {capacity, selected < capacity ? selected : capacity};
  }

  template <class Keys, class Selected, class... Indices>
  void select(Keys const& keys, Selected const& selected, detail::ArgumentBytes const& index_bytes,
              Indices const&... indices) {
    static_assert(std::is_same_v<typename Keys::non_const_value_type, Key> &&
                      std::is_same_v<typename Selected::value_type, Key>,
                  "yoke::TopKPlan: keys or selected are not of the plan's type, or selected is "
                  "const");
    using Word = detail::sorting::WordFor<Key>;
    auto words = detail::sorting::key_words<Word>(keys);
    auto selected_words = detail::sorting::key_words<Word>(selected);
    this->call(
        Capability::name, {{}, {}, {}, detail::sorting::kind_of<Key>}, {},
        std::tuple(detail::bind<&Arguments::keys>("keys", words),
                   detail::bind<&Arguments::selected>("selected", selected_words), indices...),
        [&] {
          // The frame sees only the copies of narrow keys.
          detail::check_apart(Capability::name,
                              {detail::bytes_of("selected", selected), index_bytes},
                              {detail::bytes_of("keys", keys)});
          wide_.filling(Capability::name, this->executor(), keys, words)();
          narrow_.filling(Capability::name, this->executor(), selected, selected_words)();
        });
    narrow_.write_back(this->executor(), selected, selected_words);
  }

  detail::sorting::WideKeys wide_, narrow_;
};

/// The k smallest keys, in ascending order; the k largest, in descending order, if options.order
/// says so. The keys stay.
///
/// @param keys  n elements of a type that yoke::sort sorts, in its order. Every NaN comes last, in
///   either order.
/// @param selected  k elements of the keys' type, all written. k is at most n.
///
/// Deterministic: the result depends only on the input. A sample gives a bound that few more than k
/// keys are below. One pass counts them, and goes on if the sample deceived. Then they are copied
/// and sorted. Work: O(n + k). Inputs made against the sample take up to 68 passes of O(n). Equal
/// keys cannot deceive it.
///
/// Memory beyond the arguments: that of a sort of m keys and indices, the m keys and indices, and
/// 16 bytes for each 4096 keys. m is (sqrt(k) + sqrt(n) / 16)^2, and n if that is more than n / 2.
/// From 16384 keys on m is at least 16384. If both sides of a yoke::Hybrid work, each takes this,
/// and the host k keys and indices for each side.
///
/// On a yoke::Hybrid the host selects from the first keys, and the device from the others. One
/// thread merges both selections. Equal keys are selected as on one execution space.
///
/// Throws std::invalid_argument if k exceeds n, or if arguments overlap.
///
/// Source: Floyd, Rivest, "Expected time bounds for selection", 1975 (a bound from a sample).
template <class Executor, detail::AnyView Keys, detail::AnyView Selected>
void top_k(Executor const& executor, Keys const& keys, Selected const& selected,
           TopKOptions const& options = {}) {
  using Plan = TopKPlan<Executor, typename Keys::non_const_value_type>;
  Plan(executor, keys.extent(0), selected.extent(0), options)(keys, selected);
}

/// The same with the selected keys' indices: selected(i) is keys(indices(i)). If keys are equal,
/// the first ones are selected, in the order of their indices. Payloads of any kind can be read by
/// index.
///
/// @param indices  k 32- or 64-bit integers, all written
///
/// Throws std::invalid_argument also if the indices' type cannot number n keys, or sizes differ.
template <class Executor, detail::AnyView Keys, detail::AnyView Selected, detail::AnyView Indices>
void top_k(Executor const& executor, Keys const& keys, Selected const& selected,
           Indices const& indices, TopKOptions const& options = {}) {
  using Plan =
      TopKPlan<Executor, typename Keys::non_const_value_type, typename Indices::value_type>;
  Plan(executor, keys.extent(0), selected.extent(0), options)(keys, selected, indices);
}

}  // namespace yoke
