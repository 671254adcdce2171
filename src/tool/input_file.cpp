#include "input_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "ranks.hpp"

namespace yoke::tool {

// A pipe has one reader, and may have no writer: so it is not opened to see what it is.
void check_ranks_can_read(std::string const& name) {
  struct ::stat status;
  bool const is_there = name == "-" || ::stat(name.c_str(), &status) == 0;
  if (ranks() == 1 || !is_there) return;
  if (name != "-" && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) return;
  throw UsageError("several ranks can read only regular files, not " +
                   (name == "-" ? "standard input" : name));
}

InputFile::InputFile(std::string name) : name_(std::move(name)) {
  check_ranks_can_read(name_);
  // Not by the name /dev/stdin: a socket cannot be opened again.
  file_ = name_ == "-" ? ::dup(STDIN_FILENO) : ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  struct ::stat status;
  if (file_ < 0 || ::fstat(file_, &status) != 0) fail(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) {
    ::close(file_);
    fail("it is a folder");
  }
  is_silent_pipe_ = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  // Files under /proc say that they are empty, and are not.
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return;
  auto const position = ::lseek(file_, 0, SEEK_CUR);
  size_ = position < status.st_size ? static_cast<std::uint64_t>(status.st_size - position) : 0;
}

InputFile::~InputFile() { ::close(file_); }

std::string InputFile::peek(std::size_t bytes) const {
  std::string next(size_ ? bytes : 0, '\0');
  auto const got = ::pread(file_, next.data(), next.size(), ::lseek(file_, 0, SEEK_CUR));
  next.resize(static_cast<std::size_t>(std::max<::ssize_t>(got, 0)));
  return next;
}

void InputFile::skip(std::uint64_t bytes) {
  if (bytes > 0 && ::lseek(file_, static_cast<::off_t>(bytes), SEEK_CUR) < 0) {
    fail(std::strerror(errno));
  }
}

// A name as a shell reads it.
static std::string shell_word(std::string const& name) {
  auto const is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("/._-+@%:,").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (std::ranges::all_of(name, is_plain)) return name;
  std::string word = "'";
  for (char const c : name) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string hint_to_expand(std::string_view program, std::string const& name) {
  // Programs would take a name that begins with - for an option.
  auto const file = name == "-" ? "FILE" : shell_word((name.starts_with('-') ? "./" : "") + name);
  // Several ranks read no pipe.
  if (ranks() > 1) return fmt::format("{} {} > EXPANDED writes what it holds", program, file);
  return fmt::format("{} {} | yoke ... - reads what it holds", program, file);
}

std::size_t InputFile::read(char* target, std::size_t bytes) {
  for (;;) {
    ::ssize_t const got = ::read(file_, target, bytes);
    if (got == 0 && is_silent_pipe_ && bytes > 0) fail("nothing came through the pipe");
    if (got >= 0) {
      is_silent_pipe_ = false;
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) fail(std::strerror(errno));
  }
}

void InputFile::fail(std::string const& reason) const {
  throw Failure(fmt::format("cannot read {}: {}", shown_name(), reason));
}

}  // namespace yoke::tool
