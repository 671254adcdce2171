#pragma once

#include "yoke/list_ranking_options.hpp"

namespace yoke_test {

// The routes, and how copies are walked.
struct Way {
  yoke::ListRankRoute route;
  yoke::SublistWalkOptions::Scheme scheme;
  char const* name;
};
inline constexpr Way ways[] = {
    {yoke::ListRankRoute::messages, yoke::SublistWalkOptions::Scheme::automatic, "messages"},
    {yoke::ListRankRoute::copies, yoke::SublistWalkOptions::Scheme::in_place, "copies in place"},
    {yoke::ListRankRoute::copies, yoke::SublistWalkOptions::Scheme::chunks, "copies by chunks"}};

inline yoke::ListRankOptions by(Way const& way, yoke::ListRankOptions options) {
  options.route = way.route;
  options.sublist_walk.scheme = way.scheme;
  return options;
}

}  // namespace yoke_test
