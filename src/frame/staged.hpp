#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "frame/copy_ring.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/staging.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// A call's arguments where one space works well on them: those that lie on the other side of the
// bus are copied, what is read before the work and what is written after it.
template <class Space, class Arguments>
class Staged {
 public:
  explicit Staged(Space const& exec) : exec_(exec) {}

  // Pageable memory is copied through the ring from now on.
  void use(CopyRing& ring) { ring_ = &ring; }

  Arguments bring(Arguments const& given, Timeline* timeline) {
    Arguments near = given;
    bring_inputs(near, given, timeline);
    bring_outputs(near, given, timeline);
    return near;
  }

  // What is only read. To `arriving`, one of near's arrays, somebody else brings what it is to
  // hold.
  void bring_inputs(Arguments& near, Arguments const& given, Timeline* timeline,
                    void const* arriving = nullptr) {
    each(near, given, [&](auto& array, auto const& source, auto& staging, char const* name) {
      if constexpr (is_input<std::remove_cvref_t<decltype(array)>>) {
        array.data = &array == arriving
                         ? staging.place(exec_, source, name)
                         : staging.bring(exec_, source, name, timeline, ring_).data();
        if (array.data != source.data) array.place = here;
      }
    });
  }

  // Where the others are to be written.
  void bring_outputs(Arguments& near, Arguments const& given, Timeline* timeline) {
    each(near, given, [&](auto& array, auto const& source, auto& staging, char const* name) {
      using Argument = std::remove_cvref_t<decltype(array)>;
      if constexpr (!is_input<Argument>) {
        // What is brought is also what will be sent.
        if constexpr (is_updated<Argument>) {
          staging.bring(exec_, {source.data, source.size, source.place}, name, timeline, ring_);
        }
        array.data = staging.output(exec_, source, name).data();
        if (array.data != source.data) array.place = here;
      }
    });
  }

  // What was written; `gone`, one of the target's arrays, has left.
  void send(Arguments const& target, Timeline* timeline, void const* gone = nullptr) {
    Arguments unused = target;
    each(unused, target, [&](auto&, auto const& array, auto& staging, char const* name) {
      if constexpr (!is_input<std::remove_cvref_t<decltype(array)>>) {
        if (&array != gone) staging.send(exec_, array, name, timeline, ring_);
      }
    });
  }

 private:
  static constexpr Place here = runs_on_host<Space> ? Place::host : Place::device;

  template <class Tuple>
  struct StagingsFor;
  template <class... Array>
  struct StagingsFor<std::tuple<Array const&...>> {
    using Type = std::tuple<
        Staging<Space, std::remove_const_t<std::remove_pointer_t<decltype(Array::data)>>>...>;
  };
  using Stagings =
      typename StagingsFor<decltype(Arguments::arrays(std::declval<Arguments const&>()))>::Type;

  template <class Visit>
  void each(Arguments& near, Arguments const& given, Visit const& visit) {
    auto const arrays = Arguments::arrays(near);
    auto const sources = Arguments::arrays(given);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (visit(std::get<I>(arrays), std::get<I>(sources), std::get<I>(stagings_),
             Arguments::names[I]),
       ...);
    }
    (std::make_index_sequence<std::tuple_size_v<Stagings>>());
  }

  Space exec_;
  CopyRing* ring_ = nullptr;
  Stagings stagings_;
};

}  // namespace yoke::detail
