#include "toy/prefix_sum.hpp"
#include "frame/raw_arrays.hpp"

#include <optional>
#include "frame/instantiate.hpp"

#include "frame/phase_timer.hpp"
#include "frame/tuned_call.hpp"

namespace toy {

// The kernels.
template <class Space>
struct AddUp {
  yoke::detail::Array<Space, PrefixSum::Word const> value;
  yoke::detail::Array<Space, PrefixSum::Word> sum;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, PrefixSum::Word& sums, bool last) const {
    sums += value(i);
    if (last) sum(i) = sums;
  }
};
template <class Space>
struct AddCarry {
  yoke::detail::Array<Space, PrefixSum::Word> sum;
  PrefixSum::Word carry;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { sum(i) += carry; }
};
// End of the kernels.

// A part of a call: elements begin to end.
inline PrefixSum::Arguments part(PrefixSum::Arguments const& all, std::size_t begin,
                                 std::size_t end) {
  return {{all.value.data + begin, end - begin, all.value.place},
          {all.sum.data + begin, end - begin, all.sum.place}};
}

}  // namespace toy

namespace yoke::detail {

template <class Space>
class Solver<toy::PrefixSum, Space> {
 public:
  Solver(Space const& exec, toy::PrefixSum::Capacity const&, toy::PrefixSumOptions const& options,
         toy::PrefixSumAlgorithm algorithm)
      : exec_(exec), report_(options.report), algorithm_(algorithm) {}

  static toy::PrefixSumAlgorithm choose(toy::PrefixSum::Capacity const& capacity,
                                        toy::PrefixSumOptions const&) {
    return runs_on_host<Space> && capacity.elements < 4096 ? toy::PrefixSumAlgorithm::sequential
                                                           : toy::PrefixSumAlgorithm::scan;
  }

  std::size_t run(toy::PrefixSum::Arguments const& arguments) {
    using Word = toy::PrefixSum::Word;
    PhaseTimer<Space> timer(exec_, report_);
    toy::AddUp<Space> const add_up{array_on<Space>(arguments.value),
                                   array_on<Space>(arguments.sum)};
    Word total = 0;
    if (runs_on_host<Space> && algorithm_ == toy::PrefixSumAlgorithm::sequential) {
      for (std::size_t i = 0; i < arguments.value.size; ++i) {
        total = arguments.sum.data[i] = total + arguments.value.data[i];
      }
    } else {
      Kokkos::parallel_scan("toy::prefix_sum::add_up",
                            WideRange<Space>(exec_, 0, arguments.value.size), add_up, total);
    }
    timer.done("add up");
    return total;
  }

 private:
  Space exec_;
  toy::PrefixSumReport* report_;
  toy::PrefixSumAlgorithm algorithm_;
};

template <>
struct WaysOf<toy::PrefixSum> {
  static Ways of(toy::PrefixSum::Arguments const& arguments, toy::PrefixSum::Capacity const&,
                 toy::PrefixSumOptions const& options, NodeSides const& sides) {
    auto const& value = arguments.value;
    auto const call = tuned_call<toy::PrefixSum::Word>("prefix_sum", value.place, sides);
    return CallWay::of_share(host_share(options.split, call, value.size, sides.alone()));
  }
  static std::optional<Way> expected(toy::PrefixSum::Capacity const&,
                                     toy::PrefixSumOptions const& options, NodeSides const&) {
    return way_of(options.split);
  }
};

// The host takes the first part, whose total the device's has before it.
template <class Device, class Host>
class HybridSolver<toy::PrefixSum, Device, Host> {
  using Arguments = toy::PrefixSum::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, toy::PrefixSum::Capacity const& capacity,
               toy::PrefixSumOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        device_(hybrid.device(), capacity, without_report(options), Lane::device),
        host_(hybrid.host(), capacity, without_report(options), Lane::host) {}

  void prepare(Way) {}

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    std::size_t const n = arguments.value.size;
    std::size_t const cut = static_cast<std::size_t>(way.host_share * static_cast<double>(n));
    std::size_t device_total = 0, carry = 0;
    Arguments const front = toy::part(arguments, 0, cut), back = toy::part(arguments, cut, n);
    Arguments const host_part = host_.bring(front), device_part = device_.bring(back);
    PhaseTimer<Device> timer(hybrid_.device(), options_.report);
    hybrid_.concurrently([&] { device_total = device_.work(device_part); },
                         [&] { carry = host_.work(host_part); });
    timer.done("add up");
    Array<Device, toy::PrefixSum::Word> const sums(device_part.sum.data, n - cut);
    Kokkos::parallel_for("toy::prefix_sum::add_carry",
                         WideRange<Device>(hybrid_.device(), 0, n - cut),
                         toy::AddCarry<Device>{sums, carry});
    hybrid_.device().fence("toy::prefix_sum: carry");
    timer.done("add carry");
    host_.send(front);
    device_.send(back);
    return carry + device_total;
  }

  toy::PrefixSumAlgorithm algorithm() const { return toy::PrefixSumAlgorithm::scan; }

 private:
  Hybrid<Device, Host> const& hybrid_;
  toy::PrefixSumOptions options_;
  Side<toy::PrefixSum, Device> device_;
  Side<toy::PrefixSum, Host> host_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_PLANS(toy::PrefixSum)
YOKE_INSTANTIATE_HYBRID_PLANS(toy::PrefixSum)
