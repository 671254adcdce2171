#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/distributed.hpp"

namespace yoke::detail::mpi {

// What the plans for several ranks hold: the ranks, and a plan for this rank's part, which is made
// where all ranks can make theirs.
template <class Executor, class Plan>
class RankPlan {
 public:
  // `call` is the plan's constructor; of `options`, the last argument of the plan, the device's
  // memory is bounded.
  template <class Options, class... Arguments>
  RankPlan(Distributed<Executor> const& cluster, Call const& call, Options const& options,
           Arguments const&... arguments)
      : cluster_(&cluster) {
    cluster.network().begin_call(call, [&] {
      own_.emplace(cluster.exec(), arguments..., options);
      // What exchanges may hold: what is left, which is never 0, as that stands for no bound.
      std::size_t const allowed = options.device_memory, held = own_->workspace_bytes();
      ledger_ = std::make_shared<Ledger>(allowed == 0 ? 0 : allowed - std::min(allowed - 1, held));
    });
  }

  auto& network() const { return cluster_->network(); }
  Plan& own() { return *own_; }
  Plan const& own() const { return *own_; }
  // Of what is held for exchanges, beside the plan's own.
  std::shared_ptr<Ledger> const& ledger() const { return ledger_; }
  std::size_t workspace_bytes() const { return own_->workspace_bytes() + ledger_->bytes(); }

 private:
  Distributed<Executor> const* cluster_;
  std::optional<Plan> own_;
  std::shared_ptr<Ledger> ledger_;
};

}  // namespace yoke::detail::mpi
