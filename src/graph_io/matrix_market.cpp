#include <algorithm>
#include <array>
#include <string>

#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"

namespace yoke::detail::files {
namespace {

enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
  int weights = 0;  // numbers after row and column
  Symmetry symmetry = Symmetry::general;
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
  if (lower_case(banner) != "%%matrixmarket") {
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
  header.weights = weights_of(tokens.next());
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

template <class Vertex>
void parse_entries(std::string_view text, Header const& header, GraphReadOptions const& options,
                   EdgePiece<Vertex>& piece) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (is_comment_or_blank(line)) continue;
    Tokens tokens(line);
    std::uint64_t const row = parse_one_based(tokens.next(), "row", header.order);
    std::uint64_t const column = parse_one_based(tokens.next(), "column", header.order);
    for (int i = 0; i < header.weights; ++i) skip_weight(tokens.next());
    check_nothing_more(options, tokens.next(), "an entry");
    if (row == column && header.symmetry == Symmetry::skew_symmetric) {
      throw Fault{line.data(), "a skew-symmetric matrix has no entries on its diagonal"};
    }
    piece.add(row, column);
  }
  piece.lines = lines.count();
}

}  // namespace

std::uint64_t promised_matrix_market_entries(std::string_view text,
                                             GraphReadOptions const& options) {
  Lines lines(text);
  return parse_header(text, lines, options).entries;
}

template <class Vertex>
ParsedEdges<Vertex> read_matrix_market(std::string_view text, GraphReadOptions const& options) {
  Lines lines(text);
  Header const header = parse_header(text, lines, options);
  VertexLimit<Vertex>(text, options).check_count(header.order, header.at);

  ParsedEdges<Vertex> parsed;
  parsed.vertices = header.order;
  parsed.is_symmetric = header.symmetry != Symmetry::general;
  parsed.lines = lines.count();
  auto const pieces = split_at_lines(lines.rest(), options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  for_each_edge_piece(text, pieces, options, parsed.pieces,
                      [&](std::size_t i, std::string_view piece) {
                        parse_entries(piece, header, options, parsed.pieces[i]);
                      });
  check_edge_count(options, header.entries, parsed.edges(), "entries", header.at);
  return parsed;
}

template ParsedEdges<std::uint32_t> read_matrix_market(std::string_view, GraphReadOptions const&);
template ParsedEdges<std::uint64_t> read_matrix_market(std::string_view, GraphReadOptions const&);

}  // namespace yoke::detail::files
