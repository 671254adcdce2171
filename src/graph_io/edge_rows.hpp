#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge_preamble.hpp"
#include "files/text.hpp"
#include "limits.hpp"
#include "pieces.hpp"
#include "weights.hpp"
#include "yoke/counted.hpp"

// The lines of an edge list: of a plain one, which most are and which is read fast, and of a table.
namespace yoke::detail::files {

class PlainRows {
  using EdgeTokens = Tokens<Separators::blanks_and_punctuation>;

 public:
  PlainRows(Preamble const& preamble, ReaderOptions const& options)
      : is_checked_(!options.lenient),
        has_weights_(options.keeps_weights()),
        may_have_two_(options.lenient || !preamble.columns || preamble.columns == 2u),
        first_(preamble.columns) {}

  std::vector<std::string_view> split(std::string_view text, std::size_t piece_bytes) const {
    return split_at_lines(text, piece_bytes);
  }

  // Calls edge(first token, second token, third token) for each line that holds an edge, and says
  // how many lines there are. The third is a weight, and empty where none is wanted.
  template <class Edge>
  std::uint64_t for_each(std::size_t, std::string_view text, Edge const& edge) const {
    Lines lines(text);
    std::string_view line;
    while (lines.next(line)) {
      EdgeTokens tokens(line);
      auto const first = tokens.next();
      if (first.empty() || first.front() == '#' || first.front() == '%') continue;
      auto const second = tokens.next();
      char const* const after_first = first.data() + first.size();
      // Most lines have one separator.
      bool const has_one = first.data() == line.data() && second.data() == after_first + 1;
      if (!has_one) refuse_empty_fields(line, first, second);
      auto const weight = has_weights_ ? EdgeTokens(tokens).next() : std::string_view();
      if (!weight.empty()) refuse_other_fields(line, first, second, weight);
      edge(first, second, weight);
      bool const has_two = second.data() + second.size() == line.data() + line.size();
      if (!has_two || !may_have_two_) check(line, tokens);
    }
    return lines.count();
  }

 private:
  // An edge may have a weight and a time. More numbers are another kind of file (neighbours,
  // features), and so are lines of different lengths.
  static constexpr std::size_t most_columns = 4;

  // That a line is nothing else, by what follows its two vertices.
  void check(std::string_view line, EdgeTokens const& rest) const {
    if (!is_checked_) return;
    if (ends_within_quotes(line)) {
      throw Fault{line.data(),
                  "a quoted field goes on in the next line, which only tables have: a first line "
                  "with the columns' names (source,target,...) makes one" +
                      std::string(lenient_hint)};
    }
    auto const more = count_numbers(rest);
    if (!more) return;
    std::size_t const columns = 2 + *more;
    if (columns <= most_columns && (!first_ || columns == *first_)) return;
    std::string const here = "the line has " + show_count(columns, "number");
    if (columns > most_columns) {
      throw Fault{line.data(), here +
                                   ", and an edge has two, a weight and a time at most: lists of "
                                   "neighbours are not read" +
                                   lenient_hint};
    }
    throw Fault{line.data(), here + ", and the first edge has " + std::to_string(*first_) +
                                 ": are these lists of neighbours, or is the first line no edge "
                                 "(options.skip_lines)?" +
                                 lenient_hint};
  }

  // Does a field between commas begin with a quote, and not end in this line? Attributes of
  // NetworkX and comments may hold such quotes.
  static bool ends_within_quotes(std::string_view line) {
    if (line.find('"') == line.npos) return false;
    auto const first_separator = line.find_first_of(" \t;|,");
    if (first_separator == line.npos || line[first_separator] != ',') return false;
    bool is_quoted = false, may_open = false;
    for (char const c : line) {
      if (c == '"' && (is_quoted || may_open)) {
        is_quoted = !is_quoted;
      } else if (!is_quoted) {
        if (c == '{' || c == '#') return false;
        may_open = c == ',' || (may_open && (c == ' ' || c == '\t'));
      }
    }
    return is_quoted;
  }

  // Throws Fault where a row leaves out a vertex: what stands next to it would be taken for it.
  static void refuse_empty_fields(std::string_view line, std::string_view first,
                                  std::string_view second) {
    char const* const after_first = first.data() + first.size();
    if (fields_end(line.data(), first.data()) > 0 ||
        (!second.empty() && fields_end(after_first, second.data()) > 1)) {
      throw Fault{line.data(), "a field that should hold a vertex is empty"};
    }
  }

  static std::ptrdiff_t fields_end(char const* begin, char const* end) {
    return std::count_if(begin, end, [](char c) { return c == ',' || c == ';'; });
  }

  // Throws Fault where what would be taken for the weight is another field, or a part of one.
  static void refuse_other_fields(std::string_view line, std::string_view first,
                                  std::string_view second, std::string_view weight) {
    char const* const after_first = first.data() + first.size();
    if (fields_end(second.data() + second.size(), weight.data()) > 1) {
      throw Fault{line.data(), "the field that should hold a weight is empty"};
    }
    char const* const after = weight.data() + weight.size();
    bool const has_comma = after != line.data() + line.size() && *after == ',';
    if (has_comma && std::find(after_first, second.data(), ',') == second.data()) {
      throw Fault{weight.data(), "a weight has a decimal point, not a comma"};
    }
  }

  bool is_checked_, has_weights_, may_have_two_;
  std::optional<std::size_t> first_;
};

class TableRows {
 public:
  explicit TableRows(Table const& table) : table_(table) {}

  std::vector<std::string_view> split(std::string_view text, std::size_t piece_bytes) {
    auto pieces = split_at_records(text, table_, piece_bytes);
    seen_.resize(pieces.size());
    return pieces;
  }

  // The same with fields.
  template <class Edge>
  std::uint64_t for_each_field(std::size_t piece, std::string_view text, Edge const& edge) {
    auto& seen = seen_[piece] = {};
    Records records = table_.records(text);
    while (records.next()) {
      std::array<Field, 2> ends;
      Field weight;
      EdgeType type;
      std::size_t count = 0;
      for (Field field; records.field(field); ++count) {
        if (count == table_.ends[0]) ends[0] = field;
        if (count == table_.ends[1]) ends[1] = field;
        if (count == table_.weight) weight = field;
        for (std::size_t i = 0; i < table_.types.size(); ++i) {
          if (count == table_.types[i].place) type.add(i, field.text);
        }
      }
      check(records.begin(), count, ends);
      if (table_.weight && weight.text.empty()) refuse_weight(records.begin(), count);
      if (!table_.types.empty()) seen.add(type, records.begin());
      edge(ends[0], ends[1], weight.text);
    }
    seen.comments = records.comments();
    return records.lines();
  }
  template <class Edge>
  std::uint64_t for_each(std::size_t piece, std::string_view text, Edge const& edge) {
    return for_each_field(piece, text,
                          [&](Field const& first, Field const& second, std::string_view weight) {
                            edge(first.text, second.text, weight);
                          });
  }

  // What Gephi's columns say of an edge.
  struct EdgeType {
    bool is_directed = false, is_undirected = false;
    std::uint64_t columns = 0;  // a bit for each that says which
    std::string_view other;     // that is neither

    void add(std::size_t column, std::string_view type) {
      auto const word = lower_case(type);
      if (word == "directed") {
        is_directed = true;
      } else if (word == "undirected") {
        is_undirected = true;
      } else {
        other = type;
        return;
      }
      columns |= std::uint64_t(1) << column % 64;
    }
  };

  // How many edges they call directed, undirected, and neither; the first word that is neither;
  // and how many comments stand among the rows.
  struct Seen {
    std::uint64_t directed = 0, undirected = 0, others = 0, comments = 0;
    std::uint64_t columns = 0;
    std::string_view other;

    void add(EdgeType const& type, char const* record) {
      if (type.is_directed && type.is_undirected) {
        throw Fault{record,
                    "one column says that the edge is directed, and another that it is not"};
      }
      if (!type.is_directed && !type.is_undirected && others++ == 0) other = type.other;
      columns |= type.columns;
      directed += type.is_directed;
      undirected += type.is_undirected;
    }
  };
  Seen seen() const {
    Seen sum;
    for (auto const& seen : seen_) {
      sum.directed += seen.directed;
      sum.undirected += seen.undirected;
      sum.columns |= seen.columns;
      if (sum.others == 0) sum.other = seen.other;
      sum.others += seen.others;
      sum.comments += seen.comments;
    }
    return sum;
  }

  Table const& table() const { return table_; }

 private:
  void check(char const* record, std::size_t count, std::array<Field, 2> const& ends) const {
    std::size_t const last = std::max(table_.ends[0], table_.ends[1]);
    if (table_.columns > 0 && count != table_.columns && count > last) {
      // R names the columns, and not that of the rows' names before them.
      bool const may_be_of_r = !table_.header.empty() && count == table_.columns + 1;
      throw Fault{record, "the line has " + show_count(count, "field") + ", and the first " +
                              std::to_string(table_.columns) +
                              (may_be_of_r ? ": where rows have names, options.columns gives the "
                                             "columns' numbers"
                                           : lenient_hint)};
    }
    if (count <= last) {
      throw Fault{record, "the line ends before column " + std::to_string(last + 1) +
                              ", which should hold a vertex"};
    }
    if (ends[0].text.empty() || ends[1].text.empty()) {
      throw Fault{record, "a field that should hold a vertex is empty"};
    }
  }

  [[noreturn]] void refuse_weight(char const* record, std::size_t count) const {
    if (count > *table_.weight) throw Fault{record, "the field that should hold a weight is empty"};
    throw Fault{record, "the line ends before column " + std::to_string(*table_.weight + 1) +
                            ", which should hold a weight" + without_weights_hint};
  }

  Table table_;
  std::vector<Seen> seen_;
};

}  // namespace yoke::detail::files
