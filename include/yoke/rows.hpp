#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/graph.hpp"

namespace yoke {

namespace detail {

// Integer itself if it has `least` bytes (4 or 8), else the integer of that size and of its sign.
template <class Integer, std::size_t least>
using WidenedTo = std::conditional_t<
    (sizeof(Integer) >= least), Integer,
    std::conditional_t<std::is_signed_v<Integer>,
                       std::conditional_t<least == 4, std::int32_t, std::int64_t>,
                       std::conditional_t<least == 4, std::uint32_t, std::uint64_t>>>;

template <class Target, class Source>
struct ConvertElements {
  Source source;
  Target target;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    // A negative number of 8 bits stays negative, and is refused later.
    // NOLINTNEXTLINE(bugprone-signed-char-misuse)
    target(i) = static_cast<typename Target::value_type>(source(i));
  }
};

// The View itself if its elements have that type and lie side by side, else a copy. Fences.
template <class T, class Space, class Source>
auto share_or_convert(Space const& exec, std::string const& label, Source const& source) {
  using Memory = typename Source::memory_space;
  using Shared = Kokkos::View<T const*, Memory>;
  if constexpr (std::is_same_v<typename Source::non_const_value_type, T>) {
    if (source.stride(0) == 1) return Shared(source);
  }
  auto const copy = make_array<T, Memory>(exec, label, source.extent(0));
  Kokkos::parallel_for("yoke::rows::convert", WideRange<Space>(exec, 0, copy.size()),
                       ConvertElements<std::decay_t<decltype(copy)>, Source>{source, copy});
  exec.fence("yoke::rows: converted");
  return Shared(copy);
}

template <class V>
constexpr bool holds_row_integers() {
  if constexpr (Kokkos::is_view_v<V>) {
    return V::rank == 1 && std::is_integral_v<typename V::value_type>;
  } else {
    return false;
  }
}

template <class T, class Default>
using TypeOr = std::conditional_t<std::is_void_v<T>, Default, T>;

}  // namespace detail

/// Compressed rows in Views of yours, as yoke::rows returns them: a light value, which every call
/// on one execution space or a Hybrid takes in place of a yoke::Graph. A call makes a Graph of it,
/// and checks it as Graph's constructor does. To check rows once for several calls, use
/// yoke::graph_from.
template <class Offsets, class Entries>
class Rows {
  static_assert(detail::holds_row_integers<Offsets>() && detail::holds_row_integers<Entries>(),
                "yoke::rows: offsets and entries must be one-dimensional Views of integers");
  static_assert(
      std::is_same_v<typename Offsets::memory_space, typename Entries::memory_space>,
      "yoke::rows: offsets and entries must be in the same memory space; copy one of them");
  using Memory = typename Entries::memory_space;

 public:
  /// Type of the graph's vertices: that of the entries, or 32 bits for narrower ones.
  using vertex_type = detail::WidenedTo<typename Entries::non_const_value_type, 4>;
  /// Type of the graph's offsets: that of the offsets, or of their sign and as wide as a vertex.
  using offset_type =
      detail::WidenedTo<typename Offsets::non_const_value_type, sizeof(vertex_type)>;

  /// As yoke::rows.
  Rows(Offsets const& offsets, Entries const& entries, GraphKind kind)
      : kind_(kind), offsets_(offsets), entries_(entries) {}

  /// The same rows of another kind.
  Rows of_kind(GraphKind kind) const {
    Rows rows = *this;
    rows.kind_ = kind;
    return rows;
  }
  /// The same rows, whose Views have other names in messages.
  Rows named(char const* offsets, char const* entries) const {
    Rows rows = *this;
    rows.words_.offsets = offsets;
    rows.words_.neighbours = entries;
    return rows;
  }

  /// For the library's own use.
  template <class Executor>
  auto graph(detail::PlanExecutor<Executor> const& executor, char const* caller) const {
    static_assert(detail::is_accessible<Executor, Memory>(),
                  "yoke::rows: the execution space cannot access offsets and entries");
    executor.begin_call();
    auto const& exec = executor.template instance_for<Memory>();
    auto words = words_;
    words.caller = caller;
    return Graph<vertex_type, offset_type, Memory>(
        exec, kind_, detail::share_or_convert<offset_type>(exec, "yoke::graph::offsets", offsets_),
        detail::share_or_convert<vertex_type>(exec, "yoke::graph::neighbours", entries_), words);
  }
  /// For the library's own use.
  template <class Executor>
  auto graph(Executor const& executor, char const* caller) const {
    return graph(detail::PlanExecutor<Executor>(executor), caller);
  }

 private:
  GraphKind kind_;
  Offsets offsets_;
  Entries entries_;
  detail::graphs::GraphWords words_{"yoke::rows", "offsets", "entries"};
};

/// Makes a type T of yours graph-like. Specialise it with one function:
///
///     static auto rows(T const& graph) { return yoke::rows(graph.offsets, graph.entries); }
///
/// Each call on one execution space or a Hybrid then takes a T in place of a yoke::Graph.
template <class T>
struct GraphTraits;

/// Rows are their own.
template <class Offsets, class Entries>
struct GraphTraits<Rows<Offsets, Entries>> {
  /// The rows.
  static Rows<Offsets, Entries> const& rows(Rows<Offsets, Entries> const& graph) { return graph; }
};

/// Compressed rows as a graph, for any call on one execution space or a Hybrid: the neighbours of
/// vertex v are entries(k) for k from offsets(v) to offsets(v + 1) - 1.
///
/// @param offsets,entries  one-dimensional Views of integers, const or not, in one memory space.
///   Contiguous Views of 32- and 64-bit integers are shared. Narrower integers, offsets narrower
///   than the entries, and strided Views are copied in each call.
/// @param kind  symmetric unless you say otherwise. Each call checks it.
template <class Offsets, class Entries>
Rows<Offsets, Entries> rows(Offsets const& offsets, Entries const& entries,
                            GraphKind kind = GraphKind::symmetric) {
  return {offsets, entries, kind};
}

/// The rows of a graph-like value, of another kind than its GraphTraits say.
template <class T>
auto rows(T const& graph, GraphKind kind) {
  static_assert(detail::check_graph_like<T>());
  return GraphTraits<T>::rows(graph).of_kind(kind);
}

/// A yoke::Graph of a graph-like value, checked as in Graph's constructor, with the same
/// exceptions. It shares the Views that need no copy (yoke::rows). A Graph is not checked again.
///
/// @tparam Vertex,Offset  other types than those of `graph`: then arrays are copied. Throws
///   std::invalid_argument if they are too small for it. Without Offset, offsets are as wide as
///   they were, and at least as wide as a Vertex.
template <class Vertex = void, class Offset = void, class Executor, class T>
auto graph_from(Executor const& executor, T const& graph) {
  constexpr char const* name = "yoke::graph_from";
  auto const& made = detail::as_graph<Executor>(executor, name, graph);
  using Made = std::remove_cvref_t<decltype(made)>;
  using V = detail::TypeOr<Vertex, typename Made::vertex_type>;
  using O = detail::TypeOr<Offset, detail::WidenedTo<typename Made::offset_type, sizeof(V)>>;
  using Memory = typename Made::memory_space;
  using Result = Graph<V, O, Memory>;
  if constexpr (std::is_same_v<Result, Made>) {
    return made;
  } else {
    detail::check_index_holds<V>(name, "Vertex", made.vertices());
    detail::check_index_holds<O>(name, "Offset", made.arcs());
    detail::PlanExecutor<Executor> const plan_executor(executor);
    plan_executor.begin_call();
    auto const& exec = plan_executor.template instance_for<Memory>();
    auto const offsets = [&](auto const& array) {
      return detail::share_or_convert<O>(exec, "yoke::graph::offsets", array);
    };
    auto const neighbours = [&](auto const& array) {
      return detail::share_or_convert<V>(exec, "yoke::graph::neighbours", array);
    };
    Result const result(unchecked, made.kind(), offsets(made.offsets()),
                        neighbours(made.neighbours()));
    if (made.is_symmetric() || !made.has_incoming()) return result;
    return result.with_incoming(unchecked, offsets(made.incoming_offsets()),
                                neighbours(made.incoming_neighbours()));
  }
}

}  // namespace yoke
