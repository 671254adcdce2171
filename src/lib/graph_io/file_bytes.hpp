#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace yoke::detail::files {

// The bytes of a file, read-only: a regular file is mapped, anything else (a pipe) read to its end.
// Throws std::runtime_error naming the file and the system's reason. A mapped file that another
// program shortens meanwhile kills the process when the lost part is read (SIGBUS); files that are
// replaced by renaming, as Yoke writes them, are safe.
class FileBytes {
 public:
  explicit FileBytes(std::filesystem::path const& path);
  ~FileBytes();
  FileBytes(FileBytes const&) = delete;
  FileBytes& operator=(FileBytes const&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  void* mapping_ = nullptr;
  std::string copy_;
  std::string_view bytes_;
};

}  // namespace yoke::detail::files
