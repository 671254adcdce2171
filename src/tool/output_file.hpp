#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace yoke::tool {

// A file that appears whole or not at all: written under a temporary name in the same folder, which
// commit() renames. Until then, and without commit(), what was there before is unchanged; the
// temporary file goes with the object. What is no regular file (a pipe, /dev/null) is written
// straight into. All functions throw Failure, naming the file and the reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(std::string const& reason) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty: there is none to remove
  std::FILE* file_ = nullptr;
};

}  // namespace yoke::tool
