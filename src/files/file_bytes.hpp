#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "growing_bytes.hpp"

namespace yoke::detail::files {

struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* mapping) const;
};

// What becomes of a file that begins with the mark of a program that compresses.
enum class Compressed {
  expanded,             // what gzip compressed; anything else is refused
  expanded_by_default,  // likewise, and errors name options.as_is
  as_it_is,
};

// The bytes of a file, read-only and opened once: a regular file is mapped, anything else (a pipe)
// read to its end, and what gzip compressed is expanded. Throws std::runtime_error naming the file
// and the system's reason, or that a pipe brought nothing; yoke::MalformedFile where compressed
// bytes are damaged, and where a pipe's or expanded bytes are more than `memory_limit`.
//
// A mapped file that another program shortens meanwhile kills the process when the lost part is
// read (SIGBUS); files that are replaced by renaming, as Yoke writes them, are safe.
class FileBytes {
 public:
  FileBytes(std::filesystem::path const& path, std::uint64_t memory_limit,
            Compressed compressed = Compressed::expanded);
  // Of a descriptor, which stays the caller's; `name` is for messages.
  FileBytes(int descriptor, std::filesystem::path const& name, std::uint64_t memory_limit,
            Compressed compressed = Compressed::expanded);
  FileBytes(FileBytes const&) = delete;
  FileBytes& operator=(FileBytes const&) = delete;

  std::string_view bytes() const { return bytes_; }
  // Those that take memory: 0 where the file is mapped.
  std::uint64_t bytes_held() const { return copy_.size(); }

 private:
  void read(int descriptor, std::filesystem::path const& name, std::uint64_t memory_limit);
  void expand(std::filesystem::path const& name, std::uint64_t memory_limit, Compressed compressed);

  std::unique_ptr<void, Unmap> mapping_;
  GrowingBytes copy_;
  std::string_view bytes_;
};

}  // namespace yoke::detail::files
