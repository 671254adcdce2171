#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yoke::tool {

// What the reports need of JSON; members stay in the order in which they came. nlohmann's, which
// does the writing in json.cpp, adds five seconds to each source file that makes a report.
class Json {
 public:
  using Member = std::pair<std::string, Json>;

  Json() = default;  // null
  Json(std::same_as<bool> auto value) : Json(scalar(value)) {}
  Json(std::signed_integral auto value) : Json(scalar(static_cast<std::int64_t>(value))) {}
  Json(std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>)
      : Json(scalar(static_cast<std::uint64_t>(value))) {}
  Json(double value) : Json(scalar(value)) {}
  // Text that is no UTF-8 (file names may hold anything) is made so.
  Json(std::string_view text) : Json(scalar(text)) {}
  Json(std::string const& text) : Json(std::string_view(text)) {}
  Json(char const* text) : Json(std::string_view(text)) {}
  Json(std::initializer_list<Member> members);
  template <class T>
  Json(std::vector<T> const& elements) : Json(array()) {
    for (auto const& element : elements) push_back(element);
  }
  static Json array();
  // An array on one line, for many numbers; what is not finite is null.
  static Json row(std::span<double const> numbers);

  // The member of that name, which is null where it is new.
  Json& operator[](std::string_view name);
  // What is null becomes an array.
  void push_back(Json element);

  // With two blanks a level.
  std::string dump() const;

 private:
  enum class Kind { scalar, array, object };

  static Json scalar(bool value);
  static Json scalar(std::int64_t value);
  static Json scalar(std::uint64_t value);
  static Json scalar(double value);
  static Json scalar(std::string_view text);
  void write(std::string& text, std::size_t indent) const;

  Kind kind_ = Kind::scalar;
  std::string scalar_ = "null";   // as it is written
  std::vector<Member> children_;  // an array's have no names
};

}  // namespace yoke::tool
