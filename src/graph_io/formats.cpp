#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "binary_layout.hpp"
#include "readers.hpp"
#include "yoke/compressed.hpp"
#include "yoke/detail/checks.hpp"

namespace yoke::detail::files {
namespace {

constexpr std::array<std::pair<std::string_view, GraphFormat>, 10> formats_of_extensions = {{
    {".mtx", GraphFormat::matrix_market},
    {".graph", GraphFormat::metis},
    {".metis", GraphFormat::metis},
    {".gr", GraphFormat::dimacs},
    {".dimacs", GraphFormat::dimacs},
    {".col", GraphFormat::dimacs},
    {".clq", GraphFormat::dimacs},
    {".sg", GraphFormat::gapbs},
    {".wsg", GraphFormat::gapbs},
    {".yoke", GraphFormat::binary},
}};

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// A text without what some editors write before it. Throws Fault of what is no bytes of characters.
std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    bool const is_utf_32 = text.substr(2).starts_with(std::string_view("\0\0", 2));
    throw Fault{text.data(), std::string("the file is text in ") +
                                 (is_utf_32 ? "UTF-32" : "UTF-16") + ", and only UTF-8 is read"};
  }
  if (is_npy(text)) throw Fault{text.data(), "it is an array of NumPy, no graph"};
  auto const first_line = text.substr(0, std::min<std::size_t>(text.find('\n'), 4096));
  if (auto const zero = first_line.find('\0'); zero != text.npos) {
    throw Fault{text.data() + zero, "it holds a zero byte, as binary data do and text does not"};
  }
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

bool is_dimacs(std::string_view text) {
  Lines lines(text.substr(0, 4096));
  std::string_view line;
  while (lines.next(line)) {
    auto const kind = Tokens(line).next();
    if (kind.empty() || kind == "c") continue;
    return kind == "p";
  }
  return false;
}

GraphFormat format_of_bytes(std::string_view bytes) {
  auto const& magic = BinaryHeader::expected_magic;
  if (bytes.starts_with(std::string_view(reinterpret_cast<char const*>(magic.data()), 5))) {
    return GraphFormat::binary;
  }
  if (is_gapbs(bytes)) return GraphFormat::gapbs;
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  if (is_matrix_market(bytes)) return GraphFormat::matrix_market;
  if (is_dimacs(bytes)) return GraphFormat::dimacs;
  return GraphFormat::edge_list;
}

// Throws Fault where the lines of a large edge list are too many for memory by those that it begins
// with. Counting them all would read it through.
void check_by_sample(std::string_view text, GraphReadOptions const& options) {
  constexpr std::uint64_t bytes = std::uint64_t(4) << 20;
  if (text.size() <= bytes) return;
  std::uint64_t const limit = memory_limit(options.memory_limit);
  std::uint64_t const lines = count_line_ends(text.substr(0, bytes));
  if (is_too_much(lines, limit / (4 * sizeof(std::uint32_t)), bytes, text.size())) {
    throw Fault{text.data(), "the edges' list" + more_than(limit)};
  }
}

}  // namespace

bool is_gzip_name(std::filesystem::path const& path) {
  return lower_case(path.extension().string()) == ".gz";
}

GraphFormat format_of_name(std::filesystem::path const& path) {
  if (is_gzip_name(path)) return format_of_name(path.stem());
  std::string const extension = lower_case(path.extension().string());
  for (auto const& [name, format] : formats_of_extensions) {
    if (extension == name) return format;
  }
  return GraphFormat::edge_list;
}

FormatGuess format_to_read(std::filesystem::path const& path, std::string_view bytes,
                           GraphFormat asked) {
  check_choice("yoke::GraphFile", "options.format", asked, GraphFormat::binary);
  if (asked != GraphFormat::automatic) return {asked, ""};
  auto const by_name = format_of_name(path);
  if (by_name != GraphFormat::edge_list) return {by_name, "by its name"};
  auto const by_bytes = format_of_bytes(bytes);
  if (by_bytes != GraphFormat::edge_list) return {by_bytes, "by its first bytes"};
  return {GraphFormat::edge_list, "as nothing says otherwise"};
}

// The text without lines at its beginning. Throws Fault where it has fewer.
std::string_view after_skipped(std::string_view text, std::uint64_t lines) {
  auto const rest = after_lines(text, lines);
  if (!rest.empty() || lines == 0) return rest;
  bool const has_open_end = !text.empty() && text.back() != '\n' && text.back() != '\r';
  std::uint64_t const there_are = count_line_ends(text) + has_open_end;
  if (there_are >= lines) return rest;
  throw Fault{text.data(), "the file has " + show_count(there_are, "line") +
                               ", and options.skip_lines is " + std::to_string(lines)};
}

bool is_binary(GraphFormat format) {
  return format == GraphFormat::gapbs || format == GraphFormat::binary;
}

FileRows find_rows(std::string_view bytes, GraphFormat format) {
  return format == GraphFormat::gapbs ? find_gapbs_rows(bytes) : find_binary_rows(bytes);
}

std::uint64_t most_edges(std::string_view text, GraphFormat format,
                         GraphReadOptions const& options) {
  text = after_skipped(without_mark(text), options.skip_lines);
  switch (format) {
    case GraphFormat::matrix_market:
      return promised_matrix_market_entries(text, options);
    case GraphFormat::metis:
      return promised_metis_edges(text, options);
    case GraphFormat::dimacs:
      return promised_dimacs_edges(text, options);
    default:
      check_by_sample(text, options);
      return count_line_ends(text) + 1;
  }
}

template <class Vertex>
ParsedEdges<Vertex> read_parsed_edges(std::string_view bytes, GraphFormat format,
                                      ReaderOptions const& options) {
  check_choice("yoke::read_edges", "options.ids", options.ids, VertexIds::names);
  std::string_view skipped;
  if (!is_binary(format)) {
    auto const text = without_mark(bytes);
    bytes = after_skipped(text, options.skip_lines);
    skipped = text.substr(0, text.size() - bytes.size());
  }
  switch (format) {
    case GraphFormat::matrix_market:
      return read_matrix_market<Vertex>(bytes, options);
    case GraphFormat::metis:
      return read_metis<Vertex>(bytes, options);
    case GraphFormat::dimacs:
      return read_dimacs<Vertex>(bytes, options);
    case GraphFormat::gapbs:
    case GraphFormat::binary:
      return read_rows<Vertex>(bytes, find_rows(bytes, format), options);
    default:
      return read_edge_list<Vertex>(bytes, skipped, options);
  }
}

template ParsedEdges<std::uint32_t> read_parsed_edges(std::string_view, GraphFormat,
                                                      ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_parsed_edges(std::string_view, GraphFormat,
                                                      ReaderOptions const&);

}  // namespace yoke::detail::files
