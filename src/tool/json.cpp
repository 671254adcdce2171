#include "json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace yoke::tool {
namespace {

template <class T>
std::string written(T const& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : kind_(Kind::object), children_(members) {}

Json Json::array() {
  Json json;
  json.kind_ = Kind::array;
  return json;
}

Json Json::row(std::span<double const> numbers) {
  Json json;
  json.scalar_ = nlohmann::json(numbers).dump();
  return json;
}

Json Json::scalar(bool value) {
  Json json;
  json.scalar_ = value ? "true" : "false";
  return json;
}

Json Json::scalar(std::int64_t value) {
  Json json;
  json.scalar_ = std::to_string(value);
  return json;
}

Json Json::scalar(std::uint64_t value) {
  Json json;
  json.scalar_ = std::to_string(value);
  return json;
}

Json Json::scalar(double value) {
  Json json;
  json.scalar_ = written(value);
  return json;
}

Json Json::scalar(std::string_view text) {
  Json json;
  json.scalar_ = written(text);
  return json;
}

Json& Json::operator[](std::string_view name) {
  kind_ = Kind::object;
  auto const found = std::ranges::find(children_, name, &Member::first);
  if (found != children_.end()) return found->second;
  return children_.emplace_back(name, Json()).second;
}

void Json::push_back(Json element) {
  kind_ = Kind::array;
  children_.emplace_back(std::string(), std::move(element));
}

std::string Json::dump() const {
  std::string text;
  write(text, 0);
  return text;
}

void Json::write(std::string& text, std::size_t indent) const {
  if (kind_ == Kind::scalar) {
    text += scalar_;
    return;
  }
  bool const is_object = kind_ == Kind::object;
  text += is_object ? '{' : '[';
  for (auto const& [name, value] : children_) {
    text += &name == &children_.front().first ? "\n" : ",\n";
    text.append(indent + 2, ' ');
    if (is_object) text += written(name) + ": ";
    value.write(text, indent + 2);
  }
  if (!children_.empty()) text += '\n' + std::string(indent, ' ');
  text += is_object ? '}' : ']';
}

}  // namespace yoke::tool
