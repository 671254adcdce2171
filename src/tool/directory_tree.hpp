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
  std::vector<std::uint32_t> parent;
  std::vector<std::string> name;  // node 0: the whole path that was given
  std::uint64_t unreadable = 0;   // folders that are nodes, but whose content could not be read

  std::string path_of(std::uint32_t node) const;
};

// Throws Failure where `root` itself is no folder or cannot be read.
DirectoryTree walk_directories(std::filesystem::path const& root);

}  // namespace yoke::tool
