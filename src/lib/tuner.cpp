#include "yoke/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace yoke {
namespace {

struct Candidate {
  double host_share;
  std::vector<double> seconds;
  double median = 0;
  double scatter = 0;  // the median distance from the median

  bool is_one_side() const { return host_share == 0 || host_share == 1; }
};

double median_of(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void check(TunerOptions const& options) {
  if (options.repetitions < 1) {
    throw std::invalid_argument("yoke::tune: repetitions is " +
                                std::to_string(options.repetitions) + "; it must be at least 1");
  }
  if (!(options.least_gain >= 0 && options.least_gain < 1)) {
    throw std::invalid_argument("yoke::tune: least_gain is " + std::to_string(options.least_gain) +
                                "; it must be at least 0 and below 1");
  }
}

// One side alone first, so that splits have something to beat: 0, 1, then the others.
std::vector<Candidate> make_candidates(std::vector<double> shares) {
  for (double const share : shares) static_cast<void>(Split(share));  // throws if out of range
  std::ranges::sort(shares);
  std::vector<Candidate> candidates{{0, {}}, {1, {}}};
  for (double const share : shares) {
    bool const is_new = candidates.back().host_share != share;
    if (share != 0 && share != 1 && is_new) candidates.push_back({share, {}});
  }
  return candidates;
}

double measure_once(std::size_t size, Candidate const& candidate, MeasureShare const& measure) {
  double const seconds = measure(size, candidate.host_share);
  if (std::isfinite(seconds) && seconds > 0) return seconds;
  throw std::invalid_argument("yoke::tune: measure returned " + std::to_string(seconds) +
                              " seconds for size " + std::to_string(size) + " and host_share " +
                              std::to_string(candidate.host_share));
}

void measure_all(std::vector<Candidate>& candidates, std::size_t size, MeasureShare const& measure,
                 int repetitions) {
  for (auto const& candidate : candidates) measure_once(size, candidate, measure);  // warms up
  for (int r = 0; r < repetitions; ++r) {
    for (auto& candidate : candidates) {
      candidate.seconds.push_back(measure_once(size, candidate, measure));
    }
  }
  for (auto& candidate : candidates) {
    candidate.median = median_of(candidate.seconds);
    auto distances = candidate.seconds;
    for (double& d : distances) d = std::abs(d - candidate.median);
    candidate.scatter = median_of(std::move(distances));
  }
}

bool clearly_beats(Candidate const& challenger, Candidate const& champion, double least_gain) {
  double const gain = champion.median - challenger.median;
  return gain > std::max(least_gain * champion.median, champion.scatter + challenger.scatter);
}

}  // namespace

double best_host_share(std::size_t size, MeasureShare const& measure, TunerOptions const& options) {
  check(options);
  auto candidates = make_candidates(options.host_shares);
  measure_all(candidates, size, measure, options.repetitions);

  auto const& device = candidates[0];
  auto const& host = candidates[1];
  auto const& one_side = clearly_beats(host, device, options.least_gain) ? host : device;
  auto const& fastest = *std::ranges::min_element(candidates, {}, &Candidate::median);
  bool const split_pays =
      !fastest.is_one_side() && clearly_beats(fastest, one_side, options.least_gain);
  return split_pays ? fastest.host_share : one_side.host_share;
}

void tune(TuningTable& table, std::string_view capability, std::vector<std::size_t> const& sizes,
          MeasureShare const& measure, TunerOptions const& options) {
  for (std::size_t const size : sizes) {
    table.set(capability, size, best_host_share(size, measure, options));
  }
}

}  // namespace yoke
