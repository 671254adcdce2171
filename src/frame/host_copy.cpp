#include "frame/host_copy.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "yoke/detail/kokkos_ext/stream_store.hpp"

namespace yoke::detail {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

constexpr std::size_t line = stream_line;

template <class Copy>
void share_out(Host const& host, std::size_t bytes, Copy const& copy) {
  constexpr std::size_t least = std::size_t(1) << 14;
  auto const threads = static_cast<std::size_t>(host.concurrency());
  std::size_t const parts = std::clamp<std::size_t>(bytes / least, 1, threads);
  std::size_t const part = (bytes / parts / line + 1) * line;
  Kokkos::parallel_for("yoke::copy_by_all", Kokkos::RangePolicy<Host>(host, 0, parts),
                       [=](std::size_t p) {
                         std::size_t const begin = std::min(p * part, bytes);
                         copy(begin, std::min(part, bytes - begin));
                       });
  host.fence("yoke::copy_by_all");
}

}  // namespace

void stream_bytes(std::byte* to, std::byte const* from, std::size_t bytes) {
  auto const address = reinterpret_cast<std::uintptr_t>(to);
  std::size_t const head = std::min(bytes, (line - address % line) % line);
  std::memcpy(to, from, head);
  std::size_t done = head;
  for (; done + line <= bytes; done += line) stream_store(to + done, from + done);
  end_streaming();
  std::memcpy(to + done, from + done, bytes - done);
}

void copy_by_all(Host const& host, std::byte* to, std::byte const* from, std::size_t bytes) {
  share_out(host, bytes, [=](std::size_t begin, std::size_t size) {
    if (size > 0) std::memcpy(to + begin, from + begin, size);
  });
}

void stream_by_all(Host const& host, std::byte* to, std::byte const* from, std::size_t bytes) {
  share_out(host, bytes, [=](std::size_t begin, std::size_t size) {
    if (size > 0) stream_bytes(to + begin, from + begin, size);
  });
}

}  // namespace yoke::detail
