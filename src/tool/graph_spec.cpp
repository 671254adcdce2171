#include "graph_spec.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string_view>
#include <variant>
#include <yoke/messages.hpp>

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

  std::uint64_t take_count(std::uint64_t least = 0, std::uint64_t most = any_count) {
    try {
      return parse_count(std::string(take()), least, most);
    } catch (BadWord const& error) {
      fail(error.what());
    }
  }

  double take_real() {
    try {
      return parse_real(std::string(take()));
    } catch (BadWord const& error) {
      fail(error.what());
    }
  }

  // A real number of at least 0, or a power such as 2^3.
  double take_factor() {
    std::string const text(take());
    try {
      bool const is_power = text.find('^') != text.npos;
      double const value = is_power ? static_cast<double>(parse_count(text)) : parse_real(text);
      if (value >= 0) return value;
      fail(in_quotes(text) + " is below 0");
    } catch (BadWord const& error) {
      fail(error.what());
    }
  }

  double take_probability() {
    double const value = take_real();
    if (value >= 0 && value <= 1) return value;
    fail(show_number(value) + " is not from 0 to 1");
  }

  // Is that the next value? Then it is taken.
  bool take_word(std::string_view word) {
    if (next() != word) return false;
    take();
    return true;
  }

  // Does a number come next, or what should be one?
  bool has_number() const { return !rest_.empty() && next() != "thesis" && next() != "complete"; }

  void check_end() const {
    if (!rest_.empty()) fail(in_quotes(rest_) + " is too much");
  }

  [[noreturn]] void fail(std::string const& reason) const {
    throw UsageError(fmt::format("{} is not a graph's shape: {}. Shapes are {}", in_quotes(text_),
                                 reason, graph_specs));
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
  shape.scale = static_cast<int>(values.take_count(0, 62));
  if (values.has_number()) shape.edge_factor = values.take_factor();
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
  shape.probability = values.take_probability();
  return shape;
}

void check_trees(Values const& values, ForestShape const& shape, char const* what) {
  if (shape.trees <= std::max<std::uint64_t>(shape.vertices, 1)) return;
  values.fail(fmt::format("{} {} need at least {} vertices, not {}", shape.trees, what, shape.trees,
                          shape.vertices));
}

GraphShape lists(Values& values) {
  ForestShape shape;
  shape.vertices = values.take_count();
  shape.children = 1;
  if (values.has_number()) shape.trees = values.take_count(1);
  check_trees(values, shape, "lists");
  return shape;
}

GraphShape trees(Values& values) {
  ForestShape shape;
  shape.vertices = values.take_count();
  if (values.has_number()) shape.children = values.take_count(1);
  if (values.has_number()) shape.trees = values.take_count(1);
  shape.complete = values.take_word("complete");
  check_trees(values, shape, "trees");
  return shape;
}

GraphShape grid(Values& values) {
  GridShape shape;
  shape.width = values.take_count();
  shape.height = values.take_count();
  if (values.has_number()) shape.kept = values.take_probability();
  return shape;
}

}  // namespace

bool is_drawn(GraphShape const& shape) {
  auto const is_open = [](double probability) { return 0 < probability && probability < 1; };
  // There is one such graph.
  if (count_vertices(shape) <= 1) return false;
  if (auto const* const grid = std::get_if<GridShape>(&shape)) return is_open(grid->kept);
  auto const* const pairs = std::get_if<ProbabilityShape>(&shape);
  return pairs == nullptr ? expected_edges(shape) > 0 : is_open(pairs->probability);
}

bool may_have_loops(GraphShape const& shape) {
  auto const* const uniform = std::get_if<UniformShape>(&shape);
  return std::holds_alternative<RmatShape>(shape) || (uniform != nullptr && !uniform->distinct);
}

GraphShape parse_graph_spec(std::string const& text) {
  using Make = GraphShape (*)(Values&);
  static std::map<std::string_view, Make> const kinds{{"rmat", rmat},   {"gnm", gnm},
                                                      {"gnp", gnp},     {"lists", lists},
                                                      {"trees", trees}, {"grid", grid}};
  Values values(text);
  auto const kind = kinds.find(values.kind());
  if (kind == kinds.end()) values.fail("it begins with none of their names");
  auto const shape = kind->second(values);
  values.check_end();
  try {
    count_vertices(shape);
  } catch (std::invalid_argument const& error) {
    values.fail(error.what());  // the numbers make no sense
  }
  return shape;
}

}  // namespace yoke::tool
