#pragma once

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"

namespace yoke::tool {

// A report: for people a column of names and one of texts, for machines the members of an object.
class Facts {
 public:
  // A fact for both.
  Facts& add(std::string const& key, Json const& value, std::string const& name,
             std::string const& text);
  // Whose name is its key, with blanks, and whose text is the value.
  template <class Value>
  Facts& add(std::string const& key, Value const& value) {
    std::string name = key;
    std::ranges::replace(name, '_', ' ');
    if constexpr (std::convertible_to<Value const&, std::string_view>) {
      return add(key, Json(std::string_view(value)), name, std::string(std::string_view(value)));
    } else {
      return add(key, Json(value), name, std::to_string(value));
    }
  }
  // For people alone.
  Facts& tell(std::string const& name, std::string const& text);

  // For machines alone; all members are here.
  Json json;

  void print(bool as_json, std::FILE* stream = stdout) const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

void print(Json const& json, std::FILE* stream = stdout);

std::string format_seconds(double seconds);
std::string format_rate(double per_second, std::string const& unit);  // "66.8 M nodes/s"
std::string format_bytes(double bytes);

double median(std::vector<double> values);

}  // namespace yoke::tool
