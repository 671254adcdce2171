#include "yoke/mpi/detail/joint_components.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"
#include "primitives/findings.hpp"

namespace yoke::detail::mpi {

namespace {

using components::Labels;

template <class Space, class Vertex>
struct StartAlone {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    labels.label(v) = static_cast<Vertex>(v);
  }
};

// Of a rank's arcs, those within its own vertices. Each edge is there twice: the larger end joins.
template <class Space, class Vertex, class Offset>
struct LinkOwnArcs {
  CsrView<Space, Vertex, Offset> rows;
  Labels<Space, Vertex> labels;
  std::uint64_t base;
  ArcChunks chunks;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t row, std::uint64_t arc) {
                   auto const v = static_cast<Vertex>(base + row);
                   Vertex const u = rows.neighbours(arc);
                   if (u < base || u >= v) return;
                   labels.link(labels.find(v), v, u);
                 });
  }
};

template <class Space, class Vertex>
struct CountRoots {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& roots) const {
    roots += labels.label(v) == v;
  }
};

// The arcs that lead to other ranks' vertices. Either end's rank has the edge: which one joins is
// up to the ends' last bits, so that no rank has them all. Each root that is hooked is noted.
template <class Space, class Vertex, class Offset>
struct LinkCrossArcs {
  CsrView<Space, Vertex, Offset> rows;
  Labels<Space, Vertex> labels;
  std::uint64_t base;
  ArcChunks chunks;
  Hook<Vertex>* hooks;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t row, std::uint64_t arc) {
                   auto const v = static_cast<Vertex>(base + row);
                   Vertex const u = rows.neighbours(arc);
                   bool const is_own = u >= base && u - base < rows.vertices();
                   bool const joins_here = ((u ^ v) & 1) != 0 ? u < v : u > v;
                   if (!is_own && joins_here) join(v, u);
                 });
  }

 private:
  // As Labels::link.
  KOKKOS_FUNCTION void join(Vertex v, Vertex u) const {
    Vertex one = labels.find(v), other = labels.find(u);
    while (one != other) {
      Vertex const high = one > other ? one : other, low = one > other ? other : one;
      Vertex const seen = Kokkos::atomic_compare_exchange(&labels.label(high), high, low);
      if (seen == high) {
        hooks[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {high, low};
        return;
      }
      one = labels.find(seen);
      other = low;
    }
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
CsrView<Space, Vertex, Offset> view_of(RawRows<Vertex, Offset> const& rows) {
  return {Array<Space, Offset const>(rows.offsets.data, rows.offsets.size),
          Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)};
}

}  // namespace

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
  Kokkos::parallel_for(
      "yoke::components::own_arcs", WideRange<Space>(exec, 0, chunks.count()),
      LinkOwnArcs<Space, Vertex, Offset>{view_of<Space>(rows), labels, rows.begin, chunks});
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
                                                         RawRows<Vertex, Offset> const& rows) {
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
    auto const chunks = ArcChunks::of(exec, rows.neighbours.size);
    Kokkos::parallel_for(
        "yoke::components::cross_arcs", WideRange<Space>(exec, 0, chunks.count()),
        LinkCrossArcs<Space, Vertex, Offset>{view_of<Space>(rows), labels, rows.begin, chunks,
                                             own_hooks_.data(), counter_.data()});
    own_hooks = element(exec, count, 0);
  });
  auto const counts = ranks.gather(own_hooks);
  std::uint64_t all_hooks = 0;
  for (auto const count : counts) all_hooks += count;
  agreed(ranks, [&] { room_for(exec, hooks_, all_hooks); });
  ranks.gather_all(own_hooks_.data(), counts, hooks_.data());
  Kokkos::parallel_for("yoke::components::hooks", WideRange<Space>(exec, 0, all_hooks),
                       LinkHooks<Space, Vertex>{labels, hooks_.data()});
}

template <class Space, class Vertex, class Offset>
std::size_t JointComponents<Space, Vertex, Offset>::run(Network<Space>& ranks,
                                                        RawRows<Vertex, Offset> const& rows,
                                                        RawArray<Vertex> label) {
  auto const& exec = ranks.exec();
  agreed(ranks, [&] { label_own(ranks, rows); });
  gather_labels(ranks, rows);
  join_across(ranks, rows);
  auto const labels = labels_of(labels_, rows.all);
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::settle",
                          WideRange<Space>(exec, rows.begin, rows.begin + rows.vertices),
                          components::SettleAndCount<Space, Vertex>{labels}, roots);
  Kokkos::deep_copy(exec, Array<Space, Vertex>(label.data, label.size),
                    Array<Space, Vertex>(labels_.data() + rows.begin, rows.vertices));
  exec.fence("yoke::connected_components");
  return ranks.sum(roots);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) \
  template class JointComponents<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
