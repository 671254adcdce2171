#include "messages.hpp"

#include <map>
#include <regex>

namespace yoke::tool {
namespace {

// The members of options that messages of the library name, as the tool calls them.
std::map<std::string, std::string> const tool_names{{"accept_unsymmetric", "symmetrise"},
                                                    {"algorithm", "algorithm"},
                                                    {"allow_sparse_ids", "sparse-ids"},
                                                    {"deterministic_parents", "deterministic"},
                                                    {"first_photon", "first"},
                                                    {"format", "format"},
                                                    {"base", "base"},
                                                    {"columns", "columns"},
                                                    {"ids", "compact-ids"},
                                                    {"lenient", "lenient"},
                                                    {"memory_limit", "max-memory"},
                                                    {"merge_multi_edges", "merge"},
                                                    {"most_hops", "most-hops"},
                                                    {"prune", "prune"},
                                                    {"skip_lines", "skip"},
                                                    {"split", "split"},
                                                    {"tail", "tail"}};

// Others stay as they are: a file may be called options.txt.
std::string option_of(std::string const& member) {
  auto const found = tool_names.find(member);
  return found == tool_names.end() ? "options." + member : "--" + found->second;
}

}  // namespace

std::string in_terms_of_the_tool(std::string_view message) {
  static std::regex const function("yoke::[A-Za-z_:]+: "), member("\\boptions\\.([a-z_]+)"),
      wider("a 64-bit Vertex"), names("VertexIds::names"),
      memory("Kokkos ERROR: ([A-Za-z]+) memory space failed to allocate ([0-9.]+ [A-Za-z]+).*");
  std::string rest(message), result;
  rest = std::regex_replace(rest, memory, "there is not enough memory: $2 more are needed ($1)");
  rest = std::regex_replace(rest, function, "");
  rest = std::regex_replace(rest, wider, "--wide");
  rest = std::regex_replace(rest, names, "--names");
  for (std::smatch found; std::regex_search(rest, found, member); rest = found.suffix()) {
    result += found.prefix().str() + option_of(found[1]);
  }
  return result + rest;
}

}  // namespace yoke::tool
