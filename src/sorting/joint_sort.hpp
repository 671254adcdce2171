#pragma once

#include <cstddef>
#include <memory>

#include "sorting/element.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// Columns, and where they lie: on the device, or in host memory.
template <class Word, class Value>
struct PlacedColumns {
  Columns<Word, Value> columns;
  bool on_device;
};

// How a joint sort partitions (the thesis's Algorithms 1 and 5).
struct JointShape {
  // At each level and of each bucket, from 2 to 255.
  int splitters = 255;
  // From 1 on. At each level but the first a side partitions its buckets again.
  int levels = 1;
  // Buckets of so many elements stay whole; from 16 on.
  std::uint64_t base_size = 4096;
};

// Sample sort by both sides: each holds a part of the elements from the first phase to the last.
template <class Word, class Value>
class JointSort {
 public:
  virtual ~JointSort() = default;
  // Sorts in place, stably.
  virtual void run(PlacedColumns<Word, Value> const& data, std::size_t size, KeyKind kind,
                   double host_share) = 0;
  // The levels of the last call.
  virtual int levels() const = 0;
};

// Compiled in source files of its own (joint.cpp.in).
template <class Word, class Value, class Device, class Host>
std::unique_ptr<JointSort<Word, Value>> make_joint_sort(Hybrid<Device, Host> const& hybrid,
                                                        std::size_t capacity,
                                                        SortOptions const& options,
                                                        JointShape const& shape = {});

}  // namespace yoke::detail::sorting
