#pragma once

#include <cstdint>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/huge_pages.hpp"

// Keys of 8 and 16 bits become words of 32, which the library is compiled for.
namespace yoke::detail::sorting {

template <class Key>
inline constexpr bool is_narrow = std::is_integral_v<Key> && sizeof(Key) < sizeof(std::uint32_t);
template <class Key>
inline constexpr bool is_sort_key = is_key<Key> || is_narrow<Key>;

// The keys as words; of narrow ones nothing, until WideKeys has filled it.
template <class V>
auto key_words(V const& keys) {
  using T = typename V::non_const_value_type;
  if constexpr (is_narrow<T>) {
    using Word = std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>;
    return Kokkos::View<Word*, typename V::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>();
  } else {
    return as_words(keys);
  }
}

// A copy of narrow keys on their side, whose memory is kept for calls to come. Of other keys it has
// nothing to do.
class WideKeys {
 public:
  template <class Space, class V, class Words>
  void fill(Space const& exec, V const& keys, Words& words) {
    if constexpr (is_narrow<typename V::non_const_value_type>) {
      words = copy_.reserved<typename Words::value_type, typename Words::memory_space>(
          exec, "yoke::sort::wide_keys", keys.extent(0));
      if (std::is_same_v<typename Words::memory_space, Kokkos::HostSpace>) {
        advise_huge_pages(words.data(), words.extent(0) * sizeof(std::uint32_t));
      }
      Kokkos::deep_copy(exec, words, keys);
      exec.fence("yoke::sort: keys widened");
    }
  }
  // The same as a plan's step before a call. `written` lies apart from narrow keys, or it throws:
  // the frame sees only their copy.
  template <class Executor, class V, class Words>
  auto filling(char const* caller, Executor const& executor, V const& keys, Words& words,
               ArgumentBytes const& written = {}) {
    return [=, this, &executor, &keys, &words] {
      if (!is_narrow<typename V::non_const_value_type>) return;
      check_apart(caller, {written}, {bytes_of("keys", keys)});
      executor.begin_call();
      fill(executor.template instance_for<typename V::memory_space>(), keys, words);
    };
  }
  template <class Executor, class V, class Words>
  void write_back(Executor const& executor, V const& keys, Words const& words) const {
    if constexpr (is_narrow<typename V::non_const_value_type>) {
      Kokkos::deep_copy(executor.template instance_for<typename V::memory_space>(), keys, words);
      executor.template instance_for<typename V::memory_space>().fence("yoke::sort: narrowed");
    }
  }

 private:
  KeptBuffer copy_;
};

}  // namespace yoke::detail::sorting
