#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "photons/follower.hpp"
#include "photons/hop.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::photons {

// Words from one batch's counter to the next: side by side, additions to them were what bound short
// lives on a device (docs/results/photons.md).
constexpr std::uint64_t taken_stride = 32;

// Threads that live until no photon of their batch is left: each follows one, and takes the next
// few of the batch from its counter when those that it had are done. There is one loop, whose body
// is a hop, so that threads which run in step are all at a hop, whichever photon's.
template <class Real, class Generator>
struct FollowOneAThread {
  using AnyWords = typename WordsOf<Generator>::Type;

  Task<Real> task;
  AnyWords first_words;
  HotCells hot;
  std::uint64_t* taken;   // of each batch, how many photons have been, taken_stride apart
  std::uint64_t threads;  // fewer than photon_batches, or as many for each
  std::uint64_t chunk;    // so many photons at once

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    Follower<Real, AtomicAdd> follower(task);
    AnyWords words = first_words;
    for (std::uint64_t b = thread % photon_batches; b < photon_batches; b += threads) {
      follower.begin_batch(b, hot);
      follow(follower, words, b);
      follower.end_batch();
    }
  }

 private:
  // Photons b, b + photon_batches, ... of those that there are.
  KOKKOS_FUNCTION void follow(Follower<Real, AtomicAdd>& follower, AnyWords& words,
                              std::uint64_t b) const {
    std::uint64_t const count = (task.count + photon_batches - 1 - b) / photon_batches;
    std::uint64_t next = 0, end = 0;
    while (true) {
      if (!follower.is_alive()) {
        if (next == end) {
          next = Kokkos::atomic_fetch_add(&taken[b * taken_stride], chunk);
          if (next >= count) return;
          end = next + chunk < count ? next + chunk : count;
        }
        words.begin(task.first + b + next * photon_batches);
        follower.begin(task.medium.is_narrow() ? 0u : words.draw_place());
        ++next;
        if (!follower.is_alive()) continue;
      }
      follower.hop(words.draw(follower.hops()));
    }
  }
};

template <class Space, class Real, class Generator>
void follow_one_a_thread(Space const& exec, Task<Real> const& task, Generator const& random,
                         HotCells const& hot, std::uint64_t* taken) {
  auto const most = static_cast<std::uint64_t>(exec.concurrency());
  std::uint64_t threads = std::min(most, task.count);
  if (threads > photon_batches) threads = threads / photon_batches * photon_batches;
  std::uint64_t const chunk = std::clamp<std::uint64_t>(task.count / (threads * 64), 1, 32);
  using Follow = FollowOneAThread<Real, Generator>;
  Kokkos::parallel_for("yoke::photons::follow", WideRange<Space>(exec, 0, threads),
                       Follow{task, typename Follow::AnyWords(random), hot, taken, threads, chunk});
}

}  // namespace yoke::detail::photons
