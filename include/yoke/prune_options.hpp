#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace yoke {

/// Which vertices yoke::prune removes. docs/prune.md says which results extend over each.
enum class PruneProperty {
  pendant,               ///< with exactly one arc left, round after round
  isolated,              ///< without an arc, in one round
  pendant_and_isolated,  ///< pendant ones first; then, in a last round, those without an arc left
  chains,  ///< with exactly two arcs, to others: a chain of them becomes one edge with a length
  independent_set,  ///< with 1 to 8 arcs, no two of them neighbours: merged into a neighbour
  matching,         ///< one end of each edge of a matching: merged into the other end
};

/// The properties' names.
inline constexpr auto prune_properties = std::to_array<std::pair<PruneProperty, std::string_view>>({
    {PruneProperty::pendant, "pendant"},
    {PruneProperty::isolated, "isolated"},
    {PruneProperty::pendant_and_isolated, "pendant_and_isolated"},
    {PruneProperty::chains, "chains"},
    {PruneProperty::independent_set, "independent_set"},
    {PruneProperty::matching, "matching"},
});

/// The property's name in the table.
inline std::string_view to_string(PruneProperty property) {
  for (auto const& [value, name] : prune_properties) {
    if (value == property) return name;
  }
  return "unknown";
}

/// The vertices and arcs that one round took away.
struct PruneRound {
  PruneProperty property = PruneProperty::pendant;  ///< of the vertices removed
  std::uint64_t vertices = 0;                       ///< vertices removed
  std::uint64_t arcs = 0;                           ///< arcs that the graph lost
};

/// The report of yoke::prune.
struct PruneReport {
  std::vector<PruneRound> rounds;      ///< those that removed a vertex, in order
  std::uint64_t removed_vertices = 0;  ///< of all rounds
  /// Arcs that the graph lost. A contraction's loops and repeated arcs may belong to no round.
  std::uint64_t removed_arcs = 0;
  PruneProperty property = PruneProperty::pendant;  ///< as asked for
};

/// How yoke::prune works.
struct PruneOptions {
  PruneProperty property = PruneProperty::pendant;  ///< which vertices go
  /// The rounds that remove vertices, at most. They end early if no vertex can leave. 0: until few
  /// are left. The round of isolated vertices does not count.
  std::uint64_t rounds = 0;
  /// With rounds = 0: the last round is one that removes fewer vertices. 0: 500, or one vertex in
  /// 1024 if that is more (thesis, 8.3.5).
  std::uint64_t least_pruned = 0;
  /// Check the graph's arrays first, as yoke::Graph does by default.
  bool validate = false;
};

}  // namespace yoke
