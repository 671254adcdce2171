#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "edge_rows.hpp"
#include "readers.hpp"

namespace yoke::detail::files {

// The names in a piece of a table, two an edge. In cache lines of its own, as EdgePiece.
struct alignas(64) NamedPiece {
  std::vector<std::string_view> ends;
  std::deque<std::string> unquoted;  // that stand otherwise in the file
  std::vector<std::uint64_t> weights;
  std::uint64_t lines = 0;

  void add(Field const& field) {
    if (field.text.find_first_of("\r\n") != field.text.npos) {
      throw Fault{field.text.data(), "a vertex's name goes over a line's end"};
    }
    if (!field.has_doubled_quotes) {
      ends.push_back(field.text);
    } else {
      ends.push_back(unquoted.emplace_back(field.content()));
    }
  }
};

// Numbers words in the order in which the pieces name them first.
template <class Vertex>
void number_names(std::string_view text, std::vector<NamedPiece>& pieces,
                  ParsedEdges<Vertex>& parsed) {
  std::unordered_map<std::string_view, std::uint64_t> numbers;
  auto const number_of = [&](std::string_view name) {
    auto const [place, is_new] = numbers.try_emplace(name, numbers.size());
    if (is_new) parsed.names.emplace_back(name);
    return place->second;
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t e = 0; e < pieces[i].ends.size(); e += 2) {
      std::uint64_t const u = number_of(pieces[i].ends[e]);
      parsed.pieces[i].add(u, number_of(pieces[i].ends[e + 1]));
    }
    parsed.pieces[i].lines = pieces[i].lines;
    parsed.pieces[i].weights = std::move(pieces[i].weights);
  }
  parsed.vertices = parsed.names.size();
  if (parsed.vertices <= std::numeric_limits<Vertex>::max()) return;
  throw Fault{text.data(), std::to_string(parsed.vertices) + " different names do not fit in " +
                               std::to_string(8 * sizeof(Vertex)) +
                               "-bit vertices (a 64-bit Vertex takes more)"};
}

// Reads a table whose ids are any words.
template <class Vertex>
void name_ids(std::string_view text, std::vector<std::string_view> const& pieces,
              ReaderOptions const& options, TableRows& rows, ParsedEdges<Vertex>& parsed) {
  std::vector<NamedPiece> named(pieces.size());
  std::uint64_t const limit = memory_limit(options.memory_limit);
  auto const progress = [&](std::uint64_t done, std::uint64_t total) {
    std::uint64_t bytes = 0;
    for (auto const& piece : named) {
      bytes += piece.ends.size() * sizeof(std::string_view) +
               piece.weights.size() * sizeof(std::uint64_t);
    }
    if (bytes > limit) throw Fault{text.data(), "the names' list" + more_than(limit)};
    if (options.progress) options.progress(done, total);
  };
  for_each_text_piece(text, pieces, progress, [&](std::size_t i, std::string_view piece) {
    auto& names = named[i];
    names.lines = rows.for_each_field(
        i, piece, [&](Field const& first, Field const& second, std::string_view weight) {
          names.add(first);
          names.add(second);
          if (!options.keeps_weights()) return;
          names.weights.push_back(parse_weight(weight, options.weight_kind));
        });
  });
  number_names(text, named, parsed);
}

}  // namespace yoke::detail::files
