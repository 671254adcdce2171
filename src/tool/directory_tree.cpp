#include "directory_tree.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "errors.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

namespace fs = std::filesystem;

struct Listing {
  std::vector<std::string> folders;
  std::error_code error;  // why it is not complete
};

Listing list_folders(fs::path const& path) {
  Listing listing;
  fs::directory_iterator entry(path, listing.error);
  while (!listing.error && entry != fs::directory_iterator()) {
    std::error_code vanished;  // what is gone since the folder was read is not in the tree
    if (fs::is_directory(entry->symlink_status(vanished))) {
      listing.folders.push_back(entry->path().filename().string());
    }
    entry.increment(listing.error);
  }
  std::ranges::sort(listing.folders);
  return listing;
}

}  // namespace

std::string DirectoryTree::path_of(std::uint32_t node) const {
  if (parent[node] == node) return name[node];
  return (fs::path(path_of(parent[node])) / name[node]).string();
}

DirectoryTree walk_directories(fs::path const& root) {
  if (std::error_code none; !fs::is_directory(root, none)) {
    throw Failure(fmt::format("{} is not a folder that can be read", root.string()));
  }
  Progress const progress("walking " + root.string());
  DirectoryTree tree{{0}, {root.string()}};
  // Breadth first: the nodes themselves are the queue.
  for (std::size_t node = 0; node < tree.parent.size(); ++node) {
    auto const self = static_cast<std::uint32_t>(node);
    auto const listing = list_folders(tree.path_of(self));
    if (listing.error && node == 0) {
      throw Failure(fmt::format("cannot read {}: {}", root.string(), listing.error.message()));
    }
    tree.unreadable += listing.error ? 1 : 0;
    for (auto const& folder : listing.folders) {
      tree.parent.push_back(self);
      tree.name.push_back(folder);
    }
  }
  return tree;
}

}  // namespace yoke::tool
