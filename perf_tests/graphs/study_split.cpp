// Banerjee's thesis, chapter 7: random graphs in host memory, divided between the sides. From the
// rows come Figures 7.2 (the best share against none), 7.3 (all shares), 7.4 and 7.5 (the best
// share by size and by edges) and Table 7.1 (each side's time and that of the cross edges).

#include <string>
#include <yoke/hybrid.hpp>

#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ComponentsAlgorithm;

constexpr char const* columns =
    "vertices,edges,algorithm,host_share,total_ms,device_ms,host_ms,cross_edges,cross_ms";

// soman is the thesis's own: depth-first search on the cores, Soman's algorithm on the device.
void sweep_shares(StudySettings const& settings, Table& table, KnownGraph& known,
                  std::uint64_t vertices, std::uint64_t edges) {
  yoke::Hybrid<> const hybrid;
  known.hold(std::to_string(vertices) + "/" + std::to_string(edges),
             yoke::UniformShape{vertices, edges, true, settings.seed});
  auto const& graph = known.pinned();
  Kokkos::View<Vertex*, Kokkos::SharedHostPinnedSpace> const label("yoke_perf::label", vertices);
  for (auto const algorithm : {Algorithm::soman, Algorithm::automatic}) {
    for (double const share : {0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0}) {
      auto options = with(algorithm);
      options.split = yoke::Split(share);
      double const total =
          time_components(hybrid, graph, label, Host(), known, options, settings.runs).total_ms;
      auto const times =
          time_components(hybrid, graph, label, Host(), known, options, settings.runs, Phases::yes);
      auto const cross = times.phase_ms.find("cross edges");
      table.row(vertices, edges, std::string(yoke::to_string(algorithm)), share, total,
                1e3 * times.report.device_busy, 1e3 * times.report.host_busy,
                times.report.cross_edges,
                cross == times.phase_ms.end() ? Figure() : Figure(cross->second));
    }
  }
}

void run_sizes(StudySettings const& settings) {
  Table table(settings, "thesis_figure_7_4", columns);
  KnownGraph known;
  for (std::uint64_t vertices = 500000; vertices <= 4500000; vertices += 500000) {
    if (settings.includes(vertices)) sweep_shares(settings, table, known, vertices, 2 * vertices);
  }
}

void run_edges(StudySettings const& settings) {
  Table table(settings, "thesis_figure_7_5", columns);
  KnownGraph known;
  std::uint64_t const vertices = std::min<std::uint64_t>(2500000, settings.max_nodes);
  for (std::uint64_t edges = vertices / 5 * 6; edges <= vertices / 5 * 16;
       edges += vertices / 5 * 2) {
    sweep_shares(settings, table, known, vertices, edges);
  }
}

}  // namespace

std::vector<Study> split_studies() {
  return {
      {"thesis_figure_7_4", "components by share and size, 0.5 to 4.5 million vertices", run_sizes},
      {"thesis_figure_7_5", "components by share and edges, 2.5 million vertices", run_edges}};
}

}  // namespace yoke_perf
