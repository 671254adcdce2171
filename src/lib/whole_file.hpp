#pragma once

#include <filesystem>
#include <string_view>

namespace yoke::detail {

// Writes a file so that a reader sees all of it or what was there before: under a temporary name in
// the same folder, then renamed. Throws std::runtime_error naming the file and the reason, and
// leaves no temporary file behind.
void write_whole_file(std::filesystem::path const& path, std::string_view content);

}  // namespace yoke::detail
