#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace yoke::detail {

// A file that a reader sees all of, or what was there before: written under a temporary name in the
// same folder, which commit() renames. Without commit() the temporary file goes with the object. A
// symbolic link stays one; what is no regular file (a pipe, /dev/null) is written straight into.
// All functions throw std::runtime_error naming the file and the reason.
class WholeFile {
 public:
  explicit WholeFile(std::filesystem::path path);
  ~WholeFile();
  WholeFile(WholeFile const&) = delete;
  WholeFile& operator=(WholeFile const&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(std::string const& reason) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty: there is none to remove
  std::FILE* file_ = nullptr;
};

// Writes a file of this content so.
void write_whole_file(std::filesystem::path const& path, std::string_view content);

}  // namespace yoke::detail
