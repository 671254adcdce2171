#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/tuner.hpp"

namespace yoke::detail {

inline TunedPlace tuned_place(Place place) {
  switch (place) {
    case Place::pinned:
      return TunedPlace::pinned;
    case Place::managed:
      return TunedPlace::managed;
    case Place::device:
      return TunedPlace::device;
    case Place::host:
      break;
  }
  return TunedPlace::pageable;
}

// A hybrid call, as the tuner knows it: Index is that of nodes or vertices.
template <class Index>
TunedCall tuned_call(char const* capability, Place place, NodeSides const& sides) {
  return {capability, tuned_place(place), 8 * static_cast<int>(sizeof(Index)), sides.host_threads};
}

}  // namespace yoke::detail
