#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "json.hpp"

namespace yoke::tool {

// A report for people: a column of names and one of what they are.
using Facts = std::vector<std::pair<std::string, std::string>>;
void print(Facts const& facts, std::FILE* stream = stdout);

// A report for machines.
void print(Json const& json, std::FILE* stream = stdout);

std::string format_seconds(double seconds);
std::string format_rate(double per_second, std::string const& unit);  // "66.8 M nodes/s"
std::string format_bytes(double bytes);

double median(std::vector<double> values);

}  // namespace yoke::tool
