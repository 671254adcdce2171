#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace yoke_test {

inline std::string content_of(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace yoke_test
