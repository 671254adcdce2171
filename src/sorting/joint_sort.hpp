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

// Sample sort by both sides: each holds a part of the elements from the first phase to the last.
template <class Word, class Value>
class JointSort {
 public:
  virtual ~JointSort() = default;
  // Sorts in place, stably.
  virtual void run(PlacedColumns<Word, Value> const& data, std::size_t size, KeyKind kind,
                   double host_share) = 0;
};

// Compiled in source files of its own (joint.cpp.in).
template <class Word, class Value, class Device, class Host>
std::unique_ptr<JointSort<Word, Value>> make_joint_sort(Hybrid<Device, Host> const& hybrid,
                                                        std::size_t capacity,
                                                        SortOptions const& options);

}  // namespace yoke::detail::sorting
