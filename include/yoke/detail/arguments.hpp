#pragma once

#include <Kokkos_Core.hpp>
#include <any>
#include <cstddef>

#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// Where the calls of a plan run. An instance is a handle and is copied; a Hybrid is referred to.
template <class Executor>
class PlanExecutor {
 public:
  explicit PlanExecutor(Executor const& exec) : exec_(exec) {}

  // Before the call reads anything of the caller's.
  void begin_call() const {}

  // The instance that copies Views in MemorySpace.
  template <class MemorySpace>
  Executor const& instance_for() const {
    return exec_;
  }

 private:
  Executor exec_;
};

template <class Device, class Host>
class PlanExecutor<Hybrid<Device, Host>> {
 public:
  explicit PlanExecutor(Hybrid<Device, Host> const& hybrid) : hybrid_(&hybrid) {}

  void begin_call() const { hybrid_->wait_for_caller(); }

  template <class MemorySpace>
  auto const& instance_for() const {
    if constexpr (belongs_to_device(place_of<MemorySpace>())) {
      return hybrid_->device_alone();
    } else {
      return hybrid_->host_alone();
    }
  }

 private:
  Hybrid<Device, Host> const* hybrid_;
};

// One argument of a call as a contiguous array: the caller's own or, of a strided View, a copy. The
// copy is made on the instance given and its memory kept for calls to come; fences that instance.
template <class Word>
class Argument {
 public:
  template <class Space, class V>
  RawArray<Word const> input(Space const& exec, V const& view) {
    if (view.span_is_contiguous()) return raw_array<Word>(view);
    auto const copy = room(exec, view);
    Kokkos::deep_copy(exec, copy, view);
    exec.fence("yoke: strided View copied");
    return raw_array<Word>(copy);
  }

  // Where to write what copy_back() moves to a strided View.
  template <class Space, class V>
  RawArray<Word> output(Space const& exec, V const& view) {
    return view.span_is_contiguous() ? raw_output<Word>(view) : raw_output<Word>(room(exec, view));
  }
  template <class Space, class V>
  void copy_back(Space const& exec, V const& view) {
    if (view.span_is_contiguous()) return;
    Kokkos::deep_copy(exec, view, room(exec, view));
    exec.fence("yoke: strided View written");
  }

  std::size_t bytes() const { return size_ * sizeof(Word); }

 private:
  // The front of the copy, with the type of the View's elements.
  template <class Space, class V>
  auto room(Space const& exec, V const& view) {
    using Memory = typename V::memory_space;
    using Copy = Kokkos::View<Word*, Memory>;
    std::size_t const size = view.extent(0);
    auto const* kept = std::any_cast<Copy>(&copy_);
    if (kept == nullptr || kept->extent(0) < size) {
      copy_ = Copy(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::strided"), size);
      kept = std::any_cast<Copy>(&copy_);
      size_ = size;
    }
    using Element = typename V::non_const_value_type;
    return Kokkos::View<Element*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        reinterpret_cast<Element*>(kept->data()), size);
  }

  std::any copy_;  // a View in the memory space of the caller's
  std::size_t size_ = 0;
};

}  // namespace yoke::detail
