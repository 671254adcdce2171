#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace yoke_perf {

// What the user got wrong on the command line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline std::uint64_t parse_count(std::string_view text) {
  std::uint64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw UsageError("not a number: '" + std::string(text) + "'");
  }
  return value;
}

// "2^27", "64M" (64 * 2^20), "16K" or "1000".
inline std::uint64_t parse_size(std::string_view text) {
  if (text.starts_with("2^")) {
    std::uint64_t const exponent = parse_count(text.substr(2));
    if (exponent > 40) throw UsageError("too large: '" + std::string(text) + "'");
    return std::uint64_t(1) << exponent;
  }
  if (text.ends_with('K')) return parse_count(text.substr(0, text.size() - 1)) << 10;
  if (text.ends_with('M')) return parse_count(text.substr(0, text.size() - 1)) << 20;
  return parse_count(text);
}

// Of the work, from 0 to 1.
inline double parse_share(std::string const& text) {
  double share = -1;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (error != std::errc() || end != text.data() + text.size() || !(share >= 0 && share <= 1)) {
    throw UsageError("not a share from 0 to 1: '" + text + "'");
  }
  return share;
}

// What stands between commas.
inline std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    auto const comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

inline std::vector<std::uint64_t> parse_sizes(std::string_view text) {
  std::vector<std::uint64_t> sizes;
  for (auto const& part : parse_list(text)) sizes.push_back(parse_size(part));
  return sizes;
}

// "2^27" for powers of two, else the number.
inline std::string format_size(std::uint64_t size) {
  int exponent = 0;
  while (exponent < 63 && (std::uint64_t(1) << exponent) < size) ++exponent;
  if ((std::uint64_t(1) << exponent) == size) return "2^" + std::to_string(exponent);
  return std::to_string(size);
}

// "--name=value" options, each with what it does with its value.
struct Option {
  std::string name;  // "--seed="
  std::string help;
  std::function<void(std::string_view)> set;
};

inline std::string describe(std::vector<Option> const& options) {
  std::string text;
  for (auto const& option : options) text += "  " + option.name + option.help + "\n";
  return text;
}

// Applies the arguments that are options and returns the others. Throws UsageError for an option
// that there is not.
inline std::vector<std::string> apply_options(int argc, char** argv,
                                              std::vector<Option> const& options) {
  std::vector<std::string> others;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    bool known = false;
    for (auto const& option : options) {
      if (!argument.starts_with(option.name)) continue;
      option.set(argument.substr(option.name.size()));
      known = true;
    }
    if (known) continue;
    if (argument.starts_with("-")) throw UsageError("no such option: " + std::string(argument));
    others.emplace_back(argument);
  }
  return others;
}

}  // namespace yoke_perf
