#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace yoke::tool {

// The folders under a folder, itself included, as a parent array: node 0 is that folder and its own
// parent; folders of one folder are numbered in the order of their names. Symbolic links are not
// followed.
struct DirectoryTree {
  struct Unread {
    std::uint32_t node;
    std::string reason;
  };

  std::vector<std::uint32_t> parent;
  std::vector<std::string> name;  // node 0: the whole path that was given
  std::vector<Unread> unread;     // nodes whose folders were not read, or not to their ends

  std::string path_of(std::uint32_t node) const;
};

// Takes time in proportion to the folders and their entries, however deep they are, and a fixed
// number of descriptors. Throws Failure where `root` itself is no folder or cannot be read.
DirectoryTree walk_directories(std::filesystem::path const& root);

}  // namespace yoke::tool
