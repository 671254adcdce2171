#include <algorithm>
#include <atomic>
#include <cstring>

#include "copies/bytes.hpp"
#include "copies/settings.hpp"
#include "copies/team.hpp"
#include "frame/host_copy.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"

namespace yoke_perf {
namespace {

using Words = Numbers<std::uint64_t, Kokkos::HostSpace>;

// Arrays whose pages lie where the team's threads, each with its part, have first touched them.
struct TeamsArrays {
  TeamsArrays(Domain const& domain, std::uint64_t bytes)
      : team(domain.cpus),
        from(Kokkos::view_alloc("yoke_perf::from", Kokkos::WithoutInitializing), bytes / 8),
        to(Kokkos::view_alloc("yoke_perf::to", Kokkos::WithoutInitializing), bytes / 8) {
    on_parts([&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        from(i) = word_at(1, i);
        to(i) = 0;
      }
    });
  }

  // Calls work(begin, end) for each thread's part.
  template <class Work>
  void on_parts(Work const& work) {
    team.run([&](std::size_t t) {
      work(from.extent(0) * t / team.size(), from.extent(0) * (t + 1) / team.size());
    });
  }

  Team team;
  Words from, to;
};

// In steps that stay in a core's own caches, so that each library's memcpy does what it does for a
// piece of a ring.
template <class Copy>
void copy_in_steps(std::uint64_t* to, std::uint64_t const* from, std::uint64_t words,
                   Copy const& copy) {
  constexpr std::uint64_t step = 1u << 15;
  for (std::uint64_t begin = 0; begin < words; begin += step) {
    copy(to + begin, from + begin, std::min(step, words - begin) * sizeof(std::uint64_t));
  }
}

enum class Way { read, write, copy, copy_streamed };

void move(TeamsArrays& arrays, Way way, std::atomic<std::uint64_t>& sum) {
  auto* const to = arrays.to.data();
  auto const* const from = arrays.from.data();
  arrays.on_parts([&](std::uint64_t begin, std::uint64_t end) {
    if (way == Way::read) {
      std::uint64_t own = 0;
      for (std::uint64_t i = begin; i < end; ++i) own += from[i];
      sum += own;
    } else if (way == Way::write) {
      for (std::uint64_t i = begin; i < end; ++i) to[i] = word_at(1, i);
    } else if (way == Way::copy) {
      copy_in_steps(to + begin, from + begin, end - begin,
                    [](auto* a, auto const* b, std::size_t n) { std::memcpy(a, b, n); });
    } else {
      copy_in_steps(to + begin, from + begin, end - begin,
                    [](auto* a, auto const* b, std::size_t n) {
                      yoke::detail::stream_bytes(reinterpret_cast<std::byte*>(a),
                                                 reinterpret_cast<std::byte const*>(b), n);
                    });
    }
  });
}

void measure_host(benchmark::State& state, Domain const& domain, std::uint64_t bytes, Way way) {
  TeamsArrays arrays(domain, bytes);
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < arrays.from.extent(0); ++i) expected += word_at(1, i);
  std::atomic<std::uint64_t> sum = 0;
  Measured work;
  work.prepare = [&] {
    sum = 0;
    if (way == Way::read) return;
    arrays.on_parts([&](std::uint64_t begin, std::uint64_t end) {
      std::fill(arrays.to.data() + begin, arrays.to.data() + end, 0);
    });
  };
  work.run = [&] { move(arrays, way, sum); };
  work.find_fault = [&]() -> std::string {
    if (way != Way::read) return find_wrong_words(Host(), arrays.to, 1);
    return sum == expected ? std::string() : "the sum of what was read is wrong";
  };
  measure(state, work, {0, arrays.from.extent(0) * sizeof(std::uint64_t)});
  state.counters["threads"] = static_cast<double>(arrays.team.size());
}

}  // namespace

std::unique_ptr<Resources> add_host(Settings const& settings) {
  for (auto const& domain : usable_domains()) {
    for (auto const size : settings.sizes) {
      for (auto const& [way, name] :
           {std::pair{Way::read, "read"}, std::pair{Way::write, "write"},
            std::pair{Way::copy, "copy"}, std::pair{Way::copy_streamed, "copy_streamed"}}) {
        auto const full_name = "host/" + domain.name + "/" + name + "/" + format_size(size);
        add_benchmark(full_name, settings.runs, [domain, size, way = way](benchmark::State& state) {
          measure_host(state, domain, size, way);
        });
      }
    }
  }
  return nullptr;
}

}  // namespace yoke_perf
