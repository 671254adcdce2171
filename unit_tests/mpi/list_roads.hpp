#pragma once

#include "yoke/list_ranking_options.hpp"

namespace yoke_test {

// The roads, and how copies are walked.
struct Way {
  yoke::ListRankRoad road;
  yoke::SublistWalkOptions::Scheme scheme;
  char const* name;
};
inline constexpr Way ways[] = {
    {yoke::ListRankRoad::messages, yoke::SublistWalkOptions::Scheme::automatic, "messages"},
    {yoke::ListRankRoad::copies, yoke::SublistWalkOptions::Scheme::in_place, "copies in place"},
    {yoke::ListRankRoad::copies, yoke::SublistWalkOptions::Scheme::chunks, "copies by chunks"}};

inline yoke::ListRankOptions by(Way const& way, yoke::ListRankOptions options) {
  options.road = way.road;
  options.sublist_walk.scheme = way.scheme;
  return options;
}

}  // namespace yoke_test
