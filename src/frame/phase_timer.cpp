#include "frame/phase_timer.hpp"

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

template <class Space>
PhaseTimer<Space>::PhaseTimer(Space const& exec, std::vector<Phase>* phases)
    : exec_(exec), phases_(phases) {
  if (phases_) exec_.fence("yoke: phase timer");
  timer_.reset();
}

template <class Space>
void PhaseTimer<Space>::done(char const* name) {
  if (!phases_) return;
  exec_.fence("yoke: phase timer");
  phases_->push_back({name, timer_.seconds()});
  timer_.reset();
}

#define YOKE_INSTANTIATE(Space) template class PhaseTimer<Space>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
