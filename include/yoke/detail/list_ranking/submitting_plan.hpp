#pragma once

#include <tuple>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/ticket.hpp"

namespace yoke::detail::list_ranking {

// A plan with `submit` beside its other calls.
template <class Capability, class Executor>
class SubmittingPlan : public Plan<Capability, Executor> {
 protected:
  using Plan<Capability, Executor>::Plan;

  // Submits a call, whose Views must stay until it has completed. One with strided Views, of which
  // the plan has one copy, is done when this returns.
  template <class... Bound>
  Ticket submit_call(char const* caller, std::tuple<Bound...> const& bindings) {
    this->check(caller, {}, bindings);
    return std::apply(
        [&](Bound const&... bound) {
          this->check_overlap(caller, {}, bound...);
          if (!(bound.view.span_is_contiguous() && ...)) {
            return ticket_of([&] { return this->call(caller, {}, {}, bindings); });
          }
          this->executor_.begin_call();
          Ledger::Opened const opened(this->ledger(), false);
          typename Capability::Arguments arguments;
          (this->bind_array(arguments, this->copy_of(bound), bound), ...);
          return this->core_.submit(arguments);
        },
        bindings);
  }
};

}  // namespace yoke::detail::list_ranking
