#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Sorts on the ranks' devices what lies in their hosts' memory: each rank keeps as many elements as
// it gave. Compiled into yoke_mpi for the default Hybrid, for keys and values of 4 and 8 bytes, and
// for keys alone.
template <class Device, class Host, class Key, class Value>
class StreamedOrder {
 public:
  // Runs, and parts, of fewer elements than `shortest_run` would wait for their launches. The
  // Hybrid must outlive this.
  explicit StreamedOrder(Hybrid<Device, Host> const& hybrid, SortOptions const& options,
                         std::uint64_t shortest_run = std::uint64_t(1) << 20);
  ~StreamedOrder();
  StreamedOrder(StreamedOrder&&) noexcept;

  // Sorts this rank's part, of up to `capacity` elements, in place; values are null where there are
  // none. The memory that it takes is kept. Fences.
  void run(Network<Device>& ranks, Key* keys, Value* values, std::size_t size, std::size_t capacity,
           sorting::KeyKind kind);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
