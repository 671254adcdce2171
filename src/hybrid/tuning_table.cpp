#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "yoke/counted.hpp"
#include "yoke/messages.hpp"
#include "yoke/output_files.hpp"
#include "yoke/tuner.hpp"

namespace yoke {
namespace {

constexpr char const* format_name = "yoke tuning 2";
constexpr char const* old_format_name = "yoke tuning 1";

constexpr std::size_t longest_name = 256;

bool is_one_side(double host_share) { return host_share == 0 || host_share == 1; }

using Point = std::pair<std::size_t const, TunedShare>;

double interpolate(double size, Point const& below, Point const& above) {
  double const low = std::log2(below.first), high = std::log2(above.first);
  double const position = (std::log2(size) - low) / (high - low);
  double const low_share = below.second.host_share, high_share = above.second.host_share;
  if (is_one_side(low_share) || is_one_side(high_share)) {
    return position < 0.5 ? low_share : high_share;
  }
  return std::lerp(low_share, high_share, position);
}

bool is_utf8(std::string const& text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::ignore) ==
         json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

void require(bool holds, std::string const& what) {
  if (!holds) throw std::invalid_argument("yoke::TuningTable::set: " + what);
}

void check_call(TunedCall const& call) {
  // It is looked at again for each share.
  require(call.capability.size() <= longest_name,
          "capability has " + show_count(call.capability.size(), "byte") + ", not up to " +
              std::to_string(longest_name));
  require(is_utf8(call.capability), "capability is no UTF-8");
  require(static_cast<std::size_t>(call.place) < tuned_place_names.size(),
          "place is none of TunedPlace");
  require(call.index_bits == 32 || call.index_bits == 64,
          "index_bits is " + std::to_string(call.index_bits) + ", neither 32 nor 64");
  require(call.host_threads >= 1,
          "host_threads is " + std::to_string(call.host_threads) + ", not at least 1");
  require(call.arcs_per_vertex >= 0,
          "arcs_per_vertex is " + std::to_string(call.arcs_per_vertex) + ", not at least 0");
}

// A value in a message, of some length. Nested ones may be deeper than a stack is.
std::string shown(nlohmann::json const& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  constexpr std::size_t most = 60;
  using nlohmann::json;
  auto const text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() <= most) return text;
  // Not within a character.
  std::size_t end = most;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// The parsers throw std::invalid_argument for anything that is not what they expect.

// The member of an object. Throws where the value is no object, or has no such member.
nlohmann::json const& member_of(nlohmann::json const& object, char const* name) {
  if (!object.is_object()) {
    throw std::invalid_argument(std::string("where an object with \"") + name +
                                "\" should be, it has another value");
  }
  auto const found = object.find(name);
  if (found != object.end()) return *found;
  throw std::invalid_argument(std::string("it lacks \"") + name + "\"");
}

std::string parse_text(nlohmann::json const& object, char const* field) {
  auto const& value = member_of(object, field);
  if (value.is_string()) return value.get<std::string>();
  throw std::invalid_argument(std::string(field) + " is " + shown(value) + ", no text in quotes");
}

double parse_real(nlohmann::json const& object, char const* field) {
  auto const& value = member_of(object, field);
  if (value.is_number()) return value.get<double>();
  throw std::invalid_argument(std::string(field) + " is " + shown(value) + ", no number");
}

nlohmann::json const& parse_array(nlohmann::json const& array, char const* what) {
  if (array.is_array()) return array;
  throw std::invalid_argument(std::string(what) + " is no array");
}

// A negative or fractional number would be cast without a word.
std::size_t parse_natural(nlohmann::json const& object, char const* field,
                          std::size_t most = std::numeric_limits<std::size_t>::max()) {
  auto const& number = member_of(object, field);
  if (number.is_number_unsigned() && number.get<std::size_t>() <= most) {
    return number.get<std::size_t>();
  }
  throw std::invalid_argument(std::string(field) + " is " + shown(number) +
                              ", no natural number up to " + std::to_string(most));
}

int parse_int(nlohmann::json const& object, char const* field) {
  return static_cast<int>(parse_natural(object, field, std::numeric_limits<int>::max()));
}

// Of an enumeration whose names these are, in its order.
template <class Named>
Named parse_name(nlohmann::json const& object, char const* field, auto const& names) {
  auto const name = parse_text(object, field);
  auto const found = std::ranges::find(names, name);
  if (found == names.end())
    throw std::invalid_argument(shown(member_of(object, field)) + " is no " + field);
  return static_cast<Named>(found - names.begin());
}

TunedCall parse_call(nlohmann::json const& object) {
  bool const is_of_graph = object.contains("arcs_per_vertex");
  return {parse_text(object, "capability"),
          parse_name<TunedPlace>(object, "place", tuned_place_names),
          parse_int(object, "index_bits"), parse_int(object, "host_threads"),
          is_of_graph ? parse_int(object, "arcs_per_vertex") : 0};
}

void check_format(nlohmann::json const& json) {
  auto const& format = member_of(json, "format");
  if (format == format_name) return;
  if (format == old_format_name) {
    throw std::invalid_argument(
        "it was written by Yoke 0.1.0, and does not say where the data of its measurements lay: "
        "remove it, and run `yoke tune` again");
  }
  throw std::invalid_argument("its format is " + shown(format) + ", not \"" + format_name + "\"");
}

TuningTable parse_table(nlohmann::json const& json) {
  TuningTable table;
  for (auto const& call : parse_array(json, "a machine's table")) {
    auto const& shares = parse_array(member_of(call, "shares"), "shares");
    TunedCall const tuned = parse_call(call);
    for (auto const& point : shares) {
      std::optional<double> gain;
      if (point.contains("gain")) gain = parse_real(point, "gain");
      TunedBy by = TunedBy::time;
      if (point.contains("by")) by = parse_name<TunedBy>(point, "by", tuned_by_names);
      table.set(tuned, parse_natural(point, "size"), parse_real(point, "host_share"), gain, by);
    }
  }
  return table;
}

// Remembers the last name in front of what is no JSON, and where that is.
class FaultOfJson : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, string_t const&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool key(string_t& name) override {
    field_ = name;
    return true;
  }
  bool parse_error(std::size_t position, std::string const&,
                   nlohmann::json::exception const&) override {
    position_ = position;
    return false;
  }

  std::size_t position() const { return position_; }
  std::string after() const { return field_.empty() ? "" : ", after " + shown(field_); }

 private:
  string_t field_;
  std::size_t position_ = 0;
};

nlohmann::json parse_json(std::string const& text) {
  using nlohmann::json;
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    throw std::invalid_argument("it is empty");
  }
  // What is behind it would not be looked at.
  if (text.find('\0') != text.npos) {
    throw std::invalid_argument("it is no JSON: it holds a zero byte");
  }
  FaultOfJson fault;
  try {
    return json::parse(text);
  } catch (json::out_of_range const&) {
    json::sax_parse(text, &fault);
    throw std::invalid_argument("it holds a number beyond double precision" + fault.after());
  } catch (json::parse_error const&) {
    json::sax_parse(text, &fault);
    auto const read = std::min<std::size_t>(fault.position(), text.size());
    auto const line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(read), '\n');
    throw std::invalid_argument("it is no JSON from line " + std::to_string(line) + " on" +
                                fault.after());
  }
}

// A fault of the file, with what helps, and without the name of the function that found it.
std::string with_advice(std::string_view fault) {
  if (fault.starts_with("yoke::")) fault.remove_prefix(fault.find(": ") + 2);
  bool const has_advice = fault.find("remove it") != fault.npos;
  return std::string(fault) + (has_advice ? "" : "; remove it, or name another one");
}

// Throws std::runtime_error with the reason. Pipes and devices may have no end.
std::string read_regular_file(std::filesystem::path const& file) {
  using std::filesystem::file_type;
  std::error_code none;
  auto const type = std::filesystem::status(file, none).type();
  std::string reason;
  if (type == file_type::directory) {
    reason = "it is a folder";
  } else if (type == file_type::fifo || type == file_type::character || type == file_type::block ||
             type == file_type::socket) {
    reason = "it is a pipe or a device, and no regular file";
  } else {
    errno = 0;
    std::ifstream input(file);
    try {
      if (input) return {std::istreambuf_iterator(input), {}};
    } catch (std::ios_base::failure const&) {
      // errno says why
    }
    reason = std::strerror(errno);
  }
  throw std::runtime_error("cannot read the tuning file " + printable(file.string()) + ": " +
                           reason);
}

}  // namespace

void TuningTable::set(TunedCall const& call, std::size_t size, double host_share,
                      std::optional<double> gain, TunedBy by) {
  check_call(call);
  require(size > 0, "size is 0");
  require(!gain || (*gain >= 0 && *gain <= 1),
          "gain is " + show_number(gain.value_or(0)) + ", not from 0 to 1");
  double const checked = Split(host_share).host_share();
  shares_[call][size] = {checked, gain, by};
}

std::vector<TunedEntry> TuningTable::entries() const {
  std::vector<TunedEntry> entries;
  for (auto const& [call, shares] : shares_) {
    for (auto const& [size, share] : shares) entries.push_back({call, size, share});
  }
  return entries;
}

TuningTable::Shares const* TuningTable::nearest(TunedCall const& call) const {
  if (auto const same = shares_.find(call); same != shares_.end()) return &same->second;
  auto const log_of = [](int arcs) { return std::log2(std::max(arcs, 1)); };
  Shares const* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (auto const& [known, shares] : shares_) {
    TunedCall alike = known;
    alike.arcs_per_vertex = call.arcs_per_vertex;
    double const distance = std::abs(log_of(known.arcs_per_vertex) - log_of(call.arcs_per_vertex));
    if (alike != call || !(distance < least)) continue;
    best = &shares;
    least = distance;
  }
  return best;
}

std::optional<double> TuningTable::lookup(TunedCall const& call, std::size_t size) const {
  Shares const* const found = nearest(call);
  if (found == nullptr) return std::nullopt;
  Shares const& shares = *found;
  auto const above = shares.lower_bound(size);
  if (above == shares.begin()) return above->second.host_share;
  if (above == shares.end()) return shares.rbegin()->second.host_share;
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
    if (!is_utf8(machine)) {
      throw std::runtime_error("cannot write " + printable(file.string()) +
                               ": a machine's name is no UTF-8");
    }
    auto& calls = machines[machine] = nlohmann::json::array();
    for (auto const& [call, points] : table.shares_) {
      auto shares = nlohmann::json::array();
      for (auto const& [size, share] : points) {
        auto& point =
            shares.emplace_back(nlohmann::json{{"size", size}, {"host_share", share.host_share}});
        if (share.gain) point["gain"] = *share.gain;
        if (share.by != TunedBy::time) point["by"] = to_string(share.by);
      }
      auto& one = calls.emplace_back(nlohmann::json{{"capability", call.capability},
                                                    {"place", to_string(call.place)},
                                                    {"index_bits", call.index_bits},
                                                    {"host_threads", call.host_threads},
                                                    {"shares", shares}});
      if (call.arcs_per_vertex > 0) one["arcs_per_vertex"] = call.arcs_per_vertex;
    }
  }
  nlohmann::json const json{{"format", format_name}, {"machines", machines}};

  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw std::runtime_error("cannot make the folder " + printable(file.parent_path().string()) +
                             ": " + error.message());
  }
  OutputFiles files;
  files.open(file).write(json.dump(2) + "\n");
  files.commit();
}

TuningTables TuningTables::load(std::filesystem::path const& file) {
  auto const text = read_regular_file(file);
  try {
    auto const json = parse_json(text);
    check_format(json);
    TuningTables tables;
    auto const& machines = member_of(json, "machines");
    if (!machines.is_object()) throw std::invalid_argument("\"machines\" is no object");
    for (auto const& [machine, calls] : machines.items()) {
      tables.of(machine) = parse_table(calls);
    }
    return tables;
  } catch (std::exception const& error) {
    throw std::runtime_error("the tuning file " + printable(file.string()) +
                             " cannot be used: " + with_advice(error.what()));
  }
}

}  // namespace yoke
