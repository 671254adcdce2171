#pragma once

#include <string>
#include <type_traits>

#include "frame/copy_ring.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// Copies of arrays that lie on the other side of the bus: made at the first call that needs them,
// and kept. A device reads pinned host memory too, but at random that is a hundred times slower.
// With a ring, whose threads must have nothing else to do, pageable memory is copied through it.
template <class Space, class Word>
class Staging {
 public:
  // Does the array lie where Space works well on it?
  template <class T>
  static bool is_near(RawArray<T> array) {
    return array.size == 0 || array.place == Place::managed ||
           (array.place == Place::device) != runs_on_host<Space>;
  }

  // Allocates now what bring() would allocate.
  void reserve(Space const& exec, RawArray<Word const> source, char const* label) {
    if (!is_near(source)) reserved(exec, source.size, label);
  }

  // Where the copy of an array will be that somebody else brings.
  Word* place(Space const& exec, RawArray<Word const> source, char const* label) {
    return reserved(exec, source.size, label).data();
  }

  // The array itself where Space works well on it, else a copy in its own memory.
  Array<Space, Word const> bring(Space const& exec, RawArray<Word const> source, char const* label,
                                 Timeline* timeline, CopyRing* ring = nullptr) {
    if (is_near(source)) return Array<Space, Word const>(source.data, source.size);
    Span span(timeline, runs_on_host<Space> ? Lane::download : Lane::upload, label);
    auto const copy = reserved(exec, source.size, label);
    if (ring == nullptr) {
      Kokkos::deep_copy(exec, copy, Array<Far, Word const>(source.data, source.size));
      exec.fence("yoke::staging: bring");
    } else if constexpr (runs_on_host<Space>) {
      ring->down(copy.data(), source.data, source.size * sizeof(Word));
    } else {
      ring->up(copy.data(), source.data, source.size * sizeof(Word));
    }
    return copy;
  }

  // Where to write what will be sent to `target`.
  Array<Space, Word> output(Space const& exec, RawArray<Word> target, char const* label) {
    if (is_near(target)) return Array<Space, Word>(target.data, target.size);
    return reserved(exec, target.size, label);
  }

  void send(Space const& exec, RawArray<Word> target, char const* label, Timeline* timeline,
            CopyRing* ring = nullptr) {
    if (is_near(target)) return;
    Span span(timeline, runs_on_host<Space> ? Lane::upload : Lane::download, label);
    auto const copy = array_of(buffer_, target.size);
    if (ring == nullptr) {
      Kokkos::deep_copy(exec, Array<Far, Word>(target.data, target.size), copy);
      exec.fence("yoke::staging: send");
    } else if constexpr (runs_on_host<Space>) {
      ring->up(target.data, copy.data(), target.size * sizeof(Word));
    } else {
      ring->down(target.data, copy.data(), target.size * sizeof(Word));
    }
  }

 private:
  // The side that such arrays lie on.
  using Far = std::conditional_t<runs_on_host<Space>, Kokkos::DefaultExecutionSpace,
                                 Kokkos::DefaultHostExecutionSpace>;

  Array<Space, Word> reserved(Space const& exec, std::size_t size, char const* label) {
    if (buffer_.extent(0) < size) {
      buffer_ = make_buffer<Space, Word>(exec, std::string("yoke::staging::") + label, size);
    }
    return array_of(buffer_, size);
  }

  Buffer<Space, Word> buffer_;
};

}  // namespace yoke::detail
