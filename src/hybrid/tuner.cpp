#include "yoke/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "yoke/messages.hpp"
#include "yoke/share_trial.hpp"

namespace yoke {
namespace {

// A share and its times, without the first.
struct Candidate {
  double host_share;
  std::vector<double> seconds;
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
    throw std::invalid_argument("yoke::tune: least_gain is " + show_number(options.least_gain) +
                                "; it must be at least 0 and below 1");
  }
}

// One side alone first, so that splits have something to beat: 0, 1, then the others.
std::vector<Candidate> make_candidates(TunerOptions const& options) {
  auto shares = options.host_shares;
  if (options.untuned) shares.push_back(*options.untuned);
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
  throw std::invalid_argument("yoke::tune: measure returned " + show_number(seconds) +
                              " for size " + std::to_string(size) + " and host_share " +
                              show_number(candidate.host_share));
}

void measure_all(std::vector<Candidate>& candidates, std::size_t size, MeasureShare const& measure,
                 int repetitions) {
  for (auto const& candidate : candidates) measure_once(size, candidate, measure);  // warms up
  for (int r = 0; r < repetitions; ++r) {
    for (auto& candidate : candidates) {
      candidate.seconds.push_back(measure_once(size, candidate, measure));
    }
  }
}

MeasuredShare summary_of(Candidate const& candidate) {
  double const median = median_of(candidate.seconds);
  auto distances = candidate.seconds;
  for (double& d : distances) d = std::abs(d - median);
  return {candidate.host_share, median, median_of(std::move(distances))};
}

bool clearly_beats(MeasuredShare const& challenger, MeasuredShare const& champion,
                   double least_gain) {
  double const gain = champion.median - challenger.median;
  return gain > std::max(least_gain * champion.median, champion.scatter + challenger.scatter);
}

}  // namespace

MeasuredShare const& ShareChoice::at(double share) const {
  auto const found = std::ranges::find(candidates, share, &MeasuredShare::host_share);
  if (found != candidates.end()) return *found;
  throw std::invalid_argument("yoke::ShareChoice::at: " + show_number(share) + " was not measured");
}

ShareChoice choose_host_share(std::size_t size, MeasureShare const& measure,
                              TunerOptions const& options) {
  check(options);
  auto candidates = make_candidates(options);
  measure_all(candidates, size, measure, options.repetitions);

  ShareChoice choice;
  std::ranges::transform(candidates, std::back_inserter(choice.candidates), summary_of);
  MeasuredShare to_beat = choice.at(0);
  for (double const share : {1.0, options.untuned.value_or(0)}) {
    if (choice.at(share).median < to_beat.median) to_beat = choice.at(share);
  }
  MeasuredShare best = to_beat;
  for (auto const& one : choice.candidates) {
    bool const is_worth_it = clearly_beats(one, to_beat, options.least_gain);
    if (is_worth_it && one.median < best.median) best = one;
  }
  choice.host_share = best.host_share;
  return choice;
}

double TriedShares::gain() const {
  return 1 - choice.at(choice.host_share).median / choice.at(asked.untuned).median;
}

std::optional<TriedShares> try_shares(std::function<double()> const& measure,
                                      TunerOptions options) {
  ShareTrial const first(0);
  measure();
  if (!first.question()) return std::nullopt;
  TunedQuestion const asked = *first.question();
  options.untuned = asked.untuned;
  auto const measure_share = [&](std::size_t, double share) {
    ShareTrial const trial(share);
    return measure();
  };
  return TriedShares{asked, choose_host_share(asked.size, measure_share, options)};
}

}  // namespace yoke
