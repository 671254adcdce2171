#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "photons/algorithm.hpp"
#include "photons/follow_in_lanes.hpp"

namespace yoke::detail::photons {

// Tallies that lie one after the other.
struct TallySizes {
  explicit TallySizes(TallyShape const& shape, bool with_absorption = true)
      : absorbed(with_absorption ? shape.cells : 0), exits(shape.exits), sums(shape.sums) {}

  std::size_t all() const { return absorbed + 2 * exits + sums; }
  TallyArrays arrays(std::uint64_t* counts) const {
    return {absorbed > 0 ? counts : nullptr, counts + absorbed, counts + absorbed + exits,
            counts + absorbed + 2 * exits, static_cast<std::uint32_t>(sums / photon_batches)};
  }

  std::size_t absorbed, exits, sums;
};

// A call's photons, so many at a time.
class AllPhotons final : public PhotonSource {
 public:
  AllPhotons(std::uint64_t count, std::uint64_t chunk) : count_(count), chunk_(chunk) {}

  bool take(std::uint64_t& begin, std::uint64_t& end) override {
    begin = taken_.fetch_add(chunk_);
    end = std::min(begin + chunk_, count_);
    return begin < count_;
  }

 private:
  std::uint64_t count_, chunk_;
  std::atomic<std::uint64_t> taken_ = 0;
};

// Each thread of a host follows photons in lanes, and counts in tallies of its own: the first one
// in the caller's, to which those of the others are added.
template <class Space, PhotonArithmetic arithmetic>
class InLanes final : public Algorithm {
  using Real = LaneReal<arithmetic>;

 public:
  InLanes(Space const& exec, Photons::Capacity const& capacity, PhotonOptions const& options)
      : exec_(exec),
        workspace_(exec, capacity.tissue, capacity.grid, options),
        shape_(capacity.tissue, capacity.grid),
        seed_(options.seed),
        most_hops_(static_cast<std::uint32_t>(options.most_hops)) {
    std::size_t const own = TallySizes(shape_).all();
    is_shared_ = own * sizeof(std::uint64_t) > most_own_bytes;
    auto const others = static_cast<std::size_t>(exec.concurrency() - 1);
    if (!is_shared_) {
      counts_ = make_buffer<Space, std::uint64_t>(exec, "yoke::photons::counts", others * own);
    }
  }

  void run(Photons::Arguments const& arguments) override {
    std::uint64_t const count = arguments.count;
    auto const most = static_cast<std::uint64_t>(exec_.concurrency());
    auto const workers = static_cast<int>(std::clamp<std::uint64_t>(count / few, 1, most));
    TallyArrays const tally = tally_arrays(arguments);
    TallySizes const sizes(shape_, tally.absorbed != nullptr);
    AllPhotons all(count, std::clamp<std::uint64_t>(count / (most * 64), 1, 256));
    PhotonSource* const source = arguments.source == nullptr ? &all : arguments.source;
    Task<Real> const task{workspace_.medium(), tally, seed_, arguments.first, count, most_hops_};
    using OneByOne = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for("yoke::photons::follow", OneByOne(exec_, 0, workers, Kokkos::ChunkSize(1)),
                         [&](int worker) {
                           LaneTask<arithmetic> work{task, source, is_shared_};
                           if (worker > 0 && !is_shared_) work.task.tally = own(sizes, worker);
                           follow_in_lanes(work);
                         });
    exec_.fence("yoke::photons: followed");
    if (is_shared_ || workers == 1) return;
    join(tally.absorbed, sizes.absorbed, 0, sizes, workers);
    join(tally.reflected, sizes.exits, sizes.absorbed, sizes, workers);
    join(tally.transmitted, sizes.exits, sizes.absorbed + sizes.exits, sizes, workers);
    join(tally.sums, sizes.sums, sizes.absorbed + 2 * sizes.exits, sizes, workers);
    exec_.fence("yoke::photons: joined");
  }

 private:
  // Fewer photons a thread are not worth its tallies.
  static constexpr std::uint64_t few = 64;
  // Larger tallies, which no cache holds, are counted in together.
  static constexpr std::size_t most_own_bytes = std::size_t(16) << 20;

  std::uint64_t* own_counts(TallySizes const& sizes, int worker) const {
    return counts_.data() + static_cast<std::size_t>(worker - 1) * sizes.all();
  }
  TallyArrays own(TallySizes const& sizes, int worker) const {
    std::fill_n(own_counts(sizes, worker), sizes.all(), std::uint64_t(0));
    return sizes.arrays(own_counts(sizes, worker));
  }

  void join(std::uint64_t* target, std::size_t size, std::size_t offset, TallySizes const& sizes,
            int workers) const {
    Kokkos::parallel_for("yoke::photons::join", WideRange<Space>(exec_, 0, size),
                         [=, this](std::uint64_t i) {
                           std::uint64_t sum = target[i];
                           for (int worker = 1; worker < workers; ++worker) {
                             sum += own_counts(sizes, worker)[offset + i];
                           }
                           target[i] = sum;
                         });
  }

  Space exec_;
  MediumWorkspace<Space, Real> workspace_;
  TallyShape shape_;
  std::uint64_t seed_;
  std::uint32_t most_hops_;
  bool is_shared_;
  Buffer<Space, std::uint64_t> counts_;
};

}  // namespace yoke::detail::photons
