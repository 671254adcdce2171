#include "edge_preamble.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "files/text.hpp"
#include "own_comments.hpp"

namespace yoke::detail::files {
namespace {

using EdgeTokens = Tokens<Separators::blanks_and_punctuation>;

// How those of SNAP begin that hold no arcs.
constexpr std::string_view snap_mark = "# Undirected graph";

bool is_comment(std::string_view token) { return token.front() == '#' || token.front() == '%'; }

void parse_own_mark(std::string_view line, Preamble& preamble) {
  Tokens tokens(line.substr(own_mark.size()));
  auto const kind = tokens.next();
  if (kind != "undirected" && kind != "directed") {
    throw Fault{kind.data(), quoted(kind) + " is neither undirected nor directed"};
  }
  preamble.has_own_mark = preamble.has_kind = true;
  preamble.mark = line.data();
  preamble.is_symmetric = kind == "undirected";
  preamble.vertices = parse_number(tokens.next(), "the number of vertices");
}

// KONECT: "% sym unweighted", and in the next comment the numbers of edges, of vertices that the
// first column names, and of those of the second.
void parse_konect_mark(std::string_view line, Preamble& preamble) {
  Tokens tokens(line);
  if (tokens.next() != "%") return;
  auto const kind = tokens.next(), weights = tokens.next();
  if (kind != "sym" && kind != "asym" && kind != "bip") return;
  constexpr std::string_view known[] = {"unweighted", "positive",      "posweighted",
                                        "signed",     "multisigned",   "weighted",
                                        "dynamic",    "multiweighted", "multiposweighted"};
  if (std::ranges::find(known, weights) == std::end(known)) return;
  preamble.is_symmetric = kind == "sym" || kind == "bip";
  preamble.is_bipartite = kind == "bip";
  preamble.has_kind = true;
  preamble.mark = line.data();
}

void parse_first_side(std::string_view line, Preamble& preamble) {
  auto const counts = first_numbers(line);
  if (counts.size() != 3) {
    throw Fault{preamble.mark,
                "the graph is bipartite, each column numbers its vertices from 1, and the next "
                "line does not say how many the first one has"};
  }
  preamble.first_side = counts[1];
  preamble.second_side = counts[2];
}

// Other comments may stand before the one that says the kind.
void parse_comment(std::string_view line, Preamble& preamble) {
  bool const has_sides = preamble.first_side > 0 || preamble.second_side > 0;
  if (preamble.is_bipartite && !has_sides) parse_first_side(line, preamble);
  // The first one counts.
  if (!preamble.has_kind && line.starts_with(own_mark)) parse_own_mark(line, preamble);
  if (!preamble.has_kind) parse_konect_mark(line, preamble);
  if (!preamble.has_kind && line.starts_with(snap_mark)) {
    preamble.is_symmetric = preamble.has_kind = true;
  }
  constexpr std::size_t most_counts = 32;
  if (preamble.counts.size() >= most_counts) return;
  auto const counts = first_numbers(line);
  preamble.counts.insert(preamble.counts.end(), counts.begin(), counts.end());
}

// What is no edge list and may look like one.
void refuse_other_formats(std::string_view line) {
  auto const token = EdgeTokens(line).next();
  char const* format = nullptr;
  if (token.front() == '<') format = "XML (GraphML, GEXF)";
  if (token.front() == '{' || token.front() == '[') format = "JSON";
  if (lower_case(token) == "*vertices") format = "Pajek's";
  if (token.starts_with("nodedef>")) format = "GDF";
  bool const opens = line.find_first_of("{[") != line.npos;
  if ((token == "graph" || token == "digraph") && opens) format = "GML or DOT";
  if (format == nullptr) return;
  throw Fault{line.data(),
              std::string("a file that begins like this is ") + format + ", which is not read"};
}

void find_columns(std::string_view line, std::string_view last_comment,
                  ReaderOptions const& options, Preamble& preamble) {
  bool const as_it_says = options.columns[0].empty();
  preamble.table = find_table(preamble.edges, options);
  bool const has_header = preamble.table && !preamble.table->header.empty();
  if (as_it_says && !has_header && !last_comment.empty()) {
    if (auto named = table_of_comment(last_comment, line, options.keeps_weights())) {
      bool const has_quotes = preamble.edges.find('"') != preamble.edges.npos;
      named->has_long_records = named->separator != ' ' && has_quotes;
      if (options.lenient) named->columns = 0;
      preamble.table = std::move(named);
    }
  }
  if (has_header) {
    auto const header = preamble.table->header;
    preamble.edges = after_lines(preamble.edges.substr(header.size()), 1);
    preamble.lines += count_line_ends(header) + 1;
  }
  if (preamble.table && options.keeps_weights()) {
    find_weights(*preamble.table, line.data(), options);
  }
  if (preamble.table) return;
  EdgeTokens tokens(line);
  preamble.columns = count_numbers(tokens);
  tokens.next();
  tokens.next();
  auto const more = tokens.next();
  preamble.has_more = !more.empty() && !is_comment(more) && more != "{}";
  preamble.has_yet_more = preamble.has_more && !tokens.next().empty();
}

}  // namespace

std::vector<std::uint64_t> first_numbers(std::string_view text) {
  constexpr std::size_t longest = 512;
  text = text.substr(0, longest);
  std::vector<std::uint64_t> numbers;
  char const* const end = text.data() + text.size();
  for (char const* at = text.data(); at != end;) {
    std::uint64_t number = 0;
    auto const [stop, error] = std::from_chars(at, end, number);
    if (stop != at && error == std::errc()) numbers.push_back(number);
    at = stop == at ? at + 1 : stop;
  }
  return numbers;
}

std::optional<std::size_t> count_numbers(EdgeTokens tokens) {
  std::size_t numbers = 0;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (!is_real(token)) return std::nullopt;
    ++numbers;
  }
  return numbers;
}

Preamble parse_preamble(std::string_view text, ReaderOptions const& options) {
  Preamble preamble;
  preamble.edges = text;
  Lines lines(text);
  std::string_view line, last_comment;
  while (lines.next(line)) {
    auto const first = EdgeTokens(line).next();
    if (!first.empty() && !is_comment(first)) {
      refuse_other_formats(line);
      find_columns(line, last_comment, options, preamble);
      break;
    }
    if (!first.empty()) {
      parse_comment(line, preamble);
      ++preamble.comments;
      last_comment = line;
    }
    preamble.edges = lines.rest();
    preamble.lines = lines.count();
  }
  if (preamble.is_bipartite && preamble.first_side == 0) parse_first_side("", preamble);
  return preamble;
}

}  // namespace yoke::detail::files
