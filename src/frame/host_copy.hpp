#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace yoke::detail {

// Copies like memcpy, past the caches: what is written is not read into them first, which would
// make of every two bytes that a copy moves in memory three. For memory that nobody reads soon.
void stream_bytes(std::byte* to, std::byte const* from, std::size_t bytes);

// Copies with every thread of the instance, each a part of whole cache lines; through the caches,
// and past them. Have completed when they return.
void copy_by_all(Kokkos::DefaultHostExecutionSpace const& host, std::byte* to,
                 std::byte const* from, std::size_t bytes);
void stream_by_all(Kokkos::DefaultHostExecutionSpace const& host, std::byte* to,
                   std::byte const* from, std::size_t bytes);

}  // namespace yoke::detail
