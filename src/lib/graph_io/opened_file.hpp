#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "file_bytes.hpp"
#include "readers.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::files {

// A graph file that was opened, and what turns a reader's Fault into the exception that users see.
class OpenedFile {
 public:
  OpenedFile(std::filesystem::path const& path, GraphFormat asked)
      : path_(path), file_(path), format_(format_to_read(path, file_.bytes(), asked)) {}

  std::string_view bytes() const { return file_.bytes(); }
  GraphFormat format() const { return format_; }
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
  MalformedFile malformed(Fault const& fault) const {
    char const* const begin = bytes().data();
    using Unit = MalformedFile::Unit;
    if (is_binary(format_)) {
      return {path_.string(), Unit::byte, static_cast<std::uint64_t>(fault.at - begin),
              fault.reason};
    }
    // What is missing at the end of a file is missing on its last line.
    char const* const end =
        fault.at == begin + bytes().size() && fault.at != begin && fault.at[-1] == '\n'
            ? fault.at - 1
            : fault.at;
    auto const line = static_cast<std::uint64_t>(std::count(begin, end, '\n')) + 1;
    return {path_.string(), Unit::line, line, fault.reason};
  }

  std::filesystem::path path_;
  FileBytes file_;
  GraphFormat format_;
};

}  // namespace yoke::detail::files
