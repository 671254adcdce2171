#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tree.hpp"

namespace yoke::tool {
namespace {

Json to_json(NamedNode const& node) {
  Json json{{"node", node.node}, {"depth", node.depth}, {"subtree_size", node.subtree_size}};
  if (!node.path.empty()) json["path"] = node.path;
  return json;
}

// A path of thousands of folders says less than its ends do; no name is cut.
std::string shortened(std::string const& path) {
  constexpr std::size_t longest = 100, longest_end = 45;
  if (path.size() <= longest) return path;
  auto const head_end = path.rfind('/', longest_end);
  auto const tail_begin = std::min(path.find('/', path.size() - longest_end), path.rfind('/'));
  if (head_end == std::string::npos || tail_begin <= head_end) return path;
  return path.substr(0, head_end) + "/..." + path.substr(tail_begin);
}

std::string show(NamedNode const& node) {
  return node.path.empty() ? fmt::format("node {}", node.node) : shortened(node.path);
}

void add_unread(Json& json, TreeOutcome const& outcome) {
  json["unreadable"] = outcome.unreadable;
  if (outcome.unreadable == 0) return;
  for (auto const& [path, reason] : outcome.unread_folders) {
    json["unread_folders"].push_back({{"path", path}, {"reason", reason}});
  }
}

void add_unread(Facts& facts, TreeOutcome const& outcome) {
  if (outcome.unreadable == 0) return;
  facts.emplace_back("unreadable", fmt::format("{}, taken as leaves", outcome.unreadable));
  for (auto const& [path, reason] : outcome.unread_folders) {
    facts.emplace_back("", fmt::format("{}: {}", shortened(path), reason));
  }
  if (outcome.unread_folders.size() < outcome.unreadable) facts.emplace_back("", "...");
}

}  // namespace

Json to_json(TreeOutcome const& outcome, TreeArguments const& arguments) {
  Json json{{"nodes", outcome.nodes},
            {"roots", outcome.roots},
            {"leaves", outcome.leaves},
            {"space", to_string(arguments.space)},
            {"seconds", outcome.seconds}};
  if (!arguments.directory.empty()) add_unread(json, outcome);
  if (outcome.deepest) {
    json["height"] = outcome.deepest->depth;
    json["deepest"] = to_json(*outcome.deepest);
  }
  json["largest_subtrees"] = Json::array();
  for (auto const& node : outcome.largest_subtrees) {
    json["largest_subtrees"].push_back(to_json(node));
  }
  if (arguments.verify) json["verified"] = !outcome.fault;
  if (outcome.fault) json["fault"] = *outcome.fault;
  return json;
}

Facts to_facts(TreeOutcome const& outcome, TreeArguments const& arguments) {
  bool const is_directory = !arguments.directory.empty();
  Facts facts{{is_directory ? "directories" : "nodes", std::to_string(outcome.nodes)}};
  if (!is_directory) facts.emplace_back("roots", std::to_string(outcome.roots));
  facts.emplace_back("leaves", std::to_string(outcome.leaves));
  add_unread(facts, outcome);
  if (outcome.deepest) {
    facts.emplace_back("height", std::to_string(outcome.deepest->depth));
    facts.emplace_back("deepest", show(*outcome.deepest));
  }
  std::string label = "largest subtrees";
  for (auto const& node : outcome.largest_subtrees) {
    // The first is the largest: its digits are the column's width.
    auto const width = std::to_string(outcome.largest_subtrees.front().subtree_size).size();
    facts.emplace_back(std::exchange(label, ""),
                       fmt::format("{:>{}}  {}", node.subtree_size, width, show(node)));
  }
  facts.emplace_back("space", describe(arguments.space));
  facts.emplace_back("time",
                     format_seconds(outcome.seconds) + " for all four numbers of all nodes");
  if (arguments.verify && !outcome.fault) {
    facts.emplace_back("verified", fmt::format("every node, and against the ranks of the {} visits "
                                               "of its Euler tour",
                                               2 * outcome.nodes));
  }
  return facts;
}

}  // namespace yoke::tool
