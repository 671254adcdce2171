#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph_source.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "spaces.hpp"

namespace yoke::tool {

struct TreeArguments {
  std::string input, directory, output;
  GraphArguments graph;
  std::optional<Format> type;
  Space space = has_device ? Space::device : Space::host;
  int top = 5;
  bool verify = false, json = false;
};

// A node that a report names. The path is empty for a tree that is no folder's.
struct NamedNode {
  std::uint64_t node = 0;
  std::uint64_t depth = 0;
  std::uint64_t subtree_size = 0;
  std::string path;
};

struct UnreadFolder {
  std::string path, reason;
};

// What was found out, for either report.
struct TreeOutcome {
  std::uint64_t nodes = 0;
  std::uint64_t roots = 0;
  std::uint64_t leaves = 0;
  std::uint64_t unreadable = 0;              // folders
  std::vector<UnreadFolder> unread_folders;  // the first of these
  std::optional<NamedNode> deepest;          // nothing in an empty tree
  std::vector<NamedNode> largest_subtrees;   // below a root, largest first
  double seconds = 0;                        // from the parents to the statistics
  std::optional<std::string> fault;          // what --verify found
};

Facts facts_of(TreeOutcome const& outcome, TreeArguments const& arguments);

}  // namespace yoke::tool
