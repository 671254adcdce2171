#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "yoke/counted.hpp"

namespace yoke::detail::mpi {

std::string text_of(double number);                // the shortest that reads back
std::string readable_type(std::type_info const&);  // as it is written in C++

// A type by its kind and width, so that `long` and `long long` are one; others by their names.
template <class T>
std::string type_text() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_integral_v<T>) {
    return (std::is_signed_v<T> ? "std::int" : "std::uint") + std::to_string(8 * sizeof(T)) + "_t";
  } else if constexpr (std::is_empty_v<T>) {
    return readable_type(typeid(T));
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == sizeof(float) ? "float" : "double";
  } else {
    return readable_type(typeid(T)) + " (" + show_count(sizeof(T), "byte") + ")";
  }
}

// "float, double and bool"
std::string join_words(std::vector<std::string> const& words);
template <class... Types>
std::string types_text() {
  return join_words({type_text<Types>()...});
}

// What is the same on all ranks: the call with its types, and values that no two ranks may give
// differently.
class Call {
 public:
  struct Value {
    std::string name, text;
    bool is_readable;  // of hashes the text tells nobody anything
  };

  // A call of the public function `name`, or the constructor of its plan. `types` is "" where the
  // call has none.
  static Call run(char const* name, std::string const& types) { return {name, "calls", types}; }
  static Call plan(char const* name, std::string const& types) {
    return {name, "makes the plan of", types};
  }

  // A value: a number, what is true or false, a text, or a choice of those that have names.
  template <class T>
  Call& same(std::string name, T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return enter({std::move(name), value ? "true" : "false", true});
    } else if constexpr (std::is_floating_point_v<T>) {
      return enter({std::move(name), text_of(value), true});
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      return enter({std::move(name), std::string(std::string_view(value)), true});
    } else if constexpr (std::is_enum_v<T>) {
      return enter({std::move(name), std::string(to_string(value)), true});
    } else {
      return enter({std::move(name), std::to_string(value), true});
    }
  }
  // Of an enumeration without a table: its names in their order.
  template <class Choice>
  Call& same(std::string name, Choice value, std::span<std::string_view const> names) {
    auto const i = static_cast<std::size_t>(value);
    return enter(
        {std::move(name), i < names.size() ? std::string(names[i]) : std::to_string(i), true});
  }
  template <class Choice>
  Call& same(std::string name, Choice value, std::initializer_list<std::string_view> names) {
    return same(std::move(name), value, std::span(names.begin(), names.size()));
  }
  // Numbers that nobody would read: a hash of them is compared.
  Call& alike(std::string name, std::vector<std::uint64_t> const& numbers);

  char const* name() const { return name_; }
  std::string const& what() const { return what_; }
  std::vector<Value> const& values() const { return values_; }
  std::uint64_t hash() const;

 private:
  Call(char const* name, char const* verb, std::string const& types)
      : name_(name),
        what_(std::string(verb) + " " + name + (types.empty() ? "" : " of " + types)) {}
  Call& enter(Value value) {
    values_.push_back(std::move(value));
    return *this;
  }

  char const* name_;
  std::string what_;
  std::vector<Value> values_;
};

// Of enumerations that have no table.
inline constexpr std::string_view order_names[] = {"ascending", "descending"},
                                  end_names[] = {"tail", "head"},
                                  scan_end_names[] = {"head", "tail"},
                                  eighth_value_names[] = {"stay", "retry", "diagonal"};

}  // namespace yoke::detail::mpi
