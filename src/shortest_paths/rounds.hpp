#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "primitives/findings.hpp"
#include "shortest_paths/device_rounds.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::shortest_paths {

// The workspace of rounds: two queues of near vertices, of which one is filled while the arcs of
// the other's are followed; two far piles, of which one is filled from the other; and the marks.
template <class Space, class Vertex, class Offset>
class Rounds {
  using Traits = bfs::BfsTraits<Space>;
  static constexpr bool on_host = runs_on_host<Space>;

 public:
  Rounds(Space const& exec, std::size_t vertices, std::size_t arcs)
      : exec_(exec),
        format_(checked(vertices, arcs)),
        mark_(make_buffer<Space, std::uint32_t>(exec, "yoke::shortest_paths::mark", vertices)),
        counters_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::shortest_paths::counters", all_words)) {
    for (int i = 0; i < 2; ++i) {
      queue_[i] = make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::queue", vertices);
      units_[i] = make_buffer<Space, Offset>(exec, "yoke::shortest_paths::units", vertices);
      far_[i] = make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::far", vertices);
    }
    if constexpr (!on_host) {
      seen_ = Seen(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::shortest_paths::seen"),
                   all_words);
    }
  }

  // Empties the piles. The marks are the caller's to set.
  void start(CsrView<Space, Vertex, Offset> const& graph) {
    graph_ = graph;
    Kokkos::deep_copy(exec_, counters_, std::uint64_t(0));
    if constexpr (!on_host) {
      teams_ = {Array<Space, std::uint64_t>(counters_.data() + all_counters, teams_.size)};
    }
    round_ = 0;
    far_size_ = 0;
    followed_ = {};
  }

  // What the last kernel has found to be near: is there an arc to follow?
  bool has_arcs() const { return format_.units(tally_) > 0; }
  std::uint64_t arcs() const { return format_.arcs(tally_); }
  std::uint64_t far_size() const { return far_size_; }
  std::uint32_t round() const { return round_; }
  Array<Space, std::uint32_t> mark() const { return array_of(mark_); }
  Array<Space, Vertex> far() const { return array_of(far_[far_pile_]); }
  Array<Space, Vertex> near() const { return array_of(queue_[filled_], format_.count(tally_)); }

  // By follow_all.
  struct Followed {
    std::uint64_t rounds = 0, arcs = 0;
  };
  Followed followed() const { return followed_; }

  // Follows the arcs of near vertices, round after round, until none is near or these rounds have
  // been. The step is the same for all of them.
  template <class Step>
  void follow_all(Step const& step, std::uint64_t most_rounds) {
    if constexpr (on_host) {
      for (; most_rounds > 0 && has_arcs(); --most_rounds) {
        ++followed_.rounds;
        followed_.arcs += arcs();
        follow(step);
      }
    } else {
      std::uint64_t const before = followed_.rounds;
      for (std::uint64_t ahead = 1; has_arcs() && followed_.rounds - before < most_rounds;) {
        std::uint64_t const left = most_rounds - (followed_.rounds - before);
        if (arcs() <= few_arcs) {
          follow_small(step, static_cast<std::uint32_t>(std::min(left, most_small_rounds)));
        } else {
          follow_ahead(step, std::min(left, ahead));
          ahead = std::min(2 * ahead, most_ahead);
        }
      }
    }
  }

  // Follows the arcs of the near vertices.
  template <class Step>
  void follow(Step const& step) {
    FollowArcs<Space, Vertex, Offset, Step> const work{{queue(filled_)}, tally_, step};
    std::uint64_t const units = format_.units(tally_), arcs = format_.arcs(tally_);
    filled_ = 1 - filled_;
    ++round_;
    fill<true>("yoke::shortest_paths::follow", work, units, arcs);
  }
  // The far pile again, from its vertices.
  template <class Weight>
  void split_far(Array<Space, Weight const> const& distances, Weight old_limit, Weight limit) {
    SplitFar<Space, Vertex, Weight> const work{far(), distances, old_limit, limit};
    std::uint64_t const size = far_size_;
    far_pile_ = 1 - far_pile_;
    scan("yoke::shortest_paths::split_far", work, size);
  }
  // The least distance on the far pile.
  template <class Weight>
  Weight least_far(Array<Space, Weight> const& distances) const {
    Weight least = infinity<Weight>;
    Kokkos::parallel_reduce(
        "yoke::shortest_paths::least_far", WideRange<Space>(exec_, 0, far_size_),
        LeastFar<Space, Vertex, Weight>{far(), distances}, Kokkos::Min<Weight>(least));
    exec_.fence("yoke::shortest_paths: least far distance");
    return least;
  }
  // Items that each lead to a vertex at most.
  template <class Work>
  void scan(char const* label, Work const& work, std::uint64_t size) {
    ++round_;
    fill<false>(label, work, size, size);
  }
  // The same for what joins the last kernel's finds.
  template <class Work>
  void add(char const* label, Work const& work, std::uint64_t size) {
    fill<false>(label, work, size, size);
  }

 private:
  using Seen = Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t>;

  static constexpr std::size_t all_counters = followed_arcs + 1,
                               all_words =
                                   all_counters + (on_host ? 0 : ResidentTeams<Space>::size);
  // Of a device. A kernel follows rounds of few arcs one after the other. It has one team for each
  // arcs_of_team arcs of the first round. It ends after most_small_rounds, so that teams that came
  // too late can take part in the next kernel. Larger rounds are launched ahead of the host, twice
  // as many after each look.
  static constexpr std::uint64_t most_teams = 64, arcs_of_team = 256, few_arcs = 1 << 15;
  static constexpr std::uint64_t most_small_rounds = 1 << 12, most_ahead = 16;

  static bfs::TallyFormat checked(std::size_t vertices, std::size_t arcs) {
    if (bfs::TallyFormat::fits(vertices, arcs)) return {vertices, arcs};
    throw std::invalid_argument(
        "yoke::shortest_paths: " + show_count(vertices, "vertex", "vertices") + " and " +
        show_count(arcs, "arc") + " do not fit one 64-bit word together");
  }

  bfs::Frontier<Space, Vertex, Offset> queue(int i) const {
    return {graph_, {}, {}, array_of(queue_[i]), array_of(units_[i]), {}, format_};
  }

  // `items` is what there is to look at: a thread alone looks at few of them.
  template <bool of_arcs, class Work>
  void fill(char const* label, Work const& work, std::uint64_t size, std::uint64_t items) {
    Piles<Space, Vertex, Offset> const piles{queue(filled_),      far(),  mark(),
                                             array_of(counters_), round_, far_pile_};
    if constexpr (on_host) {
      std::uint64_t const threads = static_cast<std::uint64_t>(exec_.concurrency());
      if (threads == 1 || items <= Traits::most_small_frontier_arcs(threads) / 2) {
        piles.clear_later_counters();
        work.template for_each<false>(0, size, AppendAlone<Space, Vertex, Offset>{piles});
      } else {
        using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                           Kokkos::Schedule<Kokkos::Dynamic>>;
        std::uint64_t const of_task =
            of_arcs ? Traits::arcs_of_task(items, threads) >> format_.unit_log() : 4096;
        Kokkos::parallel_for(label,
                             Policy(exec_, 0, (size + of_task - 1) / of_task, Kokkos::ChunkSize(1)),
                             FillPiles<Space, Vertex, Offset, Work>{piles, work, size, of_task});
        exec_.fence(label);
      }
      read(counters_.data());
    } else {
      using Policy = Kokkos::TeamPolicy<Space, typename Traits::LaunchBounds>;
      std::uint64_t const most = std::max(Traits::most_arcs_of_thread >> format_.unit_log(), 1);
      Kokkos::parallel_for(label, Policy(exec_, teams_for(size), Traits::team_size),
                           FillPiles<Space, Vertex, Offset, Work>{piles, work, size, most});
      look(label);
      read(seen_.data());
    }
  }

  template <class Step>
  FollowRounds<Space, Vertex, Offset, Step> rounds_of(Step const& step, std::uint32_t most_rounds,
                                                      ResidentTeams<Space> const& teams) const {
    return {
        {queue(0), queue(1)}, far(), mark(), array_of(counters_), far_pile_, step, round_, filled_,
        most_rounds,          teams};
  }
  template <class Step>
  void follow_small(Step const& step, std::uint32_t most_rounds) {
    using Work = FollowRounds<Space, Vertex, Offset, Step>;
    // One team a processor suffices. Under the launch bounds of large rounds the kernel spilled
    // registers.
    using Policy = Kokkos::TeamPolicy<Space, typename Work::SmallRounds,
                                      Kokkos::LaunchBounds<Traits::team_size, 1>>;
    std::uint64_t const before = followed_.rounds;
    std::uint64_t const teams = std::clamp<std::uint64_t>(arcs() / arcs_of_team, 1, most_teams);
    auto const league = static_cast<int>(teams);
    Kokkos::parallel_for("yoke::shortest_paths::follow_small",
                         Policy(exec_, league, Traits::team_size),
                         rounds_of(step, most_rounds, teams_.next(league)));
    look("yoke::shortest_paths: small rounds");
    pass(followed_.rounds - before);
    read(seen_.data());
  }
  template <class Step>
  void follow_ahead(Step const& step, std::uint64_t rounds) {
    using Work = FollowRounds<Space, Vertex, Offset, Step>;
    using Policy =
        Kokkos::TeamPolicy<Space, typename Work::OneRound, typename Traits::LaunchBounds>;
    for (std::uint64_t r = 0; r < rounds; ++r) {
      // The first one's size is known.
      std::uint64_t const size = r == 0 ? format_.units(tally_) : ~std::uint64_t(0);
      Kokkos::parallel_for("yoke::shortest_paths::follow",
                           Policy(exec_, teams_for(size), Traits::team_size),
                           rounds_of(step, 1, teams_));
      pass(1);
    }
    look("yoke::shortest_paths: rounds");
    read(seen_.data());
  }
  void pass(std::uint64_t rounds) {
    round_ += static_cast<std::uint32_t>(rounds);
    if (rounds % 2 != 0) filled_ = 1 - filled_;
  }
  int teams_for(std::uint64_t items) const {
    std::uint64_t const all =
        std::max(exec_.concurrency() / Traits::team_size * Traits::teams_of_processor / 8, 1);
    std::uint64_t const wanted = items / Traits::team_size + (items % Traits::team_size != 0);
    return static_cast<int>(std::clamp<std::uint64_t>(wanted, 1, all));
  }

  // Waits for a device's kernels.
  void look(char const* label) {
    Kokkos::deep_copy(exec_, seen_, counters_);
    exec_.fence(label);
    followed_ = {seen_(followed_rounds), seen_(followed_arcs)};
  }
  void read(std::uint64_t const* counters) {
    tally_ = counters[round_ % 3];
    far_size_ = counters[3 + far_pile_];
  }

  Space exec_;
  bfs::TallyFormat format_;
  CsrView<Space, Vertex, Offset> graph_;
  Buffer<Space, Vertex> queue_[2], far_[2];
  Buffer<Space, Offset> units_[2];
  Buffer<Space, std::uint32_t> mark_;
  Buffer<Space, std::uint64_t> counters_;
  Seen seen_;
  int filled_ = 0, far_pile_ = 0;  // of two each
  std::uint32_t round_ = 0;        // the last one that was filled
  std::uint64_t tally_ = 0, far_size_ = 0;
  Followed followed_;
  ResidentTeams<Space> teams_;
};

}  // namespace yoke::detail::shortest_paths
