#include "frame/instantiate.hpp"
#include "frame/tuned_call.hpp"
#include "prefix_sum/solver.hpp"

namespace yoke::detail {

template <>
struct WaysOf<prefix_sum::PrefixSum> {
  using Capability = prefix_sum::PrefixSum;

  static Ways of(Capability::Arguments const& arguments, Capability::Capacity const&,
                 PrefixSumOptions const& options, NodeSides const& sides) {
    auto const& value = arguments.value;
    auto const call = tuned_call<prefix_sum::Word>("prefix_sum", value.place, sides);
    return CallWay::of_share(host_share(options.split, call, value.size, sides.alone()));
  }
};

// The host takes the first part, whose total is added to the device's sums.
template <class Device, class Host>
class HybridSolver<prefix_sum::PrefixSum, Device, Host> {
  using Capability = prefix_sum::PrefixSum;
  using Arguments = Capability::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, Capability::Capacity const& capacity,
               PrefixSumOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        device_(hybrid.device(), capacity, without_report(options), Lane::device),
        host_(hybrid.host(), capacity, without_report(options), Lane::host) {}

  void prepare(Way) {}

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    std::size_t const n = arguments.value.size;
    std::size_t const cut = static_cast<std::size_t>(way.host_share * static_cast<double>(n));
    std::size_t device_total = 0, carry = 0;
    Arguments const front{slice(arguments.value, 0, cut), slice(arguments.sum, 0, cut)},
        back{slice(arguments.value, cut, n), slice(arguments.sum, cut, n)};
    Arguments const host_part = host_.bring(front), device_part = device_.bring(back);
    PhaseTimer<Device> timer(hybrid_.device(), options_.report);
    hybrid_.concurrently([&] { device_total = device_.work(device_part); },
                         [&] { carry = host_.work(host_part); });
    timer.done("add up");
    prefix_sum::add_carry(hybrid_.device(), device_part.sum, carry);
    timer.done("add carry");
    host_.send(front);
    device_.send(back);
    return carry + device_total;
  }

  PrefixSumAlgorithm algorithm() const { return PrefixSumAlgorithm::scan; }

 private:
  Hybrid<Device, Host> const& hybrid_;
  PrefixSumOptions options_;
  Side<Capability, Device> device_;
  Side<Capability, Host> host_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::prefix_sum::PrefixSum)
