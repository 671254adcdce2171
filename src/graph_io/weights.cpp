#include "weights.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "files/text.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

constexpr char const *is_nan = "is NaN, which is no weight",
                     *is_not_whole = "is not whole, and integers are wanted";

template <class Weight>
std::string does_not_fit() {
  return std::string("does not fit ") +
         (std::is_floating_point_v<Weight> ? "a floating-point number of " : "an integer of ") +
         std::to_string(8 * sizeof(Weight)) + " bits";
}

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

// A finite number as it is written: 0.DIGITS times 10^point, without zeros in front.
struct Decimal {
  bool is_negative;
  std::string digits;
  std::int64_t point;

  explicit Decimal(std::string_view number) : is_negative(number.starts_with('-')) {
    auto const e = std::min(number.find_first_of("eE"), number.size());
    auto const mantissa = number.substr(is_negative, e - is_negative);
    auto const dot = std::min(mantissa.find('.'), mantissa.size());
    digits = std::string(mantissa.substr(0, dot));
    if (dot < mantissa.size()) digits += mantissa.substr(dot + 1);
    auto const zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, zeros);
    point = static_cast<std::int64_t>(dot) - static_cast<std::int64_t>(zeros) +
            exponent(number.substr(std::min(e + 1, number.size())));
  }

 private:
  // Beyond a million, as any number there is as large or as small.
  static std::int64_t exponent(std::string_view text) {
    constexpr std::int64_t most = 1'000'000;
    if (text.starts_with('+')) text.remove_prefix(1);
    std::int64_t value = 0;
    auto const error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
    if (error == std::errc::result_out_of_range) return text.starts_with('-') ? -most : most;
    return std::clamp(value, -most, most);
  }
};

// Nothing where it is too large for the type.
template <class Floating>
std::optional<Floating> floating_of(std::string_view token) {
  std::string const number = as_in_c(token);
  char const* const end = number.data() + number.size();
  Floating value = 0;
  auto const [at, error] = std::from_chars(number.data(), end, value);
  if (at != end || error == std::errc::invalid_argument) refuse(token, "is not a number");
  if (error == std::errc::result_out_of_range) {
    if (Decimal(number).point <= 0) return 0;  // too small rather than too large
    return std::nullopt;
  }
  if (std::isnan(value)) refuse(token, is_nan);
  return value == 0 ? 0 : value;
}

template <class Floating>
Floating parse_floating(std::string_view token) {
  if (auto const value = floating_of<Floating>(token)) return *value;
  refuse(token, does_not_fit<Floating>());
}

template <class Integer>
Integer parse_integer(std::string_view token) {
  std::string const number = as_in_c(token);
  char const* const end = number.data() + number.size();
  Integer value = 0;
  auto const [at, error] = std::from_chars(number.data(), end, value);
  if (at == end && error == std::errc()) return value;
  if (at == end && error == std::errc::result_out_of_range) refuse(token, does_not_fit<Integer>());
  // A whole number may be written as 3.0 or 1e6.
  auto const floating = floating_of<double>(token);
  if (!floating || std::isinf(*floating)) refuse(token, does_not_fit<Integer>());
  Decimal const decimal(number);
  auto const whole = static_cast<std::size_t>(std::max<std::int64_t>(decimal.point, 0));
  auto const& digits = decimal.digits;
  if (whole < digits.size() && digits.find_first_not_of('0', whole) != digits.npos) {
    refuse(token, is_not_whole);
  }
  if (digits.empty()) return 0;
  constexpr int most_digits = std::numeric_limits<std::uint64_t>::digits10;
  if (decimal.point > most_digits) refuse(token, does_not_fit<Integer>());
  std::string text = (decimal.is_negative ? "-" : "") + digits.substr(0, whole);
  text.append(whole - std::min(whole, digits.size()), '0');
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) {
    refuse(token, does_not_fit<Integer>());
  }
  return value;
}

template <class To, class From>
To convert(char const* at, From weight) {
  auto const refuse_it = [&](std::string const& why) {
    throw Fault{at, "weight " + show_number(weight) + " " + why};
  };
  if constexpr (std::is_floating_point_v<From>) {
    if (std::isnan(weight)) refuse_it(is_nan);
    if (weight == 0) return 0;  // of either sign
  }
  if constexpr (std::is_floating_point_v<To>) {
    auto const rounded = static_cast<To>(weight);
    bool const fits = !std::isinf(rounded) || static_cast<From>(rounded) == weight;
    if (!fits) refuse_it(does_not_fit<To>());
    return rounded;
  } else if constexpr (std::is_floating_point_v<From>) {
    if (!std::isinf(weight) && std::trunc(weight) != weight) refuse_it(is_not_whole);
    // Powers of two, which every floating-point type has.
    From const beyond = std::ldexp(From(1), std::numeric_limits<To>::digits);
    if (weight < -beyond || weight >= beyond) refuse_it(does_not_fit<To>());
    return static_cast<To>(weight);
  } else {
    if (!std::in_range<To>(weight)) refuse_it(does_not_fit<To>());
    return static_cast<To>(weight);
  }
}

}  // namespace

std::uint64_t parse_weight(std::string_view token, WeightKind kind) {
  if (token.empty()) {
    throw Fault{token.data(),
                std::string("the line ends where a weight should be") + without_weights_hint};
  }
  return with_weight(kind, [&](auto weight) {
    using Weight = decltype(weight);
    if constexpr (std::is_floating_point_v<Weight>) {
      return bits_of_weight(parse_floating<Weight>(token));
    } else {
      return bits_of_weight(parse_integer<Weight>(token));
    }
  });
}

std::uint64_t convert_weight(char const* at, std::uint64_t bits, WeightKind from, WeightKind to) {
  return with_weight(from, [&](auto source) {
    auto const weight = weight_of_bits<decltype(source)>(bits);
    return with_weight(
        to, [&](auto target) { return bits_of_weight(convert<decltype(target)>(at, weight)); });
  });
}

std::string_view name_of_weight(WeightKind kind) {
  constexpr std::string_view names[] = {"", "float", "double", "std::int32_t", "std::int64_t"};
  return names[static_cast<std::size_t>(kind)];
}

std::string show_weight(std::uint64_t bits, WeightKind kind) {
  return with_weight(
      kind, [&](auto weight) { return show_number(weight_of_bits<decltype(weight)>(bits)); });
}

}  // namespace yoke::detail::files
