#include "components/ranks/global_components.hpp"

#include <Kokkos_Core.hpp>

#include "components/afforest.hpp"
#include "components/ranks/global_components_steps.hpp"
#include "components/ranks/label_exchange.hpp"
#include "frame/phase_timer.hpp"
#include "mpi/pack.hpp"
#include "primitives/findings.hpp"

namespace yoke::detail::mpi {

// Each rank finds the components of the graph of its own rows alone, whoever owns their ends, among
// the vertices of all ranks. Two vertices are in one component of the whole graph if a chain of
// such components, each of one rank and with a vertex in common with the next, leads from one to
// the other. What components of other ranks a vertex is in, its owner hears, by their labels; who
// of them are one, it tells all by pairs.
//
// That is enough: a chain passes from a component of one rank to one of another at a vertex, whose
// owner hears both labels, and of which the pairs say that they and the owner's own are one. A
// label is a vertex of its component, so that to join labels joins nothing that is not joined.
//
// Arcs are followed as Afforest does: not those that leave vertices of one large component, which
// the other end's rank follows. Only an edge whose ends both are skipped, on two ranks, might be
// lost. It is not where the components that ranks have skipped have turned out to be one; where
// they have not, all follow what they have skipped.

namespace {

// The rows by the vertices' numbers among all: those before the first have none.
template <class Space, class Vertex, class Offset>
components::Problem<Space, Vertex, Offset> problem_of(Space const& exec,
                                                      RawRows<Vertex, Offset> const& rows,
                                                      Array<Space, Vertex> const& label) {
  CsrView<Space, Vertex, Offset> const graph{
      Array<Space, Offset const>(rows.offsets.data - rows.begin, rows.begin + rows.vertices + 1),
      Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)};
  return {exec, graph, label, {}, nullptr};
}

}  // namespace

template <class Space, class Vertex, class Offset>
void GlobalComponents<Space, Vertex, Offset>::prepare(Network<Space>& ranks,
                                                      RawRows<Vertex, Offset> const& rows,
                                                      Counts const& begins) {
  auto const& exec = ranks.exec();
  if (!afforest_ || rows.vertices > rows_capacity_ || rows.neighbours.size > arcs_capacity_ ||
      rows.begin != first_) {
    afforest_ = {};
    afforest_ = std::make_shared<components::Afforest<Space, Vertex, Offset>>(
        exec, rows.vertices, rows.neighbours.size, rows.begin);
    rows_capacity_ = rows.vertices;
    arcs_capacity_ = rows.neighbours.size;
    first_ = rows.begin;
  }
  reserved(exec, labels_, rows.all);
  if (!exchange_) exchange_ = std::make_shared<LabelExchange<Space, Vertex>>();
  exchange_->reserve(ranks, begins);
}

// Returns a vertex of the component whose vertices were skipped, if there is one.
template <class Space, class Vertex, class Offset>
Vertex GlobalComponents<Space, Vertex, Offset>::follow_arcs(Space const& exec,
                                                            RawRows<Vertex, Offset> const& rows) {
  auto const labels = labels_of(labels_, rows.all);
  std::uint64_t const begin = rows.begin, end = begin + rows.vertices;
  StartAlone<Space, Vertex>::run(exec, labels, 0, begin);
  StartAlone<Space, Vertex>::run(exec, labels, end, rows.all);
  if (rows.is_empty()) return components::no_component<Vertex>;
  auto const problem = problem_of(exec, rows, labels.label);
  afforest_->hook_under_neighbour(problem, labels, begin, end);
  afforest_->shorten_paths(problem, labels, begin, end);
  afforest_->link_second_neighbour(problem, labels, begin, end);
  Vertex const largest = find_largest(exec, labels, begin, rows.vertices, votes_);
  afforest_->skip_component_of(exec, largest);
  afforest_->link_rest(problem, labels);
  return largest;
}

template <class Space, class Vertex, class Offset>
void GlobalComponents<Space, Vertex, Offset>::follow_skipped_arcs(
    Space const& exec, RawRows<Vertex, Offset> const& rows) {
  if (rows.is_empty()) return;
  auto const labels = labels_of(labels_, rows.all);
  afforest_->skip_component_of(exec, components::no_component<Vertex>);
  afforest_->link_rest(problem_of(exec, rows, labels.label), labels);
}

template <class Space, class Vertex, class Offset>
void GlobalComponents<Space, Vertex, Offset>::join_pairs(Network<Space>& ranks,
                                                         std::uint64_t own_pairs) {
  auto const& exec = ranks.exec();
  auto const counts = ranks.gather(own_pairs);
  std::uint64_t all = 0;
  for (auto const count : counts) all += count;
  agreed(ranks, [&] { reserved(exec, pairs_, all); });
  ranks.gather_all(exchange_->pairs(), counts, pairs_.data());
  Kokkos::parallel_for(
      "yoke::components::pairs", WideRange<Space>(exec, 0, all),
      LinkPairs<Space, Vertex>{labels_of(labels_, labels_.extent(0)), pairs_.data()});
}

// Points the own vertices at their roots. Returns how many are roots.
template <class Space, class Vertex, class Offset>
std::uint64_t GlobalComponents<Space, Vertex, Offset>::settle(Space const& exec,
                                                              RawRows<Vertex, Offset> const& rows) {
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce(
      "yoke::components::settle", WideRange<Space>(exec, rows.begin, rows.begin + rows.vertices),
      components::SettleAndCount<Space, Vertex>{labels_of(labels_, rows.all)}, roots);
  exec.fence("yoke::connected_components: settled");
  return roots;
}

// Are the components one whose vertices ranks have skipped?
template <class Space, class Vertex, class Offset>
bool GlobalComponents<Space, Vertex, Offset>::skipped_one_component(Network<Space>& ranks,
                                                                    Vertex skipped) {
  constexpr std::uint64_t none = ~std::uint64_t(0);
  std::uint64_t own = none;
  if (skipped != components::no_component<Vertex>) {
    // It may be another rank's vertex, which settle() has passed over.
    Kokkos::parallel_for("yoke::components::settle_skipped",
                         WideRange<Space>(ranks.exec(), skipped, std::uint64_t(skipped) + 1),
                         SettleLabel<Space, Vertex>{labels_of(labels_, labels_.extent(0))});
    own = element(ranks.exec(), Array<Space, Vertex>(labels_.data(), labels_.extent(0)), skipped);
  }
  auto const labels = ranks.gather(own);
  std::uint64_t first = none;
  for (auto const label : labels) {
    if (label == none) continue;
    if (first != none && label != first) return false;
    first = label;
  }
  return true;
}

template <class Space, class Vertex, class Offset>
std::size_t GlobalComponents<Space, Vertex, Offset>::run(Network<Space>& ranks,
                                                         RawRows<Vertex, Offset> const& rows,
                                                         RawArray<Vertex> label,
                                                         ComponentsReport* report) {
  auto const& exec = ranks.exec();
  PhaseTimer<Space> timer(exec, report);
  Counts begins{0};
  for (auto const size : ranks.gather(rows.vertices)) begins.push_back(begins.back() + size);
  Vertex skipped{};
  agreed(ranks, [&] {
    prepare(ranks, rows, begins);
    skipped = follow_arcs(exec, rows);
  });
  timer.done("own arcs");
  auto const labels = labels_of(labels_, rows.all);
  Vertex const large = skipped;
  std::uint64_t roots = 0;
  while (true) {
    exchange_->tell(ranks, labels, large);
    timer.done("exchange labels");
    std::uint64_t own_pairs = 0;
    agreed(ranks, [&] { own_pairs = exchange_->join(exec, labels); });
    timer.done("join labels");
    join_pairs(ranks, own_pairs);
    timer.done("join pairs");
    roots = settle(exec, rows);
    bool const lost_none = skipped_one_component(ranks, skipped);
    timer.done("settle");
    if (lost_none) break;
    follow_skipped_arcs(exec, rows);
    skipped = components::no_component<Vertex>;
    timer.done("skipped arcs");
  }
  Kokkos::deep_copy(exec, Array<Space, Vertex>(label.data, label.size),
                    Array<Space, Vertex>(labels_.data() + rows.begin, rows.vertices));
  exec.fence("yoke::connected_components");
  return ranks.sum(roots);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) \
  template class GlobalComponents<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
