#include "edge_table.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "edge_columns.hpp"
#include "files/text.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The first record, which quotes may make longer than a line.
std::string_view first_record(std::string_view text) {
  bool is_within = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_within = !is_within;
    if (!is_within && is_line_end(text[i])) return text.substr(0, i);
  }
  return is_within ? text.substr(0, text.find_first_of("\r\n")) : text;
}

// The separators that stand in it outside quotes, the rarest in names first.
std::string separators_of(std::string_view record) {
  std::string found, outside;
  bool is_within = false;
  // Attributes as NetworkX writes them have separators of their own.
  for (char const c : record.substr(0, record.find('{'))) {
    if (c == '"') is_within = !is_within;
    if (!is_within) outside += c;
  }
  for (char const separator : {'\t', ';', ',', '|'}) {
    if (outside.find(separator) != outside.npos) found += separator;
  }
  return found + ' ';
}

std::vector<Field> fields_of(std::string_view record, char separator) {
  Records records(record, separator);
  std::vector<Field> fields;
  if (!records.next()) return fields;
  for (Field field; records.field(field);) fields.push_back(field);
  return fields;
}

bool is_word(Field const& field) {
  if (field.text.empty()) return false;
  char const c = field.text.front();
  return c == '\'' || c == '_' || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

// Names of columns are words, and none is a number.
bool are_names(std::vector<Field> const& fields) {
  return fields.size() > 1 && std::ranges::any_of(fields, is_word) &&
         std::ranges::none_of(fields, [](Field const& field) { return is_real(field.text); });
}

// Does a word stand above numbers alone in some column, as the name of one does? The lines that
// follow are looked at as far as they must be to say so.
bool stand_above_numbers(std::vector<Field> const& words, std::string_view below, char separator) {
  constexpr int most_records = 100;
  std::vector<std::size_t> numbers(words.size()), others(words.size());
  try {
    Records records(below, separator);
    for (int i = 0; i < most_records && records.next(); ++i) {
      Field field;
      for (std::size_t column = 0; column < words.size() && records.field(field); ++column) {
        if (!field.text.empty()) ++(is_real(field.text) ? numbers : others)[column];
      }
    }
  } catch (Fault const&) {
    return false;  // which reading them says
  }
  for (std::size_t column = 0; column < words.size(); ++column) {
    if (is_word(words[column]) && numbers[column] > 0 && others[column] == 0) return true;
  }
  return false;
}

std::vector<std::string> names_of(std::vector<Field> const& fields) {
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (auto const& field : fields) names.push_back(field.content());
  return names;
}

// None where quotes show that something else parts the fields.
std::vector<std::string> names_if_parted(std::string_view record, char separator) {
  try {
    return names_of(fields_of(record, separator));
  } catch (Fault const&) {
    return {};
  }
}

Table table_with_header(std::string_view header, char separator,
                        std::vector<std::string> const& names,
                        std::array<std::size_t, 2> const& ends) {
  Table table;
  table.separator = separator;
  table.ends = ends;
  table.columns = names.size();
  table.header = header;
  table.names = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == ends[0] || i == ends[1]) continue;
    if (is_type_column(names[i])) {
      table.types.push_back({i, names[i]});
    } else if (!is_row_number(names[i])) {
      table.others.push_back(names[i]);
    }
  }
  return table;
}

Table table_without_header(char separator, std::vector<Field> const& fields,
                           std::array<std::size_t, 2> const& ends) {
  Table table;
  table.separator = separator;
  table.ends = ends;
  // What follows blanks may be any text.
  if (separator != ' ') table.columns = fields.size();
  table.has_more = fields.size() > 2 && fields[2].text != "{}";
  table.has_yet_more = fields.size() > 3;
  return table;
}

// The number of a column from 0, where it is asked for by a number from 1. Throws Fault of another.
std::optional<std::size_t> number_of(std::string const& column, char const* at,
                                     char const* option) {
  std::size_t number = 1;  // stays, if it is too large
  char const* const end = column.data() + column.size();
  auto const [stop, error] = std::from_chars(column.data(), end, number);
  if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (error == std::errc() && number > 0) return number - 1;
  throw Fault{at, "there is no column " + column +
                      (number == 0 ? ": numbers of columns count from 1" : "") + " (" + option +
                      ")"};
}

// Where ids are words, is the first line one of names? It may be an edge.
bool is_header_of_words(std::string_view text, std::string_view record,
                        std::vector<Field> const& fields, char separator) {
  return are_names(fields) &&
         stand_above_numbers(fields, after_lines(text.substr(record.size()), 1), separator);
}

// The columns asked for.
Table table_as_asked(std::string_view text, std::string_view record,
                     GraphReadOptions const& options) {
  auto const& asked = options.columns;
  std::string const separators = separators_of(record);
  auto const fields = fields_of(record, separators.front());
  auto const names = names_of(fields);
  auto from = number_of(asked[0], record.data(), "options.columns"),
       to = number_of(asked[1], record.data(), "options.columns");
  std::array<std::size_t, 2> ends{};
  if (from && to) {
    ends = {*from, *to};
  } else {
    // Beside a name a number may be one.
    auto const find = [&](std::optional<std::size_t> number, std::string const& column) {
      bool const is_name = !number || std::ranges::find(names, column) != names.end();
      return is_name ? find_column(record, names, column) : *number;
    };
    ends = {find(from, asked[0]), find(to, asked[1])};
  }
  if (ends[0] == ends[1]) {
    throw Fault{record.data(), in_quotes(asked[0]) + " and " + in_quotes(asked[1]) +
                                   " are the same column (options.columns)"};
  }
  if (!from || !to) return table_with_header(record, separators.front(), names, ends);
  auto const is_id = [&](std::size_t i) { return i >= fields.size() || is_real(fields[i].text); };
  bool const has_words = options.ids == VertexIds::names, is_known = find_ends(names).has_value();
  bool const is_guess =
      has_words && !is_known && is_header_of_words(text, record, fields, separators.front());
  bool const has_header = has_words ? is_known || is_guess : !is_id(ends[0]) || !is_id(ends[1]);
  Table table = has_header ? table_with_header(record, separators.front(), names, ends)
                           : table_without_header(separators.front(), fields, ends);
  table.columns = 0;
  table.is_guess = is_guess;
  // Names that stand before other columns, as R's do, say nothing of these.
  if (std::max(*from, *to) >= names.size()) table.others.clear();
  return table;
}

}  // namespace

std::optional<Table> find_table(std::string_view text, ReaderOptions const& options) {
  auto const record = first_record(text);
  auto const finish = [&](Table table) {
    std::string_view const rest = text.substr(table.header.size());
    table.has_long_records = table.separator != ' ' && rest.find('"') != rest.npos;
    if (options.lenient) table.columns = 0;
    return table;
  };
  if (!options.columns[0].empty()) return finish(table_as_asked(text, record, options));
  std::string const separators = separators_of(record);
  for (char const separator : separators) {
    auto const names = names_if_parted(record, separator);
    if (auto const ends = find_ends(names)) {
      return finish(table_with_header(record, separator, names, *ends));
    }
  }
  auto const fields = fields_of(record, separators.front());
  bool const has_names = options.ids == VertexIds::names;
  char const separator = separators.front();
  if (!has_names && are_names(fields)) {
    bool const may_be_ids = !is_header_of_words(text, record, fields, separator);
    refuse_header(record, text, names_of(fields),
                  may_be_ids ? "VertexIds::names takes words as ids"
                             : "if this line is an edge, VertexIds::names, with a line "
                               "'source,target' before it");
  }
  if (has_names && is_header_of_words(text, record, fields, separator)) {
    std::string line = std::string("source") + separator + "target";
    for (std::size_t i = 2; i < fields.size(); ++i) {
      bool const is_weight = i == 2 && options.keeps_weights();
      line += separator + (is_weight ? "weight" : "c" + std::to_string(i + 1));
    }
    refuse_header(record, text, names_of(fields),
                  "if this line is an edge, put the line " + in_quotes(line) + " before it");
  }
  bool const has_any_weights = options.keeps_weights() && !options.weight_column.empty();
  if (!has_names && !has_any_weights && record.find('"') == record.npos) return std::nullopt;
  return finish(table_without_header(separator, fields, {0, 1}));
}

std::optional<Table> table_of_comment(std::string_view comment, std::string_view first_line,
                                      bool has_weights) {
  comment.remove_prefix(std::min(comment.find_first_not_of("#% \t"), comment.size()));
  for (char const separator : separators_of(first_line)) {
    auto const names = names_if_parted(comment, separator);
    auto const ends = find_ends(names);
    if (!ends || names.size() != names_if_parted(first_line, separator).size()) continue;
    if (!std::ranges::all_of(names, is_known_column)) continue;
    if (!has_weights && *ends == std::array<std::size_t, 2>{0, 1}) return std::nullopt;
    Table table = table_with_header(comment, separator, names, *ends);
    table.header = {};
    return table;
  }
  return std::nullopt;
}

void find_weights(Table& table, char const* at, GraphReadOptions const& options) {
  auto const& asked = options.weight_column;
  auto const forget = [&](std::string const& name) { std::erase(table.others, name); };
  if (!asked.empty()) {
    // pandas calls columns by numbers from 0 on.
    bool const is_name = asked == "0" && std::ranges::find(table.names, asked) != table.names.end();
    std::optional<std::size_t> number;
    if (!is_name) number = number_of(asked, at, "options.weight_column");
    table.weight =
        number ? *number : find_column({at, at}, table.names, asked, "options.weight_column");
  } else if (!table.names.empty()) {
    table.weight = find_weight_column(table.names);
  } else if (std::max(table.ends[0], table.ends[1]) == 1) {
    table.weight = 2;
  }
  if (!table.weight) {
    throw Fault{at,
                "no column is known to hold weights (options.weight_column says which; "
                "yoke::read_graph reads a graph without weights)"};
  }
  if (*table.weight == table.ends[0] || *table.weight == table.ends[1]) {
    throw Fault{at, "weights cannot stand in the vertices' column " +
                        std::to_string(*table.weight + 1) + " (options.weight_column)"};
  }
  if (*table.weight < table.names.size()) forget(table.names[*table.weight]);
}

}  // namespace yoke::detail::files
