#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "shortest_paths/device_rounds.hpp"
#include "support/squares.hpp"
#include "support/team_fibers.hpp"

// The rounds of a device, on a host: so that machines without one see their faults.
namespace {

using namespace yoke::detail;
using yoke_test::far;
using yoke_test::FiberDevice;
using yoke_test::FiberMember;
using yoke_test::FiberOrder;
using yoke_test::Square;
using Words = std::vector<std::uint64_t>;

template <class Vector>
auto array_of(Vector& vector) {
  using T = std::remove_pointer_t<decltype(vector.data())>;
  return Array<FiberDevice, T>(vector.data(), vector.size());
}

// From vertex 0. A limit that all distances reach makes this Bellman and Ford's algorithm.
class DeviceRounds {
  using Relax = shortest_paths::Relax<FiberDevice, std::uint32_t, std::uint64_t, float>;
  using Kernel = shortest_paths::FollowRounds<FiberDevice, std::uint32_t, std::uint64_t, Relax>;
  static constexpr int threads = 32;

 public:
  DeviceRounds(Square<float> const& square, FiberOrder order)
      : n_(square.n), order_(order), distances_(n_, far<float>), mark_(n_), far_(n_) {
    for (std::size_t u = 0; u < n_; ++u) {
      for (std::size_t v = 0; v < n_; ++v) {
        if (u == v || square(u, v) == far<float>) continue;
        neighbours_.push_back(static_cast<std::uint32_t>(v));
        weights_.push_back(square(u, v));
      }
      offsets_.push_back(neighbours_.size());
    }
    for (int i = 0; i < 2; ++i) {
      queues_[i].resize(n_);
      units_[i].resize(n_);
    }
    distances_[0] = 0;
    mark_[0] = 1;
    counters_[1] = kernel(1, 0, 0, {}).queues[0].tally_of(0);
  }

  // All rounds in one kernel. Teams take part if they have begun: one fiber team runs at a time.
  void run_resident(int teams) {
    ResidentTeams<FiberDevice> resident{array_of(words_)};
    while (has_arcs()) {
      std::uint64_t const before = counters_[shortest_paths::followed_rounds];
      run_teams(teams, threads, order_,
                [its = kernel(round_, filled_, 3, resident.next(teams))](
                    FiberMember const& member) { its(Kernel::SmallRounds(), member); });
      pass(counters_[shortest_paths::followed_rounds] - before);
    }
  }
  // Kernels of a round each, two of them ahead.
  void run_ahead(int teams) {
    while (has_arcs()) {
      for (int ahead = 0; ahead < 2; ++ahead) {
        run_teams(teams, threads, order_,
                  [its = kernel(round_, filled_, 1, {})](FiberMember const& member) {
                    its(Kernel::OneRound(), member);
                  });
        pass(1);
      }
    }
  }
  std::vector<float> const& distances() const { return distances_; }

 private:
  Kernel kernel(std::uint32_t round, int filled, std::uint32_t most_rounds,
                ResidentTeams<FiberDevice> const& teams) {
    bfs::TallyFormat const format(n_, neighbours_.size());
    CsrView<FiberDevice, std::uint32_t, std::uint64_t> const graph{
        array_of(std::as_const(offsets_)), array_of(std::as_const(neighbours_))};
    return {{{graph, {}, {}, array_of(queues_[0]), array_of(units_[0]), {}, format},
             {graph, {}, {}, array_of(queues_[1]), array_of(units_[1]), {}, format}},
            array_of(far_),
            array_of(mark_),
            array_of(counters_),
            0,
            {array_of(std::as_const(weights_)), array_of(distances_), far<float>},
            round,
            filled,
            most_rounds,
            teams};
  }
  bool has_arcs() const {
    return bfs::TallyFormat(n_, neighbours_.size()).units(counters_[round_ % 3]) > 0;
  }
  void pass(std::uint64_t rounds) {
    round_ += static_cast<std::uint32_t>(rounds);
    if (rounds % 2 != 0) filled_ = 1 - filled_;
  }

  std::size_t n_;
  FiberOrder order_;
  std::uint32_t round_ = 1;
  int filled_ = 0;
  std::vector<std::uint64_t> offsets_ = {0};
  std::vector<std::uint32_t> neighbours_;
  std::vector<float> weights_, distances_;
  std::vector<std::uint32_t> mark_, far_, queues_[2];
  std::vector<std::uint64_t> units_[2];
  Words counters_ = Words(shortest_paths::followed_arcs + 1);
  Words words_ = Words(ResidentTeams<FiberDevice>::size);
};

TEST(ShortestPathsDeviceKernels, FindAllDistances) {
  for (std::size_t const n : {2, 40, 200}) {
    auto square = yoke_test::random_square<float>(n, n < 100 ? 10 : 2, 1, 50);
    for (std::size_t v = 1; v < n; ++v) square(0, v) = static_cast<float>(60 + v % 7);
    auto const all = yoke_test::plain(square).elements;
    std::vector<float> const expected(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    for (FiberOrder const order : {FiberOrder::forward, FiberOrder::backward}) {
      for (int const teams : {1, 3}) {
        DeviceRounds resident(square, order);
        resident.run_resident(teams);
        EXPECT_EQ(resident.distances(), expected) << n << " vertices, " << teams << " teams";
        DeviceRounds ahead(square, order);
        ahead.run_ahead(teams);
        EXPECT_EQ(ahead.distances(), expected) << n << " vertices, " << teams << " teams ahead";
      }
    }
  }
}

}  // namespace
