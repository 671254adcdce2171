#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "yoke/output_files.hpp"
#include "yoke/tuner.hpp"

namespace yoke {
namespace {

constexpr char const* format_name = "yoke tuning 2";
constexpr char const* old_format_name = "yoke tuning 1";

// In the order of TunedPlace.
constexpr std::array<char const*, 4> place_names = {"pageable", "pinned", "managed", "device"};

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

// The parsers throw an exception of nlohmann's or std::invalid_argument for anything that is not
// what they expect.

// A negative or fractional number would be cast without a word.
std::size_t parse_natural(nlohmann::json const& object, char const* key) {
  auto const& number = object.at(key);
  if (number.is_number_unsigned()) return number.get<std::size_t>();
  throw std::invalid_argument(std::string("the ") + key + " " + number.dump() +
                              " is no natural number");
}

TunedPlace parse_place(nlohmann::json const& json) {
  auto const name = json.get<std::string>();
  auto const found = std::ranges::find(place_names, name);
  if (found == place_names.end()) throw std::invalid_argument("\"" + name + "\" is no place");
  return static_cast<TunedPlace>(found - place_names.begin());
}

int parse_small(nlohmann::json const& object, char const* key) {
  return static_cast<int>(std::min<std::size_t>(parse_natural(object, key), 1 << 20));
}

TunedCall parse_call(nlohmann::json const& json) {
  return {json.at("capability").get<std::string>(), parse_place(json.at("place")),
          parse_small(json, "index_bits"), parse_small(json, "host_threads")};
}

void check_format(nlohmann::json const& json) {
  auto const& format = json.at("format");
  if (format == format_name) return;
  if (format == old_format_name) {
    throw std::invalid_argument(
        "it was written by Yoke 0.1.0, and does not say where the data of its measurements lay: "
        "remove it, and run `yoke tune` again");
  }
  throw std::invalid_argument("its format is " + format.dump() + ", not \"" + format_name + "\"");
}

TuningTable parse_table(nlohmann::json const& json) {
  TuningTable table;
  for (auto const& call : json) {
    for (auto const& point : call.at("shares")) {
      table.set(parse_call(call), parse_natural(point, "size"),
                point.at("host_share").get<double>());
    }
  }
  return table;
}

}  // namespace

void TuningTable::set(TunedCall const& call, std::size_t size, double host_share) {
  if (size == 0) throw std::invalid_argument("yoke::TuningTable::set: size is 0");
  double const checked = Split(host_share).host_share();
  shares_[call][size] = checked;
}

std::optional<double> TuningTable::lookup(TunedCall const& call, std::size_t size) const {
  auto const found = shares_.find(call);
  if (found == shares_.end()) return std::nullopt;
  Shares const& shares = found->second;
  auto const above = shares.lower_bound(size);
  if (above == shares.begin()) return above->second;
  if (above == shares.end()) return shares.rbegin()->second;
  return interpolate(static_cast<double>(size), *std::prev(above), *above);
}

TuningTable const* TuningTables::find(std::string const& machine) const {
  auto const found = tables_.find(machine);
  return found == tables_.end() ? nullptr : &found->second;
}

std::vector<std::string> TuningTables::machines() const {
  std::vector<std::string> names;
  for (auto const& [machine, table] : tables_) names.push_back(machine);
  return names;
}

void TuningTables::save(std::filesystem::path const& file) const {
  auto machines = nlohmann::json::object();
  for (auto const& [machine, table] : tables_) {
    auto& calls = machines[machine] = nlohmann::json::array();
    for (auto const& [call, points] : table.shares_) {
      auto shares = nlohmann::json::array();
      for (auto const& [size, host_share] : points) {
        shares.push_back({{"size", size}, {"host_share", host_share}});
      }
      calls.push_back({{"capability", call.capability},
                       {"place", place_names[static_cast<std::size_t>(call.place)]},
                       {"index_bits", call.index_bits},
                       {"host_threads", call.host_threads},
                       {"shares", shares}});
    }
  }
  nlohmann::json const json{{"format", format_name}, {"machines", machines}};

  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw std::runtime_error("cannot make the folder " + file.parent_path().string() + ": " +
                             error.message());
  }
  OutputFiles files;
  files.open(file).write(json.dump(2) + "\n");
  files.commit();
}

TuningTables TuningTables::load(std::filesystem::path const& file) {
  std::ifstream input(file);
  if (!input) throw std::runtime_error("cannot read the tuning file " + file.string());
  try {
    auto const json = nlohmann::json::parse(input);
    check_format(json);
    TuningTables tables;
    for (auto const& [machine, calls] : json.at("machines").items()) {
      tables.of(machine) = parse_table(calls);
    }
    return tables;
  } catch (std::exception const& error) {
    throw std::runtime_error("the tuning file " + file.string() +
                             " cannot be used: " + error.what());
  }
}

}  // namespace yoke
