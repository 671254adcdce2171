#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::all_pairs {

// What a call takes as it is, beside rows without gaps.
struct TakenMatrices {
  bool columns = true, gaps = true;
};

// A matrix of a caller as rows, or as columns, of adjacent elements: the View's own memory, or a
// copy, if both strides exceed 1, pinned memory has gaps, or the call does not take it as it is.
// Later calls use the copy's memory.
class MatrixArgument {
 public:
  template <class Arguments, class Space, class V>
  void bring(Space const& exec, V const& view, Arguments& arguments, TakenMatrices takes = {}) {
    arguments.rows = view.extent(0);
    arguments.vertices = view.extent(1);
    place<true>(exec, view, raw(arguments.distances), arguments.stride, arguments.transposed,
                takes);
  }
  // The same of next, which a call does not read.
  template <bool is_read = false, class Arguments, class Space, class V>
  void bring_next(Space const& exec, V const& view, Arguments& arguments,
                  TakenMatrices takes = {}) {
    place<is_read>(exec, view, raw(arguments.next), arguments.next_stride,
                   arguments.next_transposed, takes);
  }

  template <class Space, class V>
  void send(Space const& exec, V const& view) {
    if (!is_copy_) return;
    Kokkos::deep_copy(exec, view, copy_of(exec, view));
    exec.fence("yoke: strided matrix written");
  }

 private:
  template <bool is_read, class Space, class V, class Word>
  void place(Space const& exec, V const& view, RawArray<Word>& array, std::size_t& stride,
             bool& transposed, TakenMatrices takes) {
    if (view.size() == 0) return;
    constexpr Place its_place = place_of<typename V::memory_space>();
    auto const rows = static_cast<std::size_t>(view.stride(0));
    auto const columns = static_cast<std::size_t>(view.stride(1));
    // Staging would bring and send the gaps between rows too.
    bool const has_rows = (columns == 1 || (rows == 1 && takes.columns)) &&
                          ((takes.gaps && its_place != Place::pinned) || view.span_is_contiguous());
    is_copy_ = !has_rows && view.size() > 1;
    using Element = typename V::non_const_value_type;
    if (is_copy_) {
      auto const copy = copy_of(exec, view);
      if constexpr (is_read) {
        Kokkos::deep_copy(exec, copy, view);
        exec.fence("yoke: strided matrix copied");
      }
      stride = view.extent(1);
      array = {reinterpret_cast<Word*>(copy.data()), view.size(), its_place};
      return;
    }
    transposed = columns != 1;
    stride = transposed ? columns : rows;
    array = {reinterpret_cast<Word*>(const_cast<Element*>(view.data())), view.span(), its_place};
  }

  template <class Space, class V>
  auto copy_of(Space const& exec, V const& view) {
    using Element = typename V::non_const_value_type;
    using Memory = typename V::memory_space;
    auto const kept = copy_.reserved<Element, Memory>(exec, "yoke::strided", view.size());
    return Kokkos::View<Element**, Kokkos::LayoutRight, Memory,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(kept.data(), view.extent(0),
                                                                 view.extent(1));
  }

  KeptBuffer copy_;
  bool is_copy_ = false;
};

}  // namespace yoke::detail::all_pairs
