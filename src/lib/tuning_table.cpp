#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "whole_file.hpp"
#include "yoke/tuner.hpp"

namespace yoke {
namespace {

constexpr char const* format_name = "yoke tuning 1";

bool is_one_side(double host_share) { return host_share == 0 || host_share == 1; }

double interpolate(double size, std::pair<std::size_t const, double> const& below,
                   std::pair<std::size_t const, double> const& above) {
  double const low = std::log2(below.first), high = std::log2(above.first);
  double const position = (std::log2(size) - low) / (high - low);
  if (is_one_side(below.second) || is_one_side(above.second)) {
    return position < 0.5 ? below.second : above.second;
  }
  return std::lerp(below.second, above.second, position);
}

// Throws an exception of nlohmann's or std::invalid_argument for anything that is not a table.
TuningTable parse(std::istream& input) {
  auto const json = nlohmann::json::parse(input);
  if (json.at("format") != format_name) {
    throw std::invalid_argument("its format is " + json.at("format").dump() + ", not \"" +
                                format_name + "\"");
  }
  TuningTable table(json.at("machine").get<std::string>());
  for (auto const& [capability, points] : json.at("host_share").items()) {
    for (auto const& point : points) {
      // A negative or fractional size would be cast without a word.
      if (!point.at("size").is_number_unsigned()) {
        throw std::invalid_argument("the size " + point.at("size").dump() + " of " + capability +
                                    " is no natural number");
      }
      table.set(capability, point.at("size").get<std::size_t>(),
                point.at("host_share").get<double>());
    }
  }
  return table;
}

}  // namespace

void TuningTable::set(std::string_view capability, std::size_t size, double host_share) {
  if (size == 0) throw std::invalid_argument("yoke::TuningTable::set: size is 0");
  double const checked = Split(host_share).host_share();
  shares_[std::string(capability)][size] = checked;
}

std::optional<double> TuningTable::lookup(std::string_view capability, std::size_t size) const {
  auto const found = shares_.find(capability);
  if (found == shares_.end()) return std::nullopt;
  Shares const& shares = found->second;
  auto const above = shares.lower_bound(size);
  if (above == shares.begin()) return above->second;
  if (above == shares.end()) return shares.rbegin()->second;
  return interpolate(static_cast<double>(size), *std::prev(above), *above);
}

void TuningTable::save(std::filesystem::path const& file) const {
  auto shares = nlohmann::json::object();
  for (auto const& [capability, points] : shares_) {
    for (auto const& [size, host_share] : points) {
      shares[capability].push_back({{"size", size}, {"host_share", host_share}});
    }
  }
  nlohmann::json const json{{"format", format_name}, {"machine", machine_}, {"host_share", shares}};

  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw std::runtime_error("cannot make the folder " + file.parent_path().string() + ": " +
                             error.message());
  }
  detail::write_whole_file(file, json.dump(2) + "\n");
}

TuningTable TuningTable::load(std::filesystem::path const& file) {
  std::ifstream input(file);
  if (!input) throw std::runtime_error("cannot read the tuning file " + file.string());
  try {
    return parse(input);
  } catch (std::exception const& error) {
    throw std::runtime_error("the tuning file " + file.string() + " is malformed: " + error.what());
  }
}

}  // namespace yoke
