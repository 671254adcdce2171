#pragma once

#include <optional>

#include "yoke/mpi/distributed.hpp"

namespace yoke::detail::mpi {

// What the plans for several ranks hold: the ranks, and a plan for this rank's part, which is made
// where all ranks can make theirs.
template <class Space, class Plan>
class RankPlan {
 public:
  template <class... Arguments>
  explicit RankPlan(Distributed<Space> const& cluster, Arguments const&... arguments)
      : cluster_(&cluster) {
    agreed(cluster.begin_call(), [&] { own_.emplace(cluster.exec(), arguments...); });
  }

  Network<Space>& begin_call() const { return cluster_->begin_call(); }
  Plan& own() { return *own_; }
  Plan const& own() const { return *own_; }

 private:
  Distributed<Space> const* cluster_;
  std::optional<Plan> own_;
};

}  // namespace yoke::detail::mpi
