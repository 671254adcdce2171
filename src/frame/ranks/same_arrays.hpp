#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/mpi/detail/communicator.hpp"

namespace yoke::detail {

// What an argument is on ranks.
template <class Arguments>
constexpr OnRanks on_ranks(std::size_t i) {
  if constexpr (requires { Arguments::on_ranks; }) {
    static_assert(Arguments::on_ranks.size() == Arguments::names.size());
    return Arguments::on_ranks[i];
  } else {
    return OnRanks::part;
  }
}

template <OnRanks how, class Arguments, std::size_t i, class Arrays, class Visit>
void visit_on_ranks(Arrays const& arrays, Visit const& visit) {
  if constexpr (on_ranks<Arguments>(i) == how) visit(std::get<i>(arrays), Arguments::names[i]);
}
// Calls visit(array, name) for each of the arguments that are so on ranks.
template <OnRanks how, class Arguments, class Visit>
void each_on_ranks(Arguments& arguments, Visit const& visit) {
  using Plain = std::remove_const_t<Arguments>;
  auto const arrays = Plain::arrays(arguments);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit_on_ranks<how, Plain, I>(arrays, visit), ...);
  }
  (std::make_index_sequence<Plain::names.size()>());
}

// Adds up hashes of the elements and their places.
template <class Word>
struct HashElements {
  Word const* elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += hash(hash(i + 1) + elements[i]);
  }
};

// Arrays that are the same on all ranks, for the comparison of the call: a length and a hash each.
template <class Space, class Arguments>
void compare_same_arrays(mpi::Call& call, Space const& exec, Arguments const& arguments) {
  each_on_ranks<OnRanks::same>(arguments, [&](auto const& array, char const* name) {
    using Word = std::remove_const_t<std::remove_pointer_t<decltype(array.data)>>;
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce("yoke::mpi::same_array", WideRange<Space>(exec, 0, array.size),
                            HashElements<Word>{array.data}, sum);
    exec.fence("yoke::mpi: same array");
    call.same(std::string("the number of ") + name, array.size)
        .alike(std::string("the ") + name, {sum});
  });
}

}  // namespace yoke::detail
