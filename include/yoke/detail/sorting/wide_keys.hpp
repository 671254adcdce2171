#pragma once

#include <cstdint>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/huge_pages.hpp"

// Keys of 8 and 16 bits. Sorts of keys alone are compiled for them, and on a GPU that is no MPI
// rank also those with values. Otherwise, and on a Hybrid, they become words of 32 bits.
namespace yoke::detail::sorting {

template <class Key>
inline constexpr bool is_narrow = std::is_integral_v<Key> && sizeof(Key) < sizeof(std::uint32_t);
template <class Key>
inline constexpr bool is_sort_key = is_key<Key> || is_narrow<Key>;

template <class Word, class V>
inline constexpr bool is_wider = sizeof(Word) > sizeof(typename V::value_type);

template <class Executor, class Value>
inline constexpr bool takes_narrow = AnySpace<Executor> &&
                                     (std::is_same_v<Value, NoValue> ||
                                      !is_accessible<Executor, Kokkos::HostSpace>());
template <class Space>
inline constexpr bool takes_narrow<Distributed<Space>, NoValue> = AnySpace<Space>;

// The words that an executor's sort is compiled for. Value is NoValue where keys are alone.
template <class Executor, class Key, class Value = NoValue>
using KeyWord =
    std::conditional_t<is_narrow<Key> && takes_narrow<Executor, Value>,
                       std::conditional_t<sizeof(Key) == 1, std::uint8_t, std::uint16_t>,
                       WordFor<Key>>;
template <class Executor, class Key, class Value = NoValue>
using SortOf = Sort<KeyWord<Executor, Key, Value>, Value>;

// The keys as words; of narrower ones nothing, until WideKeys has filled it.
template <class Word, class V>
auto key_words(V const& keys) {
  if constexpr (is_wider<Word, V>) {
    return Kokkos::View<Word*, typename V::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>();
  } else {
    return words_of<Word>(keys);
  }
}

// A copy of narrower keys on their side, whose memory is kept for calls to come. Of other keys it
// has nothing to do.
class WideKeys {
 public:
  template <class Space, class V, class Words>
  void fill(Space const& exec, V const& keys, Words& words) {
    if constexpr (is_wider<typename Words::value_type, V>) {
      words = copy_.reserved<typename Words::value_type, typename Words::memory_space>(
          exec, "yoke::sort::wide_keys", keys.extent(0));
      if (runs_on_host<Space>) advise_huge_pages(words.data(), words.span() * sizeof *words.data());
      Kokkos::deep_copy(exec, words, keys);
      exec.fence("yoke::sort: keys widened");
    }
  }
  // The same as a plan's step before a call. `written` lies apart from narrower keys, or it
  // throws: the frame sees only their copy.
  template <class Executor, class V, class Words>
  auto filling(char const* caller, Executor const& executor, V const& keys, Words& words,
               ArgumentBytes const& written = {}) {
    return [=, this, &executor, &keys, &words] {
      if (!is_wider<typename Words::value_type, V>) return;
      check_apart(caller, {written}, {bytes_of("keys", keys)});
      executor.begin_call();
      fill(executor.template instance_for<typename V::memory_space>(), keys, words);
    };
  }
  template <class Executor, class V, class Words>
  void write_back(Executor const& executor, V const& keys, Words const& words) const {
    if constexpr (is_wider<typename Words::value_type, V>) {
      Kokkos::deep_copy(executor.template instance_for<typename V::memory_space>(), keys, words);
      executor.template instance_for<typename V::memory_space>().fence("yoke::sort: narrowed");
    }
  }

 private:
  KeptBuffer copy_;
};

}  // namespace yoke::detail::sorting
