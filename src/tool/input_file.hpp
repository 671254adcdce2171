#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace yoke::tool {

// Throws UsageError where there are several ranks, and the file is one that only one can read. One
// that is not there is left to those that open it, and say so.
void check_ranks_can_read(std::string const& name);

// How to read a file that this program expands: "zcat FILE | yoke ... - reads what it holds".
std::string hint_to_expand(std::string_view program, std::string const& name);

// A file, a pipe, or standard input (-), opened once. All functions throw Failure naming it and the
// system's reason; of several ranks, each of which reads the file for itself, UsageError where it
// is no regular one.
class InputFile {
 public:
  explicit InputFile(std::string name);
  ~InputFile();
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  std::string const& name() const { return name_; }
  // For messages.
  std::string shown_name() const { return name_ == "-" ? "standard input" : name_; }
  // From where it stands to its end, in bytes: nothing where only reading tells.
  std::optional<std::uint64_t> size() const { return size_; }

  // The next bytes, up to so many, which stay to be read. None of a pipe.
  std::string peek(std::size_t bytes) const;

  // Goes on after so many bytes.
  void skip(std::uint64_t bytes);

  // The next bytes, up to so many; 0 at the end. Nothing at all from a pipe is a failure: of the
  // program that was to write into it, as a rule.
  std::size_t read(char* target, std::size_t bytes);

 private:
  [[noreturn]] void fail(std::string const& reason) const;

  std::string name_;
  int file_ = -1;
  bool is_silent_pipe_ = false;  // a pipe that nothing has come through yet
  std::optional<std::uint64_t> size_;
};

}  // namespace yoke::tool
