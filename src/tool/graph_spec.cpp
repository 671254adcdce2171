#include "graph_spec.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "errors.hpp"
#include "parser.hpp"

namespace yoke::tool {
namespace {

// The values between the commas, taken one after the other.
class Values {
 public:
  explicit Values(std::string const& text) : text_(text), rest_(text) {
    auto const colon = rest_.find(':');
    kind_ = rest_.substr(0, colon);
    rest_ = colon == std::string_view::npos ? "" : rest_.substr(colon + 1);
  }

  std::string_view kind() const { return kind_; }
  bool empty() const { return rest_.empty(); }

  std::uint64_t take_count() {
    try {
      return parse_count(std::string(take()));
    } catch (BadWord const& error) {
      fail(error.what());
    }
  }

  double take_real() {
    auto const value = take();
    double real = 0;
    auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), real);
    if (error != std::errc() || end != value.data() + value.size()) {
      fail(fmt::format("'{}' is not a number", value));
    }
    return real;
  }

  // Is that the next value? Then it is taken.
  bool take_word(std::string_view word) {
    if (next() != word) return false;
    take();
    return true;
  }

  // Does a number come next?
  bool has_number() const {
    return !rest_.empty() &&
           std::string_view("0123456789.").find(rest_.front()) != std::string_view::npos;
  }

  [[noreturn]] void fail(std::string const& reason) const {
    throw UsageError(fmt::format("'{}' is no graph: {}. There is {}", text_, reason, graph_specs));
  }

 private:
  std::string_view next() const { return rest_.substr(0, rest_.find(',')); }

  std::string_view take() {
    auto const value = next();
    if (value.empty()) fail("a value is missing");
    rest_.remove_prefix(value.size());
    if (rest_.starts_with(',')) {
      rest_.remove_prefix(1);
      if (rest_.empty()) fail("a value is missing");
    }
    return value;
  }

  std::string text_;
  std::string_view kind_, rest_;
};

GraphShape rmat(Values& values) {
  RmatShape shape;
  shape.scale = static_cast<int>(std::min<std::uint64_t>(values.take_count(), 1000));
  if (values.has_number()) shape.edge_factor = values.take_real();
  if (values.take_word("thesis")) shape.quadrants = thesis_quadrants;
  return shape;
}

GraphShape gnm(Values& values) {
  UniformShape shape;
  shape.vertices = values.take_count();
  shape.edges = values.take_count();
  shape.distinct = !values.take_word("loops");
  return shape;
}

GraphShape gnp(Values& values) {
  ProbabilityShape shape;
  shape.vertices = values.take_count();
  shape.probability = values.take_real();
  return shape;
}

GraphShape lists(Values& values) {
  ForestShape shape;
  shape.vertices = values.take_count();
  shape.children = 1;
  if (values.has_number()) shape.trees = values.take_count();
  return shape;
}

GraphShape trees(Values& values) {
  ForestShape shape;
  shape.vertices = values.take_count();
  if (values.has_number()) shape.children = values.take_count();
  if (values.has_number()) shape.trees = values.take_count();
  shape.complete = values.take_word("complete");
  return shape;
}

GraphShape grid(Values& values) {
  GridShape shape;
  shape.width = values.take_count();
  shape.height = values.take_count();
  if (values.has_number()) shape.kept = values.take_real();
  return shape;
}

}  // namespace

GraphShape parse_graph_spec(std::string const& text) {
  using Make = GraphShape (*)(Values&);
  static std::map<std::string_view, Make> const kinds{{"rmat", rmat},   {"gnm", gnm},
                                                      {"gnp", gnp},     {"lists", lists},
                                                      {"trees", trees}, {"grid", grid}};
  Values values(text);
  auto const kind = kinds.find(values.kind());
  if (kind == kinds.end()) values.fail("it begins with none of their names");
  auto const shape = kind->second(values);
  if (!values.empty()) values.fail("something is too much");
  count_vertices(shape);  // throws where the numbers make no sense
  return shape;
}

}  // namespace yoke::tool
