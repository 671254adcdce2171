#pragma once

#include <Kokkos_Core.hpp>
#include <any>
#include <cstddef>
#include <string>
#include <type_traits>

#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail {

// Memory whose type and place only a call knows: kept for calls to come, and made anew where one
// needs more or another kind.
class KeptBuffer {
 public:
  template <class T, class MemorySpace, class Space>
  auto reserved(Space const& exec, std::string const& label, std::size_t size) {
    using Kept = Buffer<MemorySpace, T>;
    auto const* kept = std::any_cast<Kept>(&buffer_);
    if (kept == nullptr || kept->extent(0) < size) {
      buffer_.reset();  // before more is taken
      buffer_ = Kept(how<Space, MemorySpace>(exec, label), size);
      kept = std::any_cast<Kept>(&buffer_);
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

}  // namespace yoke::detail
