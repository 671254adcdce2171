#pragma once

#include <cstddef>
#include <memory>

#include "frame/copy_ring.hpp"
#include "frame/ranged_copies.hpp"

namespace yoke::detail {

// A capability on one space, whichever it is.
template <class Capability>
class OneSide {
  using Arguments = typename Capability::Arguments;

 public:
  virtual ~OneSide() = default;
  // A whole call.
  virtual std::size_t run(Arguments const& arguments) = 0;

  // Its steps, for sides that work at the same time: they must not allocate meanwhile, so all
  // bring first.
  virtual Arguments bring(Arguments const& arguments) = 0;
  virtual std::size_t work(Arguments const& near) = 0;
  virtual void send(Arguments const& arguments) = 0;

  // Copies of pageable memory go through the ring from now on, on the thread that brings and sends.
  virtual void use(CopyRing& ring) = 0;
  // A whole call's largest arguments are copied while it works on them from now on, where its
  // solver can do so.
  virtual void use(Arrival& arrival, Departure& departure) = 0;

  virtual typename Capability::Algorithm algorithm() const = 0;
};

template <class Capability>
using OneSidePtr = std::unique_ptr<OneSide<Capability>>;

}  // namespace yoke::detail
