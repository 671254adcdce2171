#include "yoke/mpi/timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "hybrid/trace.hpp"
#include "yoke/output_files.hpp"

namespace yoke::detail::mpi {

namespace {

using Clock = Timeline::Clock;

// Begins the call, which no rank leaves before all are in it: a barrier. The begin of the first
// span of all ranks, by this rank's clock.
Clock::time_point start_of_all(Communicator& ranks, std::vector<Timeline::Entry> const& entries) {
  ranks.begin_call(Call::run("yoke::write_trace", ""));
  auto const now = Clock::now();
  Clock::duration longest{};
  for (auto const& entry : entries) longest = std::max(longest, now - entry.begin);
  return now - Clock::duration(ranks.largest(static_cast<std::uint64_t>(longest.count())));
}

// The ranks' texts, one after the other with commas between them, on rank 0.
std::string join(Communicator& ranks, std::string const& own) {
  auto const sizes = ranks.gather(own.size());
  bool const is_first = ranks.rank() == 0;
  std::string all(is_first ? 0 : own.size(), ' ');
  Counts to(sizes.size()), from(sizes.size());
  to[0] = own.size();
  if (is_first) {
    from = sizes;
    std::size_t total = 0;
    for (auto const size : sizes) total += size;
    all.resize(total);
    std::ranges::copy(own, all.begin());
  }
  ranks.exchange(reinterpret_cast<std::byte const*>(own.data()), Parts::in_order(to, 1),
                 reinterpret_cast<std::byte*>(all.data()), Parts::in_order(from, 1));
  std::string joined;
  if (!is_first) return joined;
  std::size_t begin = 0;
  for (auto const size : sizes) {
    joined += (begin == 0 ? "" : ",\n") + all.substr(begin, size);
    begin += size;
  }
  return joined;
}

}  // namespace

void write_trace(Communicator& ranks, std::filesystem::path const& path, Timeline const& timeline) {
  auto const entries = timeline.entries();
  auto const start = start_of_all(ranks, entries);
  TraceProcess const process{ranks.rank() + 1, "rank " + std::to_string(ranks.rank())};
  auto const events = join(ranks, trace_events(entries, process, start));
  agreed(ranks, [&] {
    if (ranks.rank() != 0) return;
    OutputFiles files;
    detail::write_trace(files.open(path), events);
    files.commit();
  });
}

}  // namespace yoke::detail::mpi
