#pragma once

#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/views.hpp"

// The frame: what every capability shares. A capability is a type that names
//
//   Options    an aggregate with algorithm, split, device_memory, report and timeline
//   Report     derived from yoke::CallReport, with algorithm
//   Algorithm  an enumeration, `automatic` first
//   algorithms the table of it: an AlgorithmEntry each, in its order
//   Capacity   the sizes that a plan is made for
//   Arguments  the arrays of a call, a RawArray each: one of const elements is read, another one is
//              written, an InOutArray both. arrays(arguments) ties them, names has what the
//              timeline calls them.
//   name       the public function
//   busy       what a side does meanwhile, on the timeline
//
// and that has the functions
//
//   check(caller, arguments)        throws where the arrays' sizes do not fit each other
//   check_fits(arguments, capacity) throws where they do not fit the plan
//   numbered(arguments)             where the arguments' integers number things: how many
//   is_empty(arguments)             is there nothing to do? Without it, where the first array has
//                                   no elements
//   simplify(arguments)             where there is one: before anything is copied
//   check_options(options)          where there is one: throws where they make no sense; what
//                                   algorithm is none of the table's, the frame sees itself
//
// One whose solvers can begin with a part of their largest input and end with a part of their
// largest output says which, as pointers to members of Arguments: `arrives` and `leaves`.
//
// One that says `static constexpr bool submits = true` has plans of Hybrids whose calls can be
// submitted.
//
// A capability that has one algorithm says `using Algorithm = OneAlgorithm`, and needs no table:
// its options and its report are without `algorithm`.
//
// One that several ranks of MPI can share out says `static constexpr RankForm ranks`. Where not all
// arguments are parts of longer arrays, Arguments has `on_ranks`: what each of `names` is. Where
// what is numbered is that of all ranks' arguments, `static constexpr bool numbers_all_ranks =
// true`.
//
// Where integers that the call reads must be able to number it too, as links between the elements
// must, `indices` says which, as `arrives` does.
//
// What runs it is compiled into the library (src/frame): Solver<Capability, Space>,
// HybridSolver<Capability, Device, Host> where both sides can share the work, and into Yoke::mpi
// RankSolver<Capability, Executor> where several ranks can.
namespace yoke::detail {

enum class OneAlgorithm { only };

// Has it a choice of algorithms?
template <class Capability>
concept HasAlgorithms = !std::is_same_v<typename Capability::Algorithm, OneAlgorithm>;

// On several ranks: has it a form there, also of ranks that are a Hybrid each?
enum class RankForm { of_spaces, of_spaces_and_hybrids };

// What an array is on several ranks: each rank has a part of a longer one; all have the same one;
// or an output is added up, so that each rank gets the sum (of an InOutArray, what a rank adds).
enum class OnRanks { part, same, summed };

// Does it number the elements of several ranks, whose lengths each call must be told?
template <class Capability, class Executor>
concept NumbersAllRanks = IsDistributed<Executor>::value && requires {
  requires Capability::numbers_all_ranks;
};

// Can calls be submitted to its plans?
template <class Capability, class Executor>
concept Submits = IsHybrid<Executor>::value && requires {
  requires Capability::submits;
};

template <class T>
struct MemberOf;
template <class Class, class T>
struct MemberOf<RawArray<T> Class::*> {
  using Element = T;
  static constexpr bool is_read = std::is_const_v<T>;
};
template <class Class, class T>
struct MemberOf<InOutArray<T> Class::*> {
  using Element = T;
  static constexpr bool is_read = true;
};

// A View that a call is given for one of its arguments, a member of its Arguments: compilers that
// refuse the View's type name the member.
template <auto member, class V>
struct Binding {
  using Target = typename MemberOf<decltype(member)>::Element;
  using Word = std::remove_const_t<Target>;
  using Element = typename V::non_const_value_type;
  static constexpr bool is_written = !std::is_const_v<Target>;
  static constexpr bool is_read = MemberOf<decltype(member)>::is_read;

  char const* name;
  V const& view;
};

template <auto member, class V>
Binding<member, V> bind(char const* name, V const& view) {
  return {name, view};
}

// What can be seen of the types.
template <class Executor, auto member, class V>
constexpr void check_type(Binding<member, V> const&) {
  using Bound = Binding<member, V>;
  using Element = typename Bound::Element;
  static_assert(V::rank == 1, "yoke: arguments must be one-dimensional Views");
  static_assert(!Bound::is_written || !std::is_const_v<typename V::value_type>,
                "yoke: the call writes an argument whose elements are const");
  static_assert(std::is_same_v<Element, typename Bound::Word> ||
                    (std::is_integral_v<Element> && std::is_integral_v<typename Bound::Word> &&
                     sizeof(Element) == sizeof(typename Bound::Word)),
                "yoke: arguments must hold integers of one width, or what the plan is made for; "
                "the argument is that of Binding<&...Arguments::NAME>");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke: the execution space cannot access the memory of an argument; copy it, or "
                "call with a yoke::Hybrid");
}

// Does the capability say that this argument's integers, which the call reads, number things?
template <class Capability, auto member>
constexpr bool are_indices() {
  if constexpr (requires { Capability::indices; }) {
    if constexpr (std::is_same_v<decltype(member),
                                 std::remove_const_t<decltype(Capability::indices)>>) {
      return member == Capability::indices;
    }
  }
  return false;
}

// Throws where integers that the call writes cannot number so many, or those that do so already.
template <class Capability, auto... members, class... Views>
void check_widths(char const* caller, std::uint64_t numbered,
                  Binding<members, Views> const&... bound) {
  [[maybe_unused]] auto const check = [&]<auto member, class V>(Binding<member, V> const& one) {
    using Bound = Binding<member, V>;
    using Element = typename Bound::Element;
    constexpr bool numbers = Bound::is_written || are_indices<Capability, member>();
    if constexpr (std::is_integral_v<Element> && numbers) {
      if (one.view.extent(0) > 0) check_index_holds<Element>(caller, one.name, numbered);
    }
  };
  (check(bound), ...);
}

// What can be seen of the sizes: what the capability asks for, and the widths of what numbers.
// Costs O(1).
template <class Capability, auto... members, class... Views>
void check_sizes(char const* caller, typename Capability::Arguments arguments,
                 Binding<members, Views> const&... bound) {
  ((raw(arguments.*members) = {nullptr, bound.view.extent(0)}), ...);
  Capability::check(caller, arguments);
  if constexpr (requires { Capability::numbered(arguments); })
    check_widths<Capability>(caller, Capability::numbered(arguments), bound...);
}

}  // namespace yoke::detail
