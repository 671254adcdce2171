#include "output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <yoke/counted.hpp>
#include <yoke/messages.hpp>

namespace yoke::tool {
namespace {

struct Scale {
  double least;
  char const* unit;
};

// In the first unit of which there is at least one; three digits, as many as a timing is good for.
template <std::size_t n>
std::string format_scaled(double value, std::array<Scale, n> const& scales) {
  auto const fits = [value](Scale const& scale) { return value >= scale.least; };
  auto scale = std::ranges::find_if(scales, fits);
  if (scale == scales.end()) scale = scales.end() - 1;
  double const scaled = value / scale->least;
  int const decimals = scaled < 10 ? 2 : scaled < 100 ? 1 : 0;
  return fmt::format("{:.{}f} {}", scaled, decimals, scale->unit);
}

}  // namespace

Facts& Facts::add(std::string const& key, Json const& value, std::string const& name,
                  std::string const& text) {
  json[key] = value;
  return tell(name, text);
}

Facts& Facts::tell(std::string const& name, std::string const& text) {
  rows_.emplace_back(name, text);
  return *this;
}

void Facts::print(bool as_json, std::FILE* stream) const {
  if (as_json) return tool::print(json, stream);
  std::size_t width = 0;
  for (auto const& [name, text] : rows_) width = std::max(width, printable(name).size());
  for (auto const& [name, text] : rows_) {
    fmt::print(stream, "{:<{}}  {}\n", printable(name), width, printable(text));
  }
}

void print(Json const& json, std::FILE* stream) { fmt::print(stream, "{}\n", json.dump()); }

std::string format_seconds(double seconds) {
  constexpr std::array<Scale, 4> scales{{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  return format_scaled(seconds, scales);
}

std::string format_rate(double per_second, std::string const& unit) {
  constexpr std::array<Scale, 4> scales{{{1e9, "G "}, {1e6, "M "}, {1e3, "k "}, {1, ""}}};
  return format_scaled(per_second, scales) + unit + "/s";
}

std::string format_bytes(double bytes) {
  if (bytes < 0x1p10) return show_count(static_cast<std::uint64_t>(std::ceil(bytes)), "byte");
  constexpr std::array<Scale, 6> scales{{{0x1p60, "EiB"},
                                         {0x1p50, "PiB"},
                                         {0x1p40, "TiB"},
                                         {0x1p30, "GiB"},
                                         {0x1p20, "MiB"},
                                         {0x1p10, "KiB"}}};
  return format_scaled(bytes, scales);
}

double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace yoke::tool
