#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <vector>

#include "support/lists.hpp"

namespace yoke_test {

// An array of T inside of a larger allocation, to be handed out as a View of any kind; what lies
// around and between its elements shows writes that miss them.
template <class T, class Memory>
class GuardedArray {
 public:
  GuardedArray(std::vector<T> const& values, std::size_t margin, std::size_t stride)
      : size_(values.size()), margin_(margin), stride_(stride) {
    std::vector<T> all((size_ + 2 * margin_) * stride_, guard);
    for (std::size_t i = 0; i < size_; ++i) all[place(i)] = values[i];
    storage_ = Kokkos::View<T*, Memory>("guarded array", all.size());
    Kokkos::deep_copy(storage_, HostArray(all.data(), all.size()));
  }

  // For a stride of 1.
  auto contiguous() const {
    return Kokkos::subview(storage_, std::make_pair(margin_, margin_ + size_));
  }
  auto strided() const {
    return Kokkos::View<T*, Kokkos::LayoutStride, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        storage_.data() + place(0), Kokkos::LayoutStride(size_, stride_));
  }

  std::vector<T> values() const {
    auto const all = to_vector(storage_);
    std::vector<T> values(size_);
    for (std::size_t i = 0; i < size_; ++i) values[i] = all[place(i)];
    return values;
  }

  bool guards_are_intact() const {
    auto all = to_vector(storage_);
    for (std::size_t i = 0; i < size_; ++i) all[place(i)] = guard;
    return std::all_of(all.begin(), all.end(), [](T value) { return value == guard; });
  }

 private:
  static constexpr T guard = T(0x5a5a5a5a);
  using HostArray =
      Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  std::size_t place(std::size_t i) const { return (margin_ + i) * stride_; }

  std::size_t size_, margin_, stride_;
  Kokkos::View<T*, Memory> storage_;
};

}  // namespace yoke_test
