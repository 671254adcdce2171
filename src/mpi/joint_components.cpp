#include "yoke/mpi/detail/joint_components.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "components/afforest_steps.hpp"
#include "frame/phase_timer.hpp"
#include "mpi/joint_components_steps.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"
#include "primitives/findings.hpp"

namespace yoke::detail::mpi {

namespace {

template <class Space, class Vertex>
struct StartAlone {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    labels.label(v) = static_cast<Vertex>(v);
  }
};

template <class Space, class Vertex>
struct CountRoots {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& roots) const {
    roots += labels.label(v) == v;
  }
};

template <class Space, class Vertex>
struct LinkHooks {
  Labels<Space, Vertex> labels;
  Hook<Vertex> const* hooks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    labels.link(labels.find(hooks[i].high), hooks[i].high, hooks[i].low);
  }
};

template <class Space, class Vertex>
Labels<Space, Vertex> labels_of(Buffer<Space, Vertex> const& buffer, std::uint64_t size) {
  return {Array<Space, Vertex>(buffer.data(), size), {}};
}

template <class Space, class Vertex, class Offset>
OwnRows<Space, Vertex, Offset> own_rows(RawRows<Vertex, Offset> const& rows) {
  return {{Array<Space, Offset const>(rows.offsets.data, rows.offsets.size),
           Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)},
          rows.begin};
}

}  // namespace

// Both within the rank and across, arcs are followed as Afforest does: not those that leave
// vertices of one large component.
//
// Within the rank no edge is lost: of an edge both of whose ends are skipped, both are in that
// component already; of any other the end that is not skipped has an arc, as the graph is
// symmetric.
//
// Across ranks the two ends of an edge are judged on two ranks, each by the roots that all ranks
// have got and the hooks that it has noted itself. All skip the component of the same vertex: they
// vote before they join anything, and then their labels are the same. A rank skips an end only when
// its own noted hooks join it to that vertex. If both ends are skipped, the hooks of the two ranks
// join both to that vertex once all have them; of any other edge the rank of an end that is not
// skipped follows the arc from there. It may not leave an arc to the other end, which may be
// skipped. A rank's vertices outside are skipped as soon as an arc of its own has joined theirs to
// that component, mostly one of the first.

// Within the rank: each own vertex has the smallest that it reaches by own arcs alone.
template <class Space, class Vertex, class Offset>
void JointComponents<Space, Vertex, Offset>::label_own(Network<Space>& ranks,
                                                       RawRows<Vertex, Offset> const& rows) {
  auto const& exec = ranks.exec();
  room_for(exec, labels_, rows.all);
  auto const labels = labels_of(labels_, rows.all);
  WideRange<Space> const own(exec, rows.begin, rows.begin + rows.vertices);
  auto const chunks = ArcChunks::of(exec, rows.neighbours.size);
  Kokkos::parallel_for("yoke::components::start", own, StartAlone<Space, Vertex>{labels});
  Kokkos::parallel_for("yoke::components::two_neighbours", WideRange<Space>(exec, 0, rows.vertices),
                       LinkTwoOwn<Space, Vertex, Offset>{own_rows<Space>(rows), labels});
  Vertex const largest = find_largest(exec, labels, rows.begin, rows.vertices, votes_);
  Kokkos::parallel_for(
      "yoke::components::own_arcs", WideRange<Space>(exec, 0, chunks.count()),
      LinkOwnArcs<Space, Vertex, Offset>{own_rows<Space>(rows), labels, chunks, {labels, largest}});
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::settle", own,
                          components::SettleAndCount<Space, Vertex>{labels}, roots);
  exec.fence("yoke::connected_components: own arcs");
}

template <class Space, class Vertex, class Offset>
void JointComponents<Space, Vertex, Offset>::gather_labels(Network<Space>& ranks,
                                                           RawRows<Vertex, Offset> const& rows) {
  // In their place already: nothing is copied.
  ranks.gather_all(labels_.data() + rows.begin, ranks.gather(rows.vertices), labels_.data());
}

template <class Space, class Vertex, class Offset>
void JointComponents<Space, Vertex, Offset>::join_across(Network<Space>& ranks,
                                                         RawRows<Vertex, Offset> const& rows,
                                                         PhaseTimer<Space>& timer) {
  auto const& exec = ranks.exec();
  auto const labels = labels_of(labels_, rows.all);
  std::uint64_t own_hooks = 0;
  agreed(ranks, [&] {
    std::uint64_t roots = 0;
    Kokkos::parallel_reduce("yoke::components::roots", WideRange<Space>(exec, 0, rows.all),
                            CountRoots<Space, Vertex>{labels}, roots);
    exec.fence("yoke::connected_components: roots");
    // A root is hooked once, and by an arc.
    room_for(exec, own_hooks_, std::min<std::uint64_t>(roots, rows.neighbours.size));
    Array<Space, std::uint64_t> const count(room_for(exec, counter_, 1), 1);
    Kokkos::deep_copy(exec, count, 0);
    Vertex const largest = find_largest(exec, labels, 0, rows.all, votes_);
    auto const chunks = ArcChunks::of(exec, rows.neighbours.size);
    Kokkos::parallel_for("yoke::components::cross_arcs", WideRange<Space>(exec, 0, chunks.count()),
                         LinkCrossArcs<Space, Vertex, Offset>{own_rows<Space>(rows),
                                                              labels,
                                                              chunks,
                                                              {labels, largest},
                                                              own_hooks_.data(),
                                                              counter_.data()});
    own_hooks = element(exec, count, 0);
  });
  timer.done("arcs across");
  auto const counts = ranks.gather(own_hooks);
  std::uint64_t all_hooks = 0;
  for (auto const count : counts) all_hooks += count;
  agreed(ranks, [&] { room_for(exec, hooks_, all_hooks); });
  ranks.gather_all(own_hooks_.data(), counts, hooks_.data());
  Kokkos::parallel_for("yoke::components::hooks", WideRange<Space>(exec, 0, all_hooks),
                       LinkHooks<Space, Vertex>{labels, hooks_.data()});
  timer.done("join roots");
}

template <class Space, class Vertex, class Offset>
std::size_t JointComponents<Space, Vertex, Offset>::run(Network<Space>& ranks,
                                                        RawRows<Vertex, Offset> const& rows,
                                                        RawArray<Vertex> label,
                                                        ComponentsReport* report) {
  auto const& exec = ranks.exec();
  PhaseTimer<Space> timer(exec, report);
  agreed(ranks, [&] { label_own(ranks, rows); });
  timer.done("own arcs");
  gather_labels(ranks, rows);
  timer.done("gather labels");
  join_across(ranks, rows, timer);
  auto const labels = labels_of(labels_, rows.all);
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::settle",
                          WideRange<Space>(exec, rows.begin, rows.begin + rows.vertices),
                          components::SettleAndCount<Space, Vertex>{labels}, roots);
  Kokkos::deep_copy(exec, Array<Space, Vertex>(label.data, label.size),
                    Array<Space, Vertex>(labels_.data() + rows.begin, rows.vertices));
  exec.fence("yoke::connected_components");
  std::uint64_t const components = ranks.sum(roots);
  timer.done("settle");
  return components;
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) \
  template class JointComponents<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
