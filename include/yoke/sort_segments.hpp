#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/detail/sorting/payload_mover.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/errors.hpp"
#include "yoke/payloads.hpp"
#include "yoke/sort_options.hpp"

namespace yoke {

/// The workspace to sort up to `segments` ranges of up to `capacity` keys together. Repeated calls
/// allocate nothing, except the first one with payloads or of argsort. If both sides of a
/// yoke::Hybrid work, the first one of floating-point keys allocates too. Executor is a Kokkos
/// execution space or a yoke::Hybrid. Key is an integer of 8, 16, 32 or 64 bits, float or double.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
template <class Executor, class Key>
class SortSegmentsPlan
    : public detail::Plan<detail::sorting::SortSegments<detail::sorting::WordFor<Key>>, Executor> {
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::SortSegmentsPlan: Key must be an integer of 8 to 64 bits, float or double");
  using Capability = detail::sorting::SortSegments<detail::sorting::WordFor<Key>>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is wrong, or for 2^48 keys or segments or more.
  SortSegmentsPlan(Executor const& executor, std::size_t capacity, std::size_t segments,
                   SortOptions const& options = {})
      : Base(executor,
             {detail::checked_capacity(Capability::name, capacity),
              detail::checked_capacity(Capability::name, segments)},
             options),
        mover_(options.report) {}
  template <detail::TemporaryHybrid Temporary>
  SortSegmentsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                   SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort_segments does.
  template <detail::AnyView Offsets, detail::AnyView Keys>
  void operator()(Offsets const& offsets, Keys const& keys) {
    sort(offsets, keys, Kokkos::View<std::uint32_t*, MemoryBeside<Keys>>());
  }
  /// The same with payloads.
  template <detail::AnyView Offsets, detail::AnyView Keys, class... Views>
  void operator()(Offsets const& offsets, Keys const& keys, Payloads<Views...> const& payloads) {
    detail::check_index_holds<std::uint32_t>(Capability::name, "keys", keys.extent(0));
    detail::sorting::check_payloads(Capability::name, keys, payloads);
    std::apply(
        [&](Views const&... views) {
          detail::check_apart(Capability::name, {detail::bytes_of("payload", views)...},
                              {detail::bytes_of("offsets", offsets)});
        },
        payloads.views);
    detail::Ledger::Opened const opened(this->ledger());
    auto const& exec = beside<Keys>();
    auto const numbers = mover_.template number<MemoryBeside<Keys>>(exec, keys.extent(0));
    sort(offsets, keys, numbers);
    mover_.move(exec, numbers, payloads);
  }
  /// Orders as yoke::argsort_segments does.
  template <detail::AnyView Offsets, detail::AnyView Keys, detail::AnyView Permutation>
  void argsort(Offsets const& offsets, Keys const& keys, Permutation const& permutation) {
    static_assert(detail::is_index<typename Permutation::value_type>,
                  "yoke::argsort_segments: the permutation must hold 32- or 64-bit integers");
    static_assert(
        detail::AnySpace<Executor> ||
            detail::belongs_to_device(detail::place_of<typename Permutation::memory_space>()) ==
                detail::belongs_to_device(detail::place_of<typename Keys::memory_space>()),
        "yoke::argsort_segments: keys and permutation must lie on the same side");
    char const* const caller = "yoke::argsort_segments";
    detail::check_same_size(caller, "keys", keys.extent(0), "permutation", permutation.extent(0));
    detail::check_index_holds<std::uint32_t>(caller, "keys", keys.extent(0));
    detail::check_index_holds<typename Permutation::value_type>(caller, "permutation",
                                                                keys.extent(0));
    detail::check_apart(caller, {detail::bytes_of("permutation", permutation)},
                        {detail::bytes_of("keys", keys), detail::bytes_of("offsets", offsets)});
    detail::Ledger::Opened const opened(this->ledger());
    this->executor().begin_call();
    using Memory = MemoryBeside<Keys>;
    auto const& exec = beside<Keys>();
    auto const copy =
        keys_.template reserved<Key, Memory>(exec, "yoke::sort::keys", keys.extent(0));
    Kokkos::deep_copy(exec, copy, keys);
    auto const numbers = mover_.template number<Memory>(exec, keys.extent(0));
    sort(offsets, copy, numbers);
    Kokkos::deep_copy(exec, permutation, numbers);
    exec.fence("yoke::argsort_segments");
  }

 private:
  // The instance that works on a View, and the memory beside it.
  template <class V>
  auto const& beside() const {
    return this->template instance_for<typename V::memory_space>();
  }
  template <class V>
  using MemoryBeside = typename std::remove_cvref_t<
      decltype(std::declval<detail::PlanExecutor<Executor> const&>()
                   .template instance_for<typename V::memory_space>())>::memory_space;

  template <class Offsets, class Keys, class Numbers>
  void sort(Offsets const& offsets, Keys const& keys, Numbers const& numbers) {
    static_assert(std::is_same_v<typename Keys::value_type, Key>,
                  "yoke::SortSegmentsPlan: the keys are not of the plan's type, or const");
    static_assert(detail::is_index<typename Offsets::non_const_value_type>,
                  "yoke::SortSegmentsPlan: offsets must hold 32- or 64-bit integers");
    // Also for narrow offsets; the call sees a copy of these.
    detail::check_apart(Capability::name, {detail::bytes_of("keys", keys)},
                        {detail::bytes_of("offsets", offsets)});
    detail::Ledger::Opened const opened(this->ledger());
    auto words = detail::sorting::key_words<detail::sorting::WordFor<Key>>(keys);
    auto const call = [&](auto const& wide) {
      this->call(Capability::name, {{}, {}, {}, detail::sorting::kind_of<Key>}, {},
                 std::tuple(detail::bind<&Arguments::offsets>("offsets", wide),
                            detail::bind<&Arguments::keys>("keys", words),
                            detail::bind<&Arguments::numbers>("numbers", numbers)),
                 words_.filling(Capability::name, this->executor(), keys, words));
      words_.write_back(this->executor(), keys, words);
    };
    if constexpr (sizeof(typename Offsets::value_type) == 8) {
      call(offsets);
    } else {
      // Negative offsets become too large ones, which the call refuses.
      this->executor().begin_call();
      auto const wide = wide_.template reserved<std::uint64_t, MemoryBeside<Offsets>>(
          beside<Offsets>(), "yoke::sort::offsets", offsets.extent(0));
      Kokkos::deep_copy(beside<Offsets>(), wide, offsets);
      // Both sides may read them.
      if (!detail::AnySpace<Executor>) beside<Offsets>().fence("yoke::sort: offsets widened");
      call(wide);
    }
  }

  detail::KeptBuffer wide_, keys_;
  detail::sorting::WideKeys words_;
  detail::sorting::PayloadMover<std::uint32_t> mover_;
};

/// Sorts each of many ranges of keys in place, stably: segment s is keys(offsets(s)) to
/// keys(offsets(s + 1) - 1), as the rows of a sparse matrix.
///
/// @param offsets  segments + 1 integers of 32 or 64 bits that do not decrease; the last is at most
///   n. Keys before the first and from the last on do not change.
/// @param keys  n elements, ordered as by yoke::sort, of the types that it sorts.
///
/// Segments may have any length, and very different ones. On a host one thread sorts each, and all
/// threads sort a segment that is too large for one. On CUDA CUB's segmented sort sorts them. On a
/// yoke::Hybrid the host sorts the first segments, with about options.split of the keys, and the
/// device the others. An automatic split is one side alone: the device, or the cores if both sides
/// are cores.
///
/// Memory beyond the arguments:
/// - on a host a copy of the keys;
/// - on CUDA two copies, and for floating-point keys two indices of 4 bytes each;
/// - a copy of 32-bit offsets with 64 bits;
/// - on a yoke::Hybrid this for each side that works, and copies of arrays that lie on the other
///   side;
/// - if both sides work, another copy of the offsets with 64 bits.
///
/// Throws InvalidInput, which names a segment, if offsets decrease or exceed the number of keys.
/// The exception is thrown before anything is written.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys>
void sort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                   SortOptions const& options = {}) {
  SortSegmentsPlan<Executor, typename Keys::value_type> plan(
      executor, keys.extent(0), detail::sorting::segments_of(offsets.extent(0)), options);
  plan(offsets, keys);
}

/// The same with payloads that move with their keys, on their side: fewer than 2^32 elements. In
/// addition it holds two indices of 4 bytes per key and a copy of the largest payload.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys, detail::AnyView First,
          detail::AnyView... More>
void sort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                   Payloads<First, More...> const& payloads, SortOptions const& options = {}) {
  SortSegmentsPlan<Executor, typename Keys::value_type> plan(
      executor, keys.extent(0), detail::sorting::segments_of(offsets.extent(0)), options);
  plan(offsets, keys, payloads);
}

/// The order of each segment's keys, which stay in place. For segment s from b to before e,
/// keys(permutation(b)), ..., keys(permutation(e - 1)) is the sorted segment. Equal keys are in the
/// order of their indices. Outside all segments permutation(i) is i.
///
/// @param permutation  n 32- or 64-bit integers, all written. n is below 2^32.
///
/// Memory beyond the arguments: that of yoke::sort_segments with a payload, less the payload's
/// copy, and a copy of the keys. Throws the errors of yoke::sort_segments. Also throws
/// std::invalid_argument if sizes differ, if the permutation overlaps another argument, or if its
/// type cannot number n keys.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys,
          detail::AnyView Permutation>
void argsort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                      Permutation const& permutation, SortOptions const& options = {}) {
  SortSegmentsPlan<Executor, typename Keys::non_const_value_type> plan(
      executor, keys.extent(0), detail::sorting::segments_of(offsets.extent(0)), options);
  plan.argsort(offsets, keys, permutation);
}

}  // namespace yoke
