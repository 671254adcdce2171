#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

namespace yoke {
template <class Device, class Host>
class Hybrid;
template <class Executor>
class Distributed;
}  // namespace yoke

namespace yoke::detail {

template <class Executor>
struct IsHybrid : std::false_type {};
template <class Device, class Host>
struct IsHybrid<Hybrid<Device, Host>> : std::true_type {};

// Does a call run on several ranks of MPI? Only yoke/mpi/distributed.hpp knows more of them.
template <class Executor>
struct IsDistributed : std::false_type {};
template <class Executor>
struct IsDistributed<Distributed<Executor>> : std::true_type {};

// What tells one overload of a public function from another. Named, because clang-format 14 takes
// the && of a requires clause for a reference.
template <class T>
concept AnyView = Kokkos::is_view_v<T>;
template <class T>
concept AnySpace = Kokkos::is_execution_space_v<T>;
template <class T>
concept AnyInteger = std::is_integral_v<T>;

// Is the library compiled for it? Anything else would end in undefined references.
template <class Executor>
inline constexpr bool is_instantiated = false;
#define YOKE_DECLARE_INSTANTIATED(Space) \
  template <>                            \
  inline constexpr bool is_instantiated<Space> = true;
YOKE_FOR_EACH_SPACE(YOKE_DECLARE_INSTANTIATED)
#undef YOKE_DECLARE_INSTANTIATED
template <>
inline constexpr bool
    is_instantiated<Hybrid<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>> =
        true;

template <class Executor>
inline constexpr bool is_instantiated<Distributed<Executor>> = is_instantiated<Executor>;

template <class Executor>
constexpr bool check_instantiated() {
  static_assert(!std::is_const_v<Executor>,
                "yoke: the executor's type is const, as decltype gives it for a constant; name "
                "the type itself, or take std::remove_const_t");
  static_assert(
      is_instantiated<std::remove_const_t<Executor>>,
      "yoke: the first argument must be an instance of Kokkos::Serial, OpenMP, Threads or "
      "Cuda, or a yoke::Hybrid of the two default execution spaces: the library is compiled "
      "for no other");
  return true;
}

// A plan refers to its Hybrid, which must outlive it.
template <class Executor>
concept TemporaryHybrid = IsHybrid<std::remove_const_t<Executor>>::value;

// Can Executor read and write MemorySpace? A Hybrid moves what must move, so it takes any; of ranks
// that are Hybrids the arguments lie where their hosts work.
template <class Executor, class MemorySpace>
struct Accessible {
  static constexpr bool value = Kokkos::SpaceAccessibility<Executor, MemorySpace>::accessible;
};
template <class Device, class Host, class MemorySpace>
struct Accessible<Hybrid<Device, Host>, MemorySpace> : std::true_type {};
template <class Executor, class MemorySpace>
struct Accessible<Distributed<Executor>, MemorySpace> : Accessible<Executor, MemorySpace> {};
template <class Device, class Host, class MemorySpace>
struct Accessible<Distributed<Hybrid<Device, Host>>, MemorySpace> : Accessible<Host, MemorySpace> {
};

template <class Executor, class MemorySpace>
constexpr bool is_accessible() {
  return Accessible<Executor, MemorySpace>::value;
}

// What may number elements.
template <class T>
inline constexpr bool is_index = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

// An unsigned word as wide as Index: what kernels are written for.
template <class Index>
using WordOf = std::conditional_t<sizeof(Index) == 4, std::uint32_t, std::uint64_t>;

// Where an array lies, for code that has forgotten the View's type. Managed memory moves to
// whichever side touches it: both sides use it where it is, and it is left to the device where the
// choice is free.
enum class Place { host, pinned, managed, device };

template <class MemorySpace>
constexpr Place place_of() {
#if defined(KOKKOS_HAS_SHARED_SPACE)
  if constexpr (std::is_same_v<MemorySpace, Kokkos::SharedSpace> &&
                !std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    return Place::managed;
  }
#endif
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<MemorySpace, Kokkos::CudaHostPinnedSpace>) return Place::pinned;
#endif
  constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;
  return on_host ? Place::host : Place::device;
}

// Is the array one for the device to work on, where either side could?
constexpr bool belongs_to_device(Place place) {
  return place == Place::device || place == Place::managed;
}

// A contiguous array at the library's door: all that the compiled algorithms see of a View.
template <class T>
struct RawArray {
  T* data = nullptr;
  std::size_t size = 0;
  Place place = Place::host;
};

// One that the call reads and writes.
template <class T>
struct InOutArray : RawArray<T> {};

template <class T>
RawArray<T>& raw(RawArray<T>& array) {
  return array;
}

// A contiguous View as the compiled algorithms see it. Signed and unsigned integers of one width
// may alias, so they are compiled for unsigned words alone.
template <class Word, class V>
RawArray<Word const> raw_array(V const& view) {
  return {reinterpret_cast<Word const*>(view.data()), view.extent(0),
          place_of<typename V::memory_space>()};
}

template <class Word, class V>
RawArray<Word> raw_output(V const& view) {
  return {reinterpret_cast<Word*>(view.data()), view.extent(0),
          place_of<typename V::memory_space>()};
}

}  // namespace yoke::detail
