#include "edge_columns.hpp"

#include <algorithm>
#include <utility>

#include "files/text.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

using Ends = std::array<std::size_t, 2>;
using Pair = std::pair<std::string_view, std::string_view>;

// Names of ends as tools write them, in small letters and digits alone: pandas, NetworkX, igraph,
// Gephi, SNAP, Neo4j, MUSAE, LDBC, tables of matrices. The first `plain_ends` never mean anything
// else.
constexpr std::ptrdiff_t plain_ends = 4;
constexpr std::array<Pair, 23> known_ends = {{
    {"source", "target"},
    {"src", "dst"},
    {"from", "to"},
    {"u", "v"},
    {"source", "destination"},
    {"source", "dest"},
    {"source", "sink"},
    {"src", "tgt"},
    {"src", "trg"},
    {"src", "dest"},
    {"start", "end"},
    {"startid", "endid"},
    {"startnode", "endnode"},
    {"node1", "node2"},
    {"nodea", "nodeb"},
    {"vertex1", "vertex2"},
    {"v1", "v2"},
    {"n1", "n2"},
    {"id1", "id2"},
    {"person1id", "person2id"},
    {"row", "col"},
    {"row", "column"},
    {"i", "j"},
}};
// Those that begin so and go on alike: source_subreddit and target_subreddit, FromNodeId and
// ToNodeId.
constexpr std::array<Pair, 4> known_prefixes = {
    {{"source", "target"}, {"src", "dst"}, {"from", "to"}, {"source", "destination"}}};

// Without case, blanks and punctuation.
std::string plain(std::string_view name) {
  std::string plain;
  for (char const c : lower_case(name)) {
    if (('a' <= c && c <= 'z') || ('0' <= c && c <= '9')) plain += c;
  }
  return plain;
}

std::vector<std::string> plain(std::vector<std::string> const& names) {
  std::vector<std::string> all;
  all.reserve(names.size());
  for (auto const& name : names) all.push_back(plain(name));
  return all;
}

// The place of the only one that is so.
template <class Is>
std::optional<std::size_t> find_only(std::vector<std::string> const& names, Is const& is) {
  auto const found = std::ranges::find_if(names, is);
  if (found == names.end() || std::any_of(found + 1, names.end(), is)) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::size_t> find_name(std::vector<std::string> const& names, std::string_view name) {
  return find_only(names, [&](std::string const& other) { return other == name; });
}

// Both ends of a pair; nothing where there are several pairs.
std::optional<Ends> find_prefixed(std::vector<std::string> const& names) {
  std::optional<Ends> found;
  for (auto const& [source, target] : known_prefixes) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!names[i].starts_with(source)) continue;
      auto const to = find_name(names, std::string(target) + names[i].substr(source.size()));
      if (!to) continue;
      if (found) return std::nullopt;
      found = Ends{i, *to};
    }
  }
  return found;
}

}  // namespace

std::optional<Ends> find_ends(std::vector<std::string> const& names) {
  auto const all = plain(names);
  auto const occurs = [&](Pair const& pair) {
    return find_name(all, pair.first) && find_name(all, pair.second);
  };
  auto const begin = known_ends.begin(), end = known_ends.end();
  auto const found = std::find_if(begin, end, occurs);
  if (found == end) return find_prefixed(all);
  bool const is_plain = found - begin < plain_ends;
  if (is_plain && std::any_of(found + 1, begin + plain_ends, occurs)) return std::nullopt;
  return Ends{*find_name(all, found->first), *find_name(all, found->second)};
}

std::optional<std::size_t> find_weight_column(std::vector<std::string> const& names) {
  auto const all = plain(names);
  // "weight" says it where "distance" stands beside it.
  for (std::string_view const name :
       {"weight", "weights", "w", "value", "distance", "length", "cost"}) {
    if (auto const column = find_name(all, name)) return column;
  }
  return std::nullopt;
}

bool is_type_column(std::string const& name) { return plain(name) == "type"; }

bool is_row_number(std::string const& name) {
  auto const word = plain(name);
  return word.empty() || word == "id" || word == "index" || word == "unnamed0";
}

bool is_known_column(std::string const& name) {
  auto const word = plain(name);
  constexpr std::array<std::string_view, 12> others = {"weight",    "weights",  "w",      "time",
                                                       "timestamp", "label",    "sign",   "type",
                                                       "value",     "distance", "length", "cost"};
  auto const is_end = [&](Pair const& pair) {
    return word.starts_with(pair.first) || word.starts_with(pair.second);
  };
  return is_row_number(name) || std::ranges::find(others, word) != others.end() ||
         std::ranges::any_of(known_prefixes, is_end) ||
         std::ranges::any_of(known_ends, [&](Pair const& pair) {
           return word == pair.first || word == pair.second;
         });
}

std::size_t find_column(std::string_view header, std::vector<std::string> const& names,
                        std::string const& asked, char const* option) {
  auto exact = find_name(names, asked);
  if (!exact) exact = find_name(plain(names), plain(asked));
  if (exact) return *exact;
  bool const several = std::ranges::find(names, asked) != names.end();
  throw Fault{header.data(), (several ? "several columns are called " : "no column is called ") +
                                 in_quotes(asked) + " (" + option + ")"};
}

void refuse_header(std::string_view header, std::string_view text,
                   std::vector<std::string> const& names, std::string const& way) {
  // Words alone are some other file.
  if (text.find_first_not_of(" \t\r\n", header.size()) == text.npos) {
    throw Fault{header.data(), "the file holds words and no edges"};
  }
  constexpr std::size_t long_enough = 60;
  std::string shown;
  for (auto const& name : names) {
    shown += shown.empty() ? "" : ", ";
    if (shown.size() > long_enough) {
      shown += "...";
      break;
    }
    shown += in_quotes(name);
  }
  throw Fault{header.data(), "the columns " + shown +
                                 " do not say which hold the source and the target "
                                 "(options.columns does; " +
                                 way + ")"};
}

}  // namespace yoke::detail::files
