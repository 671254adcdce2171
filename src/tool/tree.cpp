#include "tree.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>
#include <yoke/errors.hpp>
#include <yoke/euler_tour.hpp>
#include <yoke/list_ranking.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "directory_tree.hpp"
#include "errors.hpp"
#include "graph_part.hpp"
#include "links.hpp"
#include "memory.hpp"
#include "number_file.hpp"
#include "progress.hpp"
#include "run_report.hpp"
#include "tree_check.hpp"
#include "tree_graph.hpp"

namespace yoke::tool {
namespace {

template <class Word>
using HostNumbers = Numbers<Word, Kokkos::HostSpace>;

// The statistics, brought to the host.
template <class Word>
struct HostStatistics {
  HostNumbers<Word> depth, subtree_size, preorder, postorder;
};

template <class Word, class Exec>
HostStatistics<Word> compute(Exec const& exec, HostNumbers<Word> const& parent,
                             TreeOutcome& outcome) {
  auto const there = copied_to<typename Exec::memory_space>(parent);
  Progress const progress("computing the statistics");
  Kokkos::Timer const timer;
  auto const statistics = tree_statistics(exec, there);
  outcome.seconds = timer.seconds();
  return {copied_to<Kokkos::HostSpace>(statistics.depth),
          copied_to<Kokkos::HostSpace>(statistics.subtree_size),
          copied_to<Kokkos::HostSpace>(statistics.preorder),
          copied_to<Kokkos::HostSpace>(statistics.postorder)};
}

template <class Word, class Exec>
HostNumbers<Word> rank_tour(Exec const& exec, HostNumbers<Word> const& parent) {
  auto const there = copied_to<typename Exec::memory_space>(parent);
  auto const tour = make_numbers<Word, typename Exec::memory_space>("tour", 2 * parent.extent(0));
  auto const rank = make_numbers<Word, typename Exec::memory_space>("rank", tour.extent(0));
  euler_tour(exec, there, tour);
  list_rank(exec, tour, rank);
  return copied_to<Kokkos::HostSpace>(rank);
}

std::string path_of(DirectoryTree const* names, std::uint64_t node) {
  return names == nullptr ? "" : names->path_of(static_cast<std::uint32_t>(node));
}

// The largest `top` subtrees that hang below a root, the first of equals first.
template <class Word>
std::vector<std::uint64_t> largest_subtrees(TreeTable<Word> const& tree, std::size_t top) {
  std::vector<std::uint64_t> below;
  for (std::uint64_t v = 0; v < tree.size(); ++v) {
    if (tree.depth[v] == 1) below.push_back(v);
  }
  auto const is_before = [&tree](std::uint64_t a, std::uint64_t b) {
    return std::pair(tree.subtree_size[b], a) < std::pair(tree.subtree_size[a], b);
  };
  auto const end = below.begin() + static_cast<std::ptrdiff_t>(std::min(top, below.size()));
  std::partial_sort(below.begin(), end, below.end(), is_before);
  below.erase(end, below.end());
  return below;
}

template <class Word>
void summarize(TreeTable<Word> const& tree, DirectoryTree const* names, int top,
               TreeOutcome& outcome) {
  auto const describe_node = [&](std::uint64_t v) {
    return NamedNode{v, tree.depth[v], tree.subtree_size[v], path_of(names, v)};
  };
  outcome.nodes = tree.size();
  outcome.leaves = static_cast<std::uint64_t>(std::ranges::count(tree.subtree_size, Word(1)));
  outcome.roots = static_cast<std::uint64_t>(std::ranges::count(tree.depth, Word(0)));
  if (tree.size() == 0) return;
  auto const deepest = std::ranges::max_element(tree.depth) - tree.depth.begin();
  outcome.deepest = describe_node(static_cast<std::uint64_t>(deepest));
  for (auto const v : largest_subtrees(tree, static_cast<std::size_t>(top))) {
    outcome.largest_subtrees.push_back(describe_node(v));
  }
}

// Folders may be called anything: what would break a line of the table is escaped.
std::string escaped(std::string_view path) {
  std::string text;
  for (char const c : path) {
    switch (c) {
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      case '\\':
        text += "\\\\";
        break;
      default:
        text += c;
    }
  }
  return text;
}

template <class Word>
void write_table(OutputFile& file, TreeTable<Word> const& tree, DirectoryTree const* names) {
  Progress progress("writing the table", tree.size());
  fmt::memory_buffer lines;
  auto const out = std::back_inserter(lines);
  fmt::format_to(out, "# node\tparent\tdepth\tsubtree_size\tpreorder\tpostorder{}\n",
                 names == nullptr ? "" : "\tpath");
  for (std::uint64_t v = 0; v < tree.size(); ++v) {
    fmt::format_to(out, "{}\t{}\t{}\t{}\t{}\t{}", v, tree.parent[v], tree.depth[v],
                   tree.subtree_size[v], tree.preorder[v], tree.postorder[v]);
    if (names != nullptr) fmt::format_to(out, "\t{}", escaped(path_of(names, v)));
    lines.push_back('\n');
    progress.advance();
    if (lines.size() < std::size_t(1) << 20) continue;
    file.write({lines.data(), lines.size()});
    lines.clear();
  }
  file.write({lines.data(), lines.size()});
}

template <class Word, class Exec>
TreeOutcome study_on(Exec const& exec, TreeArguments const& arguments, Outputs& outputs,
                     HostNumbers<Word> const& parent, DirectoryTree const* names) {
  TreeOutcome outcome;
  auto const statistics = compute<Word>(exec, parent, outcome);
  TreeTable<Word> const tree{span_of(parent), span_of(statistics.depth),
                             span_of(statistics.subtree_size), span_of(statistics.preorder),
                             span_of(statistics.postorder)};
  summarize(tree, names, arguments.top, outcome);
  if (arguments.verify) {
    Progress const progress("verifying");
    auto const tour_rank = rank_tour<Word>(exec, parent);
    outcome.fault = TreeCheck<Word>(tree, span_of(tour_rank)).find_fault();
    if (outcome.fault) return outcome;
  }
  if (!arguments.output.empty()) write_table(outputs[arguments.output], tree, names);
  return outcome;
}

template <class Word>
TreeOutcome study(TreeArguments const& arguments, Outputs& outputs, HostNumbers<Word> const& parent,
                  DirectoryTree const* names = nullptr) {
  return on_one_space(arguments.space, [&](auto const& exec) {
    return study_on<Word>(exec, arguments, outputs, parent, names);
  });
}

TreeOutcome study_directory(TreeArguments const& arguments, Outputs& outputs) {
  auto const directories = walk_directories(arguments.directory);
  auto const parent =
      make_numbers<std::uint32_t, Kokkos::HostSpace>("parent", directories.parent.size());
  std::copy(directories.parent.begin(), directories.parent.end(), parent.data());
  auto outcome = study(arguments, outputs, parent, &directories);
  outcome.unreadable = directories.unread.size();
  constexpr std::size_t most_named = 10;
  for (std::size_t i = 0; i < std::min(most_named, directories.unread.size()); ++i) {
    auto const& [node, reason] = directories.unread[i];
    outcome.unread_folders.push_back({directories.path_of(node), reason});
  }
  return outcome;
}

template <class Word>
TreeOutcome study_file(TreeArguments const& arguments, Outputs& outputs, NumberFile& file) {
  auto const parent = make_numbers<Word, Kokkos::HostSpace>("parent", file.size());
  file.read(span_of(parent));
  // Both ways to mark a root are understood, also in one file.
  for (std::uint64_t v = 0; v < file.size(); ++v) {
    if (parent(v) == std::numeric_limits<Word>::max()) parent(v) = static_cast<Word>(v);
  }
  check_links(file, span_of(parent), Tail::self_loop(), "parent", "-1, which marks a root");
  try {
    return study<Word>(arguments, outputs, parent);
  } catch (InvalidInput const& error) {
    throw Failure(fmt::format("{}: {}", file.name(), error.what()));
  }
}

template <class Word>
TreeOutcome study_forest(TreeArguments const& arguments, Outputs& outputs) {
  return study<Word>(arguments, outputs,
                     forest_of_graph<Word>(arguments.graph, arguments.space, outputs));
}

// A tour has two visits a node.
bool takes_wide_tour(std::uint64_t nodes) {
  return nodes > std::numeric_limits<std::uint32_t>::max() / 2;
}

TreeOutcome study_input(TreeArguments const& arguments, Outputs& outputs) {
  if (!arguments.directory.empty()) return study_directory(arguments, outputs);
  if (!arguments.graph.input.empty()) {
    return is_wide(arguments.graph) ? study_forest<std::uint64_t>(arguments, outputs)
                                    : study_forest<std::uint32_t>(arguments, outputs);
  }
  NumberFile file(arguments.input, arguments.type);
  return file.is_wide() || takes_wide_tour(file.size())
             ? study_file<std::uint64_t>(arguments, outputs, file)
             : study_file<std::uint32_t>(arguments, outputs, file);
}

int run(TreeArguments const& arguments) {
  if (!arguments.input.empty() + !arguments.directory.empty() + !arguments.graph.input.empty() !=
      1) {
    throw UsageError(
        "tree needs either a file to read, --directory FOLDER or --graph FILE (yoke tree --help)");
  }
  check_build_has(arguments.space);
  if (!arguments.graph.input.empty()) open_graph(arguments.graph);
  std::string const names = arguments.graph.input.empty() ? "" : arguments.graph.names;
  return run_and_report(arguments, {arguments.input, arguments.graph.input},
                        {arguments.output, names}, study_input);
}

}  // namespace

Command add_tree(Parser program) {
  Parser const parser = program.add_command(
      "tree", "Depth, subtree size, preorder and postorder of a tree or forest");
  auto const arguments = std::make_shared<TreeArguments>();
  parser
      .add_text("INPUT", arguments->input,
                "Each node's parent; a root is its own parent, or has -1")
      .type_name("");
  parser
      .add_text("--directory", arguments->directory,
                "Take the tree of the folders under this one; links are not followed")
      .type_name("FOLDER");
  parser
      .add_text("--graph", arguments->graph.input,
                "Take a spanning forest of the graph in this file, rooted at the smallest "
                "vertex of each component")
      .type_name("FILE");
  for (Option const& option :
       add_graph_options(parser, arguments->graph, Directions::always_both)) {
    option.only_for({"--graph", [&a = *arguments] { return !a.graph.input.empty(); }});
  }
  add_format(parser, "--type", arguments->type, "The input's format")
      .only_for({"INPUT", [&a = *arguments] { return !a.input.empty(); }});
  add_space(parser, arguments->space, false);
  parser.add_count("--top", arguments->top, "How many of the largest subtrees to show", 0, 1000000)
      .show_default();
  parser
      .add_text("-o,--output", arguments->output,
                "Write a table: a line a node, its numbers separated by tabs")
      .type_name("FILE");
  parser.add_flag("--verify", arguments->verify,
                  "Check every number, also against the ranks of the tree's Euler tour");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
