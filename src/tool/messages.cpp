#include "messages.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <yoke/messages.hpp>

namespace yoke::tool {
namespace {

struct Name {
  std::string_view member, option;
};

// The members of options and shapes that messages of the library name, as the tool calls them.
constexpr auto tool_names = std::to_array<Name>({{"accept_unsymmetric", "--symmetrise"},
                                                 {"algorithm", "--algorithm"},
                                                 {"allow_sparse_ids", "--sparse-ids"},
                                                 {"arithmetic", "--arithmetic"},
                                                 {"as_is", "--as-is"},
                                                 {"beam", "--beam"},
                                                 {"beam_radius", "--beam-radius"},
                                                 {"base", "--base"},
                                                 {"blocks", "--blocks"},
                                                 {"columns", "--columns"},
                                                 {"delta", "--delta"},
                                                 {"deterministic_parents", "--deterministic"},
                                                 {"distribution", "--distribution"},
                                                 {"drop_loops", "--drop-loops"},
                                                 {"expander.length", "--length"},
                                                 {"family", "--family"},
                                                 {"feed.source", "--feed"},
                                                 {"first_photon", "--first"},
                                                 {"format", "--format"},
                                                 {"from", "--from"},
                                                 {"generator", "--generator"},
                                                 {"ids", "--compact-ids"},
                                                 {"lenient", "--lenient"},
                                                 {"lists", "--lists"},
                                                 {"longest", "--longest"},
                                                 {"look_ahead", "--look-ahead"},
                                                 {"memory_limit", "--max-memory"},
                                                 {"merge_multi_edges", "--merge"},
                                                 {"most_hops", "--most-hops"},
                                                 {"order", "--order"},
                                                 {"repeated", "--repeated"},
                                                 {"runs", "--runs"},
                                                 {"seed", "--seed"},
                                                 {"shared", "--shared"},
                                                 {"skip_lines", "--skip"},
                                                 {"split", "--split"},
                                                 {"strings", "--count"},
                                                 {"tail", "--tail"},
                                                 {"weight_column", "--weight-column"},
                                                 {"zipf_values", "--zipf-values"}});

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// How long the text is that begins with such characters.
template <class Holds>
std::size_t length_of(std::string_view text, Holds const& holds) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, holds) - text.begin());
}

// "yoke::Graph: " and the like.
std::size_t function_at(std::string_view rest) {
  if (!rest.starts_with("yoke::")) return 0;
  auto const size = length_of(rest, [](char c) { return is_of_word(c) || c == ':'; });
  bool const is_one = rest[size - 1] == ':' && rest.substr(size).starts_with(' ');
  return is_one ? size + 1 : 0;
}

// "options.split" and the like. Others stay as they are: a file may be called options.txt.
std::string_view option_at(std::string_view rest, std::size_t& size) {
  for (std::string_view const prefix : {"options.", "shape."}) {
    if (!rest.starts_with(prefix)) continue;
    auto const length =
        length_of(rest.substr(prefix.size()), [](char c) { return is_of_word(c) || c == '.'; });
    // A full stop ends a sentence.
    auto member = rest.substr(prefix.size(), length);
    while (member.ends_with('.')) member.remove_suffix(1);
    auto const found = std::ranges::find(tool_names, member, &Name::member);
    if (found == tool_names.end()) continue;
    size = prefix.size() + member.size();
    return found->option;
  }
  return {};
}

// "weights(7)" in front of a verb, by its number. A file's name may hold the same.
std::string_view weight_at(std::string_view rest) {
  constexpr std::string_view begin = "weights(";
  if (!rest.starts_with(begin)) return {};
  auto const number = rest.substr(begin.size());
  auto const size =
      length_of(number, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  bool const is_one = size > 0 && (number.substr(size).starts_with(") is ") ||
                                   number.substr(size).starts_with(") of the graph is "));
  return is_one ? number.substr(0, size) : std::string_view();
}

std::string in_words(std::string_view message) {
  constexpr auto phrases = std::to_array<Name>(
      {{"64-bit offsets", "--wide"},
       {"a 64-bit Vertex", "--wide"},
       {"a yoke::Hybrid", "--space hybrid"},
       {"AllPairsAlgorithm::", "--algorithm "},
       {"ShortestPathsAlgorithm::bellman_ford, in a directed graph",
        "--algorithm bellman_ford, in a directed graph (--directed)"},
       {"ShortestPathsAlgorithm::", "--algorithm "},
       {"std::int64_t; from, to and weight have the forest", "i64 (--weights f64 takes it)"},
       {"VertexIds::names", "--names"},
       {"it is an array of NumPy, no graph",
        "it is an array of NumPy, no graph (yoke distances --matrix reads "
        "one that is not compressed)"},
       {"takes one execution space, and no Hybrid or ranks",
        "takes --space host or device, and one rank"},
       {"yoke::read_graph reads a graph without weights",
        "yoke bfs, eccentricities, closeness and convert without --weights need none"},
       {"read them as integers", "read them with --weights i64"},
       // --format is of the input, but for generate.
       {", or give the format (options.format)", ""}});
  std::string words;
  for (std::size_t i = 0; i < message.size();) {
    auto const rest = message.substr(i);
    bool const begins_word = i == 0 || !is_of_word(message[i - 1]);
    auto const phrase = std::ranges::find_if(
        phrases, [rest](Name const& one) { return rest.starts_with(one.member); });
    std::size_t size = begins_word ? function_at(rest) : 0;
    auto const weight = begins_word ? weight_at(rest) : std::string_view();
    if (size > 0) {
      i += size;
    } else if (!weight.empty()) {
      words += "the weight of arc " + std::string(weight);
      i += std::string_view("weights()").size() + weight.size();
    } else if (begins_word && phrase != phrases.end()) {
      words += phrase->option;
      i += phrase->member.size();
    } else if (auto const option = begins_word ? option_at(rest, size) : ""; !option.empty()) {
      words += option;
      i += size;
    } else {
      words += message[i++];
    }
  }
  return words;
}

// "Kokkos ERROR: Host memory space failed to allocate 8 TiB (...".
std::string of_memory(std::string_view message) {
  constexpr std::string_view begin = "Kokkos ERROR: ", middle = " memory space failed to allocate ";
  auto const at = message.find(begin), then = message.find(middle);
  if (at == message.npos || then == message.npos || then < at) return std::string(message);
  auto const space = message.substr(at + begin.size(), then - at - begin.size());
  auto const size = message.substr(then + middle.size());
  auto const unit = size.find(' ');
  auto const end =
      unit == size.npos ? size.size() : std::min(size.find_first_of(" (.", unit + 1), size.size());
  return std::string(message.substr(0, at)) +
         "there is not enough memory: " + std::string(size.substr(0, end)) + " more are needed (" +
         std::string(space) + ")";
}

// A message that nobody could read to its end shows the two.
std::string shortened(std::string const& message) {
  constexpr std::size_t most = 4000, begin = 1500, end = 500;
  if (message.size() <= most) return message;
  return message.substr(0, begin) + " ... " + message.substr(message.size() - end);
}

}  // namespace

std::string in_terms_of_the_tool(std::string_view message) {
  while (message.ends_with('\n')) message.remove_suffix(1);
  return printable(shortened(in_words(of_memory(message))));
}

}  // namespace yoke::tool
