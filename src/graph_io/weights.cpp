#include "weights.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "files/text.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

[[noreturn]] void refuse(std::string_view token, std::string const& why) {
  throw Fault{token.data(), "weight " + quoted(token) + " " + why};
}

// Without a plus, which from_chars does not take, and with C's exponent for Fortran's.
std::string as_in_c(std::string_view token) {
  bool const has_plus = token.starts_with('+') && !token.starts_with("+-");
  std::string number(token.substr(has_plus ? 1 : 0));
  std::ranges::replace(number, 'd', 'e');
  std::ranges::replace(number, 'D', 'e');
  return number;
}

// Is what no floating-point type holds too small rather than too large?
bool is_tiny(std::string_view number) {
  auto const exponent = number.find_first_of("eE");
  if (exponent != number.npos) return number.substr(exponent + 1).starts_with('-');
  return number.substr(number.starts_with('-') ? 1 : 0).starts_with('0');
}

template <class Floating>
Floating parse_floating(std::string_view token) {
  std::string const number = as_in_c(token);
  char const* const end = number.data() + number.size();
  Floating value = 0;
  auto const [at, error] = std::from_chars(number.data(), end, value);
  if (at != end || error == std::errc::invalid_argument) refuse(token, "is not a number");
  if (error == std::errc::result_out_of_range) {
    if (is_tiny(number)) return 0;
    refuse(token, "does not fit a floating-point number of " +
                      std::to_string(8 * sizeof(Floating)) + " bits");
  }
  if (std::isnan(value)) refuse(token, "is NaN, which is no weight");
  return value == 0 ? 0 : value;
}

template <class Integer>
[[noreturn]] void refuse_width(std::string_view token) {
  refuse(token, "does not fit an integer of " + std::to_string(8 * sizeof(Integer)) + " bits");
}

template <class Integer>
Integer parse_integer(std::string_view token) {
  std::string const number = as_in_c(token);
  char const* const end = number.data() + number.size();
  Integer value = 0;
  auto const [at, error] = std::from_chars(number.data(), end, value);
  if (at == end && error == std::errc()) return value;
  if (at == end && error == std::errc::result_out_of_range) refuse_width<Integer>(token);
  // A whole number may be written as 3.0 or 1e6.
  double const real = parse_floating<double>(token);
  if (std::trunc(real) != real) refuse(token, "is not whole, and integers are wanted");
  constexpr double most = static_cast<double>(std::int64_t(1) << 53);
  constexpr auto least_of_type = static_cast<double>(std::numeric_limits<Integer>::min());
  if (std::abs(real) > most || real < least_of_type || real >= -least_of_type) {
    refuse_width<Integer>(token);
  }
  return static_cast<Integer>(real);
}

}  // namespace

std::uint64_t parse_weight(std::string_view token, WeightKind kind) {
  if (token.empty()) {
    throw Fault{token.data(),
                std::string("the line ends where a weight should be") + without_weights_hint};
  }
  switch (kind) {
    case WeightKind::float32:
      return bits_of_weight(parse_floating<float>(token));
    case WeightKind::float64:
      return bits_of_weight(parse_floating<double>(token));
    case WeightKind::int32:
      return bits_of_weight(parse_integer<std::int32_t>(token));
    default:
      return bits_of_weight(parse_integer<std::int64_t>(token));
  }
}

std::uint64_t convert_weight(std::int32_t weight, WeightKind kind) {
  switch (kind) {
    case WeightKind::float32:
      return bits_of_weight(static_cast<float>(weight));
    case WeightKind::float64:
      return bits_of_weight(static_cast<double>(weight));
    case WeightKind::int32:
      return bits_of_weight(weight);
    default:
      return bits_of_weight(static_cast<std::int64_t>(weight));
  }
}

std::string show_weight(std::uint64_t bits, WeightKind kind) {
  switch (kind) {
    case WeightKind::float32:
      return show_number(weight_of_bits<float>(bits));
    case WeightKind::float64:
      return show_number(weight_of_bits<double>(bits));
    case WeightKind::int32:
      return show_number(weight_of_bits<std::int32_t>(bits));
    default:
      return show_number(weight_of_bits<std::int64_t>(bits));
  }
}

}  // namespace yoke::detail::files
