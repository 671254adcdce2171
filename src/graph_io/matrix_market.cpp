#include <numeric>
#include <string>
#include <vector>

#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"
#include "undirected.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
  int weights = 0;              // numbers after row and column
  char const* field = nullptr;  // the word that says so
  Symmetry symmetry = Symmetry::general;
  bool has_short_banner = false;  // one % where there should be two
  std::uint64_t order = 0, entries = 0;
  char const* at = nullptr;  // the line of sizes
};

int weights_of(std::string_view field) {
  std::string const name = lower_case(field);
  if (name == "pattern") return 0;
  if (name == "real" || name == "double" || name == "integer" || name == "unsigned-integer")
    return 1;
  if (name == "complex") return 2;
  throw Fault{field.data(),
              "the field " + quoted(field) + " is none of pattern, real, integer and complex"};
}

Symmetry symmetry_of(std::string_view word) {
  std::string const name = lower_case(word);
  if (name == "general") return Symmetry::general;
  // To a graph a Hermitian matrix is a symmetric one.
  if (name == "symmetric" || name == "hermitian") return Symmetry::symmetric;
  if (name == "skew-symmetric") return Symmetry::skew_symmetric;
  throw Fault{word.data(), "the symmetry " + quoted(word) +
                               " is none of general, symmetric, skew-symmetric and hermitian"};
}

void parse_banner(std::string_view line, Header& header) {
  Tokens tokens(line);
  auto const banner = tokens.next();
  header.has_short_banner = lower_case(banner) == "%matrixmarket";
  if (lower_case(banner) != "%%matrixmarket" && !header.has_short_banner) {
    throw Fault{banner.data(), "a Matrix Market file begins with '%%MatrixMarket'"};
  }
  auto const object = tokens.next();
  if (lower_case(object) != "matrix") {
    throw Fault{object.data(), "the object " + quoted(object) + " is no matrix"};
  }
  auto const format = tokens.next();
  if (lower_case(format) == "array") {
    throw Fault{format.data(), "a dense matrix (array) is no graph: coordinate is wanted"};
  }
  if (lower_case(format) != "coordinate") {
    throw Fault{format.data(), "the format " + quoted(format) + " is not coordinate"};
  }
  auto const field = tokens.next();
  header.field = field.data();
  header.weights = weights_of(field);
  header.symmetry = symmetry_of(tokens.next());
}

void parse_sizes(std::string_view line, GraphReadOptions const& options, Header& header) {
  Tokens tokens(line);
  header.at = line.data();
  std::uint64_t const rows = parse_number(tokens.next(), "the number of rows");
  std::uint64_t const columns = parse_number(tokens.next(), "the number of columns");
  header.entries = parse_number(tokens.next(), "the number of entries");
  check_nothing_more(options, tokens.next(), "a matrix's size");
  if (rows != columns) {
    throw Fault{line.data(), "a graph's matrix is square; this one is " + std::to_string(rows) +
                                 " by " + std::to_string(columns)};
  }
  header.order = rows;
}

bool is_comment_or_blank(std::string_view line) {
  return (!line.empty() && line.front() == '%') || is_blank(line);
}

Header parse_header(std::string_view text, Lines& lines, GraphReadOptions const& options) {
  Header header;
  std::string_view line;
  if (!lines.next(line)) throw Fault{text.data(), "the file is empty"};
  parse_banner(line, header);
  while (lines.next(line)) {
    if (is_comment_or_blank(line)) continue;
    parse_sizes(line, options, header);
    return header;
  }
  throw Fault{text.data() + text.size(), "the file ends before the matrix's size"};
}

// Throws Fault where the values are no weights of arcs.
void check_values(Header const& header) {
  if (header.weights == 0) {
    throw Fault{header.field,
                std::string("a pattern matrix has no values to be weights") + without_weights_hint};
  }
  if (header.weights > 1) throw Fault{header.field, "complex numbers are no weights"};
  if (header.symmetry == Symmetry::skew_symmetric) {
    throw Fault{header.field,
                "a skew-symmetric matrix's values have another sign in the other direction, and "
                "both arcs of an edge need the same weight"};
  }
}

// 0, whether whole, a fraction, or with an exponent. Not for words.
bool is_zero(std::string_view weight) {
  auto const mantissa = weight.substr(0, weight.find_first_of("eEdD"));
  return mantissa.find('0') != mantissa.npos && mantissa.find_first_not_of("+-.0") == mantissa.npos;
}

// Returns how many zeros on the diagonal of a skew-symmetric matrix it has left out.
template <class Vertex>
std::uint64_t parse_entries(std::string_view text, Header const& header,
                            ReaderOptions const& options, EdgePiece<Vertex>& piece) {
  std::uint64_t left_out = 0;
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (is_comment_or_blank(line)) continue;
    Tokens tokens(line);
    std::uint64_t const row = parse_one_based(tokens.next(), "row", header.order);
    std::uint64_t const column = parse_one_based(tokens.next(), "column", header.order);
    bool const may_be_zero = row == column && header.symmetry == Symmetry::skew_symmetric;
    bool has_zeros = may_be_zero && header.weights > 0;
    for (int i = 0; i < header.weights; ++i) {
      auto const weight = tokens.next();
      if (options.keeps_weights()) {
        piece.weights.push_back(parse_weight(weight, options.weight_kind));
      } else {
        skip_weight(weight);
        has_zeros = has_zeros && is_zero(weight);
      }
    }
    check_nothing_more(options, tokens.next(), "an entry");
    if (may_be_zero) {
      if (!has_zeros) {
        throw Fault{line.data(), "a skew-symmetric matrix has no entries but 0 on its diagonal"};
      }
      ++left_out;
      continue;
    }
    piece.add(row, column);
  }
  piece.lines = lines.count();
  return left_out;
}

template <class Vertex>
void add_notes(Header const& header, std::uint64_t zeros, ReaderOptions const& options,
               ParsedEdges<Vertex>& parsed) {
  if (header.has_short_banner) {
    parsed.notes.emplace_back(
        "the banner has one % and should have two; the file was read as Matrix Market's");
  }
  if (header.weights > 0 && !options.keeps_weights())
    parsed.notes.emplace_back("the entries' values were not kept");
  if (zeros > 0) {
    parsed.notes.emplace_back(show_count(zeros, "zero") +
                              " on the diagonal of a skew-symmetric matrix " +
                              (zeros == 1 ? "was" : "were") + " left out");
  }
  if (parsed.is_symmetric) keep_each_once(parsed, {options.weight_kind, header.at, 1});
}

}  // namespace

bool is_matrix_market(std::string_view text) {
  constexpr std::string_view banner = "%%matrixmarket", shortened = "%matrixmarket";
  auto const begin = lower_case(text.substr(0, banner.size()));
  return begin == banner || begin.starts_with(shortened);
}

std::uint64_t promised_matrix_market_entries(std::string_view text,
                                             GraphReadOptions const& options) {
  Lines lines(text);
  return parse_header(text, lines, options).entries;
}

template <class Vertex>
ParsedEdges<Vertex> read_matrix_market(std::string_view text, ReaderOptions const& options) {
  Lines lines(text);
  Header const header = parse_header(text, lines, options);
  if (options.keeps_weights()) check_values(header);
  VertexLimit<Vertex>(text, options).check_count(header.order, header.at);

  ParsedEdges<Vertex> parsed;
  parsed.vertices = header.order;
  parsed.is_symmetric = header.symmetry != Symmetry::general;
  parsed.lines = lines.count();
  auto const pieces = split_at_lines(lines.rest(), options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  std::vector<std::uint64_t> left_out(pieces.size());
  for_each_edge_piece(text, pieces, options, parsed.pieces,
                      [&](std::size_t i, std::string_view piece) {
                        left_out[i] = parse_entries(piece, header, options, parsed.pieces[i]);
                      });
  std::uint64_t const zeros = std::accumulate(left_out.begin(), left_out.end(), std::uint64_t(0));
  check_edge_count(options, header.entries, parsed.edges() + zeros, "entry", "entries", header.at);
  add_notes(header, zeros, options, parsed);
  return parsed;
}

template ParsedEdges<std::uint32_t> read_matrix_market(std::string_view, ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_matrix_market(std::string_view, ReaderOptions const&);

}  // namespace yoke::detail::files
