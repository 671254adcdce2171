#include "photons/fed_simulation.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "frame/phase_timer.hpp"
#include "frame/staged.hpp"
#include "photons/algorithm.hpp"
#include "photons/counted.hpp"
#include "photons/fed_walker.hpp"
#include "photons/hot_exits.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/fed_expander.hpp"
#include "yoke/host_generators.hpp"

namespace yoke::detail::photons {
namespace {

using Device = Hybrid<>::DeviceSpace;
using Host = Hybrid<>::HostSpace;

std::uint64_t in_batches(std::uint64_t walkers) {
  return (walkers + photon_batches - 1) / photon_batches * photon_batches;
}

// Of one seed, no two calls that begin with other photons draw the same bits, and none those of
// photons whose bits are not fed.
std::uint64_t seed_of_call(std::uint64_t seed, std::uint64_t first) {
  return seed ^ hash(first + 0x9e3779b97f4a7c15u);
}

template <class Real>
class FedPhotons final : public FedSimulation {
 public:
  FedPhotons(Hybrid<> const& hybrid, Photons::Capacity const& capacity,
             PhotonOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        staged_(hybrid.device()),
        workspace_(hybrid.device(), capacity.tissue, capacity.grid, options),
        hot_(hybrid.device(), TallyShape(capacity.tissue, capacity.grid)),
        walkers_(make_buffer<Device, FedWalker<Real>>(hybrid.device(), "yoke::photons::walkers",
                                                      in_batches(options.feed.walkers))),
        expander_(
            hybrid, walkers_.extent(0),
            {.walk = options.expander, .words = options.feed.words, .timeline = options.timeline}) {
  }

  std::size_t run(Photons::Arguments const& arguments) override {
    Device const& exec = hybrid_.device();
    PhaseTimer<Device> timer(exec, options_.report);
    hybrid_.wait_for_caller();
    auto const near = staged_.bring(arguments, options_.timeline);
    Counted const before = counted(exec, near.sums);
    timer.done("bring");
    std::uint64_t const words = follow(near);
    timer.done("simulate");
    Counted const now = counted(exec, near.sums) - before;
    staged_.send(arguments, options_.timeline);
    timer.done("send");
    if (options_.report != nullptr) {
      now.write(*options_.report);
      options_.report->fed_words = words;
    }
    return now.cut_off;
  }

 private:
  // With few photons each, the last ones' walkers would use up most of the blocks alone.
  static constexpr std::uint64_t photons_a_walker = 16;

  // Returns how many words of bits the walkers were given.
  std::uint64_t follow(Photons::Arguments const& near) {
    Device const& exec = hybrid_.device();
    std::uint64_t const count =
        std::min<std::uint64_t>(walkers_.extent(0), in_batches(near.count / photons_a_walker + 1));
    Kokkos::parallel_for("yoke::photons::start", WideRange<Device>(exec, 0, count),
                         StartFedWalkers<Real>{walkers_.data()});
    HotExits const hot = hot_.cleared(near);
    Task<Real> const task{workspace_.medium(), tally_arrays(near), options_.seed,
                          near.first,          near.count,         most_hops()};
    FollowFed<Real> const work{task, hot, walkers_.data(), count};
    std::uint64_t const blocks = feed(work, seed_of_call(options_.seed, near.first));
    hot_.join(hot, task.tally);
    exec.fence("yoke::photons: followed");
    return blocks * count * options_.feed.words;
  }

  std::uint64_t feed(FollowFed<Real> const& work, std::uint64_t seed) {
    if (options_.feed.source == PhotonFeedSource::philox) {
      return expander_.run(work, Philox(seed), work.count);
    }
    return expander_.run(work, SeededStreams<Xoshiro128x8>(seed), work.count);
  }

  std::uint32_t most_hops() const { return static_cast<std::uint32_t>(options_.most_hops); }

  Hybrid<> const& hybrid_;
  PhotonOptions options_;
  Staged<Device, Photons::Arguments> staged_;
  MediumWorkspace<Device, Real> workspace_;
  HotExitsWorkspace<Device> hot_;
  Buffer<Device, FedWalker<Real>> walkers_;
  FedExpander<> expander_;
};

template <PhotonArithmetic arithmetic>
std::unique_ptr<FedSimulation> make(Hybrid<> const& hybrid, Photons::Capacity const& capacity,
                                    PhotonOptions const& options) {
  using Real = typename RealOf<arithmetic>::Type;
  return std::make_unique<FedPhotons<Real>>(hybrid, capacity, options);
}

}  // namespace

std::unique_ptr<FedSimulation> make_fed_simulation(Hybrid<> const& hybrid,
                                                   Photons::Capacity const& capacity,
                                                   PhotonOptions const& options) {
  switch (options.arithmetic) {
    case PhotonArithmetic::reproducible:
      return make<PhotonArithmetic::reproducible>(hybrid, capacity, options);
    case PhotonArithmetic::precise:
      return make<PhotonArithmetic::precise>(hybrid, capacity, options);
    case PhotonArithmetic::fast:
      break;
  }
  return make<PhotonArithmetic::fast>(hybrid, capacity, options);
}

}  // namespace yoke::detail::photons
