#pragma once

#include <tuple>
#include <type_traits>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/sort.hpp"

namespace yoke::detail::mpi {

// A plan of one space that can leave what it has sorted elsewhere, where exchanges begin. Plan is a
// SortPlan, or a SortByKeyPlan with values of ValueWord.
template <class Plan, class Key, class ValueWord>
class SortTo : public Plan {
  using Capability = sorting::Sort<sorting::WordFor<Key>, ValueWord>;
  using Arguments = typename Capability::Arguments;

 public:
  using Plan::Plan;

  // What the Views of words hold afterwards is not said. Values are one View or none.
  template <class Keys, class... Values>
  void sort_to(sorting::WordFor<Key>* sorted_keys, ValueWord* sorted_values, Keys const& keys,
               Values const&... values) {
    this->call(Capability::name, {{}, {}, sorting::kind_of<Key>, sorted_keys, sorted_values}, {},
               std::tuple(bind<&Arguments::keys>("keys", keys),
                          bind<&Arguments::values>("values", values)...));
  }
};

}  // namespace yoke::detail::mpi
