#pragma once

#include <Kokkos_Core.hpp>
#include <any>
#include <cstddef>
#include <string>
#include <type_traits>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// Memory whose type and place only a call knows: kept for calls to come, and made anew where one
// needs more or another kind.
class KeptBuffer {
 public:
  template <class T, class MemorySpace, class Space>
  auto reserved(Space const& exec, std::string const& label, std::size_t size) {
    using Kept = Buffer<MemorySpace, T>;
    Kept const* kept = std::any_cast<Kept>(&buffer_);
    if (kept == nullptr || kept->extent(0) < size) {
      // Frees the old one before it takes more.
      kept = &buffer_.emplace<Kept>(how<Space, MemorySpace>(exec, label), size);
    }
    return Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(kept->data(),
                                                                                  size);
  }

 private:
  template <class Space, class MemorySpace>
  static auto how([[maybe_unused]] Space const& exec, std::string const& label) {
    if constexpr (std::is_same_v<MemorySpace, typename Space::memory_space>) {
      return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
    } else {
      return Kokkos::view_alloc(Kokkos::WithoutInitializing, label);
    }
  }

  std::any buffer_;
};

// The contiguous copy of a strided View, made on the instance given, which is then fenced. Its
// memory is kept for calls to come.
class StridedCopy {
 public:
  // The View itself where it is contiguous. A copy is filled where the call will read it.
  template <class T, bool is_read = std::is_const_v<T>, class Space, class V>
  RawArray<T> array(Space const& exec, V const& view) {
    using Word = std::remove_const_t<T>;
    if (view.span_is_contiguous()) return raw<T>(view.data(), view);
    auto const copy = reserved(exec, view);
    if constexpr (is_read) {
      Kokkos::deep_copy(exec, copy, view);
      exec.fence("yoke: strided View copied");
    }
    return raw<T>(reinterpret_cast<Word*>(copy.data()), view);
  }

  // Moves what was written to a strided View.
  template <class Space, class V>
  void write_back(Space const& exec, V const& view) {
    if (view.span_is_contiguous()) return;
    Kokkos::deep_copy(exec, view, reserved(exec, view));
    exec.fence("yoke: strided View written");
  }

 private:
  template <class T, class Element, class V>
  static RawArray<T> raw(Element* data, V const& view) {
    return {reinterpret_cast<T*>(data), view.extent(0), place_of<typename V::memory_space>()};
  }

  template <class Space, class V>
  auto reserved(Space const& exec, V const& view) {
    using Element = typename V::non_const_value_type;
    // Signed and unsigned integers of one width share it.
    using Kept =
        typename std::conditional_t<std::is_integral_v<Element>, std::make_unsigned<Element>,
                                    std::type_identity<Element>>::type;
    auto const kept =
        copy_.reserved<Kept, typename V::memory_space>(exec, "yoke::strided", view.extent(0));
    return Kokkos::View<Element*, typename V::memory_space,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        reinterpret_cast<Element*>(kept.data()), kept.extent(0));
  }

  KeptBuffer copy_;
};

}  // namespace yoke::detail
