#include "tuning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "errors.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

class NoTime {};

// Why inputs are left out.
constexpr char const* not_asked = "no call asks for a share";
constexpr char const* no_time = "no time";

TunerOptions options_of(TuningPlan const& plan) {
  TunerOptions options;
  options.repetitions = plan.quick ? 3 : plan.repetitions;
  if (plan.quick) options.host_shares = {0.1, 0.25, 0.5};
  return options;
}

std::vector<std::size_t> sizes_of(TunedCapability const& capability, TuningPlan const& plan) {
  if (!plan.sizes.empty()) return plan.sizes;
  if (!plan.quick) return capability.sizes;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < capability.sizes.size(); i += 2) {
    sizes.push_back(capability.sizes[i]);
  }
  return sizes;
}

std::vector<int> edges_of(TunedCapability const& capability, TuningPlan const& plan) {
  if (capability.edges_per_vertex.empty()) return {0};
  if (plan.quick) return {capability.edges_per_vertex.back()};
  return capability.edges_per_vertex;
}

std::string show_size(std::size_t size) {
  if (size < 1024 || !std::has_single_bit(size)) return std::to_string(size);
  return fmt::format("2^{}", std::bit_width(size) - 1);
}

Json to_json(TriedShares const& tried, TunedBy by) {
  Json json{{"size", tried.asked.size},
            {"place", to_string(tried.asked.call.place)},
            {"index_bits", tried.asked.call.index_bits},
            {"host_share", tried.choice.host_share},
            {"untuned", tried.asked.untuned},
            {"gain", tried.gain()}};
  if (int const arcs = tried.asked.call.arcs_per_vertex) json["arcs_per_vertex"] = arcs;
  auto& costs = json[by == TunedBy::energy ? "joules" : "seconds"] = Json::array();
  for (auto const& [share, median, scatter] : tried.choice.candidates) {
    costs.push_back({{"host_share", share}, {"median", median}, {"scatter", scatter}});
  }
  return json;
}

std::string show(TriedShares const& tried, TunedBy by) {
  auto const cost_at = [&](double share) { return format_cost(tried.choice.at(share).median, by); };
  return fmt::format(
      "host share {:<5.3g} {:>8}, saves {:>3.0f}% of {:>8} untuned   "
      "(device alone {:>8}, host alone {:>8})",
      tried.choice.host_share, cost_at(tried.choice.host_share), 100 * tried.gain(),
      cost_at(tried.asked.untuned), cost_at(0), cost_at(1));
}

}  // namespace

Tuning::Tuning(TuningPlan const& plan, TuningTable& table, Facts& facts,
               std::function<void()> after_each)
    : plan_(plan),
      table_(table),
      facts_(facts),
      after_each_(std::move(after_each)),
      cost_(cost_by(plan.by)),
      options_(options_of(plan)),
      seconds_(plan.seconds.value_or(std::numeric_limits<double>::infinity())) {}

void Tuning::run() {
  auto const& all = plan_.capabilities;
  for (std::size_t i = 0; i < all.size(); ++i) {
    double const now = clock_.seconds();
    until_ = now + (seconds_ - now) / static_cast<double>(all.size() - i);
    progress_ = fmt::format("{} of {}", i + 1, all.size());
    double const before = untuned_sum_;
    for (int const edges : edges_of(all[i], plan_)) tune(all[i], edges);
    if (untuned_sum_ > before) after_each_();
  }
  add_totals();
}

// Every capability begins, and goes on as long as it keeps to its part of the time.
void Tuning::tune(TunedCapability const& capability, int edges) {
  double last_seconds = 0;
  std::size_t last_size = 0;
  for (auto const size : sizes_of(capability, plan_)) {
    bool const is_first = last_size == 0;
    double const begin = clock_.seconds();
    double const growth = static_cast<double>(size) / static_cast<double>(std::max(last_size, 1UL));
    TunedInput input = plan_.input;
    input.size = size;
    input.edges_per_vertex = edges;
    try {
      if (!is_first && clock_.seconds() + last_seconds * growth > until_) throw NoTime();
      if (auto const tried = try_input(capability, input)) {
        enter(capability, *tried);
      } else {
        leave_out(not_asked, capability, size);
      }
    } catch (NoTime const&) {
      return leave_out(no_time, capability, size);
    }
    last_seconds = clock_.seconds() - begin;
    last_size = size;
  }
}

// Nothing if no call on this input asks for a share.
std::optional<TriedShares> Tuning::try_input(TunedCapability const& capability,
                                             TunedInput const& input) {
  auto const meter = capability.make_meter(input);
  // Both sides alone are measured in any case, and all of it once more than it counts.
  std::size_t const runs =
      (options_.host_shares.size() + 2) * static_cast<std::size_t>(options_.repetitions + 1);
  Progress progress(fmt::format("tuning {}: {}, {} {}", progress_, capability.name,
                                show_size(input.size), capability.unit),
                    runs);
  auto const tried = try_shares(
      [&] {
        if (clock_.seconds() > seconds_) throw NoTime();
        double const cost = meter->measure(cost_);
        progress.advance();
        return cost;
      },
      options_);
  if (tried && tried->asked.call.capability != capability.name) {
    throw std::logic_error(fmt::format("the meter of {} makes calls of {}", capability.name,
                                       tried->asked.call.capability));
  }
  return tried;
}

void Tuning::enter(TunedCapability const& capability, TriedShares const& tried) {
  auto const& [call, size, untuned] = tried.asked;
  table_.set(call, size, tried.choice.host_share, tried.gain(), plan_.by);
  int const arcs = call.arcs_per_vertex;
  facts_.tell(fmt::format("{}, {} {}{}", capability.name, size, capability.unit,
                          arcs == 0 ? "" : fmt::format(" of {} arcs", arcs)),
              show(tried, plan_.by));
  facts_.json[capability.name].push_back(to_json(tried, plan_.by));
  cost_sum_ += tried.choice.at(tried.choice.host_share).median;
  untuned_sum_ += tried.choice.at(untuned).median;
}

void Tuning::leave_out(char const* why, TunedCapability const& capability, std::size_t size) {
  if (!left_out_.emplace(why, capability.name).second) return;
  facts_.json["left_out"].push_back(
      {{"capability", capability.name}, {"from", size}, {"why", why}});
  facts_.tell(fmt::format("{}, from {} {}", capability.name, size, capability.unit),
              fmt::format("left out: {}", why));
}

void Tuning::add_totals() {
  if (untuned_sum_ > 0) {
    double const gain = 1 - cost_sum_ / untuned_sum_;
    facts_.add("gain", gain, "gain",
               fmt::format("{:.0f}% of the measured calls' {} without this table", 100 * gain,
                           to_string(plan_.by)));
    return;
  }
  auto const any = left_out_.lower_bound({no_time, ""});
  if (any != left_out_.end() && any->first == no_time) {
    throw Failure("there was no time for any input: add --seconds");
  }
  throw UsageError(fmt::format("--memory {}: no call of {} asks for a share there",
                               to_string(plan_.input.place), plan_.capabilities.front().name));
}

}  // namespace yoke::tool
