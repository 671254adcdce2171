#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

namespace yoke {
template <class Device, class Host>
class Hybrid;
}

namespace yoke::detail {

template <class Executor>
struct IsHybrid : std::false_type {};
template <class Device, class Host>
struct IsHybrid<Hybrid<Device, Host>> : std::true_type {};

// What tells one overload of a public function from another. Named, because clang-format 14 takes
// the && of a requires clause for a reference.
template <class T>
concept AnyView = Kokkos::is_view_v<T>;
template <class T>
concept AnySpace = Kokkos::is_execution_space_v<T>;
template <class T>
concept AnyInteger = std::is_integral_v<T>;

// Can Executor read and write MemorySpace? A Hybrid moves what must move, so it takes any.
template <class Executor, class MemorySpace>
constexpr bool is_accessible() {
  if constexpr (IsHybrid<Executor>::value) {
    return true;
  } else {
    return Kokkos::SpaceAccessibility<Executor, MemorySpace>::accessible;
  }
}

// An unsigned word as wide as Index: what kernels are written for.
template <class Index>
using WordOf = std::conditional_t<sizeof(Index) == 4, std::uint32_t, std::uint64_t>;

// Where an array lies, for code that has forgotten the View's type.
enum class Place { host, pinned, device };

template <class MemorySpace>
constexpr Place place_of() {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<MemorySpace, Kokkos::CudaHostPinnedSpace>) return Place::pinned;
#endif
  constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;
  return on_host ? Place::host : Place::device;
}

// A contiguous array at the library's door: all that the compiled algorithms see of a View.
template <class T>
struct RawArray {
  T* data = nullptr;
  std::size_t size = 0;
  Place place = Place::host;
};

// Signed and unsigned integers of one width may alias, so the algorithms are compiled for unsigned
// words alone.
template <class Word, class V>
class ContiguousInput {
 public:
  explicit ContiguousInput(V const& view) {
    if (view.span_is_contiguous()) {
      array_ = {reinterpret_cast<Word const*>(view.data()), view.extent(0),
                place_of<typename V::memory_space>()};
      return;
    }
    copy_ = Copy(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::contiguous input"),
                 view.extent(0));
    Kokkos::deep_copy(copy_, view);
    array_ = {reinterpret_cast<Word const*>(copy_.data()), view.extent(0),
              place_of<typename V::memory_space>()};
  }
  RawArray<Word const> array() const { return array_; }

 private:
  using Copy = Kokkos::View<typename V::non_const_value_type*, typename V::memory_space>;
  Copy copy_;
  RawArray<Word const> array_;
};

template <class Word, class V>
class ContiguousOutput {
 public:
  explicit ContiguousOutput(V const& view) : view_(view) {
    auto* data = view.data();
    if (!view.span_is_contiguous()) {
      copy_ = Copy(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::contiguous output"),
                   view.extent(0));
      data = copy_.data();
    }
    array_ = {reinterpret_cast<Word*>(data), view.extent(0), place_of<typename V::memory_space>()};
  }
  RawArray<Word> array() const { return array_; }
  void copy_back() const {
    if (!view_.span_is_contiguous()) Kokkos::deep_copy(view_, copy_);
  }

 private:
  using Copy = Kokkos::View<typename V::non_const_value_type*, typename V::memory_space>;
  V view_;
  Copy copy_;
  RawArray<Word> array_;
};

}  // namespace yoke::detail
