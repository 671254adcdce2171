#include "components/ranks/global_forest.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "components/forest.hpp"
#include "components/ranks/global_forest_steps.hpp"
#include "frame/phase_timer.hpp"
#include "primitives/findings.hpp"

namespace yoke::detail::mpi {

// Each rank finds a forest of the arcs between its own vertices. No two of these have a vertex in
// common: together they are a forest. All ranks get their labels.
//
// Among the components that these leave, each rank finds a forest of its arcs to other ranks, and
// notes its arcs, which all get. The forest of the whole takes an arc of rank r that joins two
// components once all arcs that ranks before r have noted are joined. Only rank r needs to know
// which: what the noted arcs of r join together does not depend on it, so that all ranks see the
// same components before r + 1 although each chooses among its own arcs in an order of its own.
//
// The root of a component is its smallest vertex, and each chosen arc makes one root a root no
// longer: a different one for each arc, on whatever rank. The arc goes to the rank that owns this
// vertex, so that a rank has as many edges as own vertices that are not their own label.
//
// Arcs are followed as Afforest does: not those that leave vertices of one large component. Within
// a rank no edge is lost: of an edge both of whose ends are skipped, both are in that component
// already; of any other the end that is not skipped has an arc, as the graph is symmetric.
//
// Across ranks the two ends of an edge are judged on two ranks. All skip the component of the same
// vertex: they vote before they join anything, and then their labels are the same. A rank skips an
// end only when its own noted arcs join it to that vertex. If both ends are skipped, the arcs of
// the two ranks join both to that vertex; of any other edge the rank of an end that is not skipped
// follows the arc from there.

namespace {

template <class Space, class Vertex, class Offset>
OwnVertices<Space, Vertex, Offset> own_of(RawRows<Vertex, Offset> const& rows) {
  return {{Array<Space, Offset const>(rows.offsets.data, rows.offsets.size),
           Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)},
          rows.begin};
}

template <class Space, class Vertex, class Offset>
WideRange<Space> own_range(Space const& exec, RawRows<Vertex, Offset> const& rows) {
  return WideRange<Space>(exec, rows.begin, rows.begin + rows.vertices);
}

// The edge that hooks an own vertex has that vertex's place in the rank's arrays.
template <class Space, class Vertex>
components::ForestEdges<Space, Vertex> edges_by_vertex(OwnForest<Vertex> const& out,
                                                       std::uint64_t begin) {
  // ForestEdges has the edge of vertex v at v - 1.
  auto const by_vertex = [begin](RawArray<Vertex> const& array) {
    return Array<Space, Vertex>(array.data - begin + 1, begin + array.size);
  };
  return {by_vertex(out.from), by_vertex(out.to)};
}

}  // namespace

template <class Space, class Vertex, class Offset>
void GlobalForest<Space, Vertex, Offset>::join_own(Space const& exec,
                                                   RawRows<Vertex, Offset> const& rows,
                                                   OwnForest<Vertex> const& out) {
  reserved(exec, labels_, rows.all + 1);  // one more for the places that gather_edges() marks
  if (rows.is_empty()) return;
  auto labels = labels_of(labels_, rows.all);
  labels.forest = edges_by_vertex<Space>(out, rows.begin);
  auto const own = own_of<Space>(rows);
  auto const chunks = ArcChunks::of(exec, rows.neighbours.size);
  StartAlone<Space, Vertex>::run(exec, labels, rows.begin, rows.begin + rows.vertices);
  Kokkos::parallel_for("yoke::components::two_neighbours", WideRange<Space>(exec, 0, rows.vertices),
                       LinkTwoOwn<Space, Vertex, Offset>{own, labels});
  Vertex const largest = find_largest(exec, labels, rows.begin, rows.vertices, votes_);
  Kokkos::parallel_for("yoke::components::own_arcs", WideRange<Space>(exec, 0, chunks.count()),
                       LinkOwnArcs<Space, Vertex, Offset>{own, labels, chunks, {labels, largest}});
  Kokkos::parallel_for("yoke::components::settle", own_range(exec, rows),
                       SettleLabel<Space, Vertex>{labels});
  exec.fence("yoke::spanning_forest: own arcs");
}

// Returns how many arcs were noted.
template <class Space, class Vertex, class Offset>
std::uint64_t GlobalForest<Space, Vertex, Offset>::join_across(
    Space const& exec, RawRows<Vertex, Offset> const& rows) {
  auto const labels = labels_of(labels_, rows.all);
  reserved(exec, joined_, rows.all);
  Kokkos::deep_copy(exec, Array<Space, Vertex>(joined_.data(), rows.all), labels.label);
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::roots", WideRange<Space>(exec, 0, rows.all),
                          CountRoots<Space, Vertex>{labels}, roots);
  exec.fence("yoke::spanning_forest: roots");
  // A root is hooked once, and by an arc.
  reserved(exec, noted_, std::min<std::uint64_t>(roots, rows.neighbours.size));
  Array<Space, std::uint64_t> const count(reserved(exec, counter_, 1), 1);
  Kokkos::deep_copy(exec, count, std::uint64_t(0));
  Vertex const largest = find_largest(exec, labels, 0, rows.all, votes_);
  auto const chunks = ArcChunks::of(exec, rows.neighbours.size);
  Kokkos::parallel_for(
      "yoke::components::cross_arcs", WideRange<Space>(exec, 0, chunks.count()),
      NoteCrossArcs<Space, Vertex, Offset>{
          own_of<Space>(rows), labels, chunks, {labels, largest}, noted_.data(), counter_.data()});
  return element(exec, count, 0);
}

// Gathers what all ranks have noted, joins it, and returns how many of the own arcs were chosen.
template <class Space, class Vertex, class Offset>
std::uint64_t GlobalForest<Space, Vertex, Offset>::choose_edges(Network<Space>& ranks,
                                                                std::uint64_t noted,
                                                                std::uint64_t all) {
  auto const& exec = ranks.exec();
  auto const counts = ranks.gather(noted);
  std::uint64_t before = 0, total = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    if (rank == static_cast<std::size_t>(ranks.rank())) before = total;
    total += counts[rank];
  }
  agreed(ranks, [&] {
    reserved(exec, all_noted_, total);
    reserved(exec, chosen_, noted);
  });
  ranks.gather_all(noted_.data(), counts, all_noted_.data());
  auto const labels = labels_of(joined_, all);
  Array<Space, std::uint64_t> const count(counter_.data(), 1);
  Kokkos::deep_copy(exec, count, std::uint64_t(0));
  LinkPairs<Space, Vertex> const link{labels, all_noted_.data()};
  Kokkos::parallel_for("yoke::components::before", WideRange<Space>(exec, 0, before), link);
  Kokkos::parallel_for("yoke::components::choose", WideRange<Space>(exec, 0, noted),
                       ChooseEdges<Space, Vertex>{labels, all_noted_.data() + before,
                                                  chosen_.data(), counter_.data()});
  Kokkos::parallel_for("yoke::components::after", WideRange<Space>(exec, before + noted, total),
                       link);
  return element(exec, count, 0);
}

// Sends the chosen edges to the owners of their vertices, and puts there those that come.
template <class Space, class Vertex, class Offset>
void GlobalForest<Space, Vertex, Offset>::send_edges(Network<Space>& ranks,
                                                     RawRows<Vertex, Offset> const& rows,
                                                     std::uint64_t chosen, Counts const& begins,
                                                     OwnForest<Vertex> const& out) {
  auto const& exec = ranks.exec();
  agreed(ranks, [&] {
    if (!mailbox_) mailbox_ = std::make_shared<Mailbox<Space, ForestEdge<Vertex>>>();
    Kokkos::deep_copy(
        exec, Array<Space, std::uint64_t>(reserved(exec, begins_, begins.size()), begins.size()),
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            begins.data(), begins.size()));
    exec.fence("yoke::spanning_forest: parts of the ranks");
  });
  mailbox_->template send<OwnerOfEdge<Vertex>>(
      ranks, chosen_.data(), chosen,
      {begins_.data(), static_cast<std::uint32_t>(begins.size() - 1)});
  Kokkos::parallel_for(
      "yoke::components::place", WideRange<Space>(exec, 0, mailbox_->size()),
      PlaceEdges<Vertex>{mailbox_->received(), out.from.data, out.to.data, rows.begin});
}

// Points the own vertices at their roots. Returns how many are roots.
template <class Space, class Vertex, class Offset>
std::uint64_t GlobalForest<Space, Vertex, Offset>::settle(Space const& exec,
                                                          RawRows<Vertex, Offset> const& rows) {
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::settle", own_range(exec, rows),
                          components::SettleAndCount<Space, Vertex>{labels_of(joined_, rows.all)},
                          roots);
  exec.fence("yoke::spanning_forest: settled");
  return roots;
}

// Moves the edges to the front of the rank's arrays. Of what it has joined alone nothing is needed
// any more: its place is for marks.
template <class Space, class Vertex, class Offset>
void GlobalForest<Space, Vertex, Offset>::gather_edges(Space const& exec,
                                                       RawRows<Vertex, Offset> const& rows,
                                                       std::uint64_t roots,
                                                       OwnForest<Vertex> const& out) {
  Kokkos::parallel_for("yoke::components::mark", WideRange<Space>(exec, 0, rows.vertices),
                       MarkFreePlaces<Vertex>{out.label.data, rows.begin, labels_.data()});
  if (!gatherer_) gatherer_ = std::make_shared<components::ForestGatherer<Space, Vertex>>();
  gatherer_->run(exec, Array<Space, Vertex const>(labels_.data(), rows.vertices + 1), roots + 1,
                 {Array<Space, Vertex>(out.from.data, rows.vertices),
                  Array<Space, Vertex>(out.to.data, rows.vertices)});
  exec.fence("yoke::spanning_forest");
}

template <class Space, class Vertex, class Offset>
typename GlobalForest<Space, Vertex, Offset>::Found GlobalForest<Space, Vertex, Offset>::run(
    Network<Space>& ranks, RawRows<Vertex, Offset> const& rows, OwnForest<Vertex> const& out,
    ComponentsReport* report) {
  auto const& exec = ranks.exec();
  PhaseTimer<Space> timer(exec, report);
  auto const sizes = ranks.gather(rows.vertices);
  Counts begins{0};
  for (auto const size : sizes) begins.push_back(begins.back() + size);
  agreed(ranks, [&] { join_own(exec, rows, out); });
  timer.done("own arcs");
  // In their place already: nothing is copied.
  ranks.gather_all(labels_.data() + rows.begin, sizes, labels_.data());
  timer.done("gather labels");
  std::uint64_t noted = 0, roots = 0;
  agreed(ranks, [&] { noted = join_across(exec, rows); });
  timer.done("arcs across");
  std::uint64_t const chosen = choose_edges(ranks, noted, rows.all);
  timer.done("join roots");
  send_edges(ranks, rows, chosen, begins, out);
  timer.done("send edges");
  agreed(ranks, [&] {
    roots = settle(exec, rows);
    Kokkos::deep_copy(exec, Array<Space, Vertex>(out.label.data, out.label.size),
                      Array<Space, Vertex>(joined_.data() + rows.begin, rows.vertices));
    gather_edges(exec, rows, roots, out);
  });
  std::uint64_t const components = ranks.sum(roots);
  timer.done("settle");
  return {components, rows.vertices - roots};
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) template class GlobalForest<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
