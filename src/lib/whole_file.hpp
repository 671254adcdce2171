#pragma once

#include <filesystem>
#include <string_view>

#include "yoke/output_files.hpp"

namespace yoke::detail {

using WholeFile = OutputFile;

// Writes a file of this content, whole or not at all.
inline void write_whole_file(std::filesystem::path const& path, std::string_view content) {
  OutputFiles files;
  files.open(path).write(content);
  files.commit();
}

}  // namespace yoke::detail
