#pragma once

#include <filesystem>

#include "files/file_bytes.hpp"
#include "readers.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::files {

// A graph file that was opened, and what turns a reader's Fault into the exception that users see.
class OpenedFile {
 public:
  OpenedFile(std::filesystem::path const& path, GraphReadOptions const& options);
  OpenedFile(int descriptor, std::filesystem::path const& name, GraphReadOptions const& options);

  std::string_view bytes() const { return file_.bytes(); }
  // Those that take memory: 0 where the file is mapped.
  std::uint64_t bytes_held() const { return file_.bytes_held(); }
  GraphFormat format() const { return guess_.format; }
  std::filesystem::path const& path() const { return path_; }

  template <class Work>
  auto read(Work const& work) const {
    try {
      return work();
    } catch (Fault const& fault) {
      throw malformed(fault);
    }
  }

 private:
  // Pieces of a text end at line ends: a file of 200 GB without one would be searched to its end.
  void check_first_line() const;
  MalformedFile malformed(Fault const& fault) const;

  std::filesystem::path path_;
  FileBytes file_;
  FormatGuess guess_;
};

}  // namespace yoke::detail::files
