#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tree.hpp"

namespace yoke::tool {
namespace {

Json json_of(NamedNode const& node) {
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

void add_unread(Facts& facts, TreeOutcome const& outcome) {
  facts.json["unreadable"] = outcome.unreadable;
  if (outcome.unreadable == 0) return;
  facts.tell("unreadable", fmt::format("{}, taken as leaves", outcome.unreadable));
  for (auto const& [path, reason] : outcome.unread_folders) {
    facts.tell("", fmt::format("{}: {}", shortened(path), reason));
    facts.json["unread_folders"].push_back({{"path", path}, {"reason", reason}});
  }
  if (outcome.unread_folders.size() < outcome.unreadable) facts.tell("", "...");
}

void add_largest(Facts& facts, std::vector<NamedNode> const& largest) {
  facts.json["largest_subtrees"] = Json::array();
  std::string label = "largest subtrees";
  for (auto const& node : largest) {
    // The first is the largest: its digits are the column's width.
    auto const width = std::to_string(largest.front().subtree_size).size();
    facts.tell(std::exchange(label, ""),
               fmt::format("{:>{}}  {}", node.subtree_size, width, show(node)));
    facts.json["largest_subtrees"].push_back(json_of(node));
  }
}

}  // namespace

Facts facts_of(TreeOutcome const& outcome, TreeArguments const& arguments) {
  bool const is_directory = !arguments.directory.empty();
  Facts facts;
  facts.add("nodes", outcome.nodes, is_directory ? "directories" : "nodes",
            std::to_string(outcome.nodes));
  if (is_directory) {
    facts.json["roots"] = outcome.roots;
  } else {
    facts.add("roots", outcome.roots);
  }
  facts.add("leaves", outcome.leaves);
  if (is_directory) add_unread(facts, outcome);
  if (outcome.deepest) {
    facts.add("height", outcome.deepest->depth)
        .add("deepest", json_of(*outcome.deepest), "deepest", show(*outcome.deepest));
  }
  add_largest(facts, outcome.largest_subtrees);
  facts.add("space", to_string(arguments.space), "space", describe(arguments.space))
      .add("seconds", outcome.seconds, "time",
           format_seconds(outcome.seconds) + " for all four numbers of all nodes");
  if (arguments.verify) facts.json["verified"] = !outcome.fault;
  if (outcome.fault) facts.json["fault"] = *outcome.fault;
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified", fmt::format("every node, and against the ranks of the {} visits of its "
                                       "Euler tour",
                                       2 * outcome.nodes));
  }
  return facts;
}

}  // namespace yoke::tool
