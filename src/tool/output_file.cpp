#include "output_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "errors.hpp"

namespace yoke::tool {

namespace fs = std::filesystem;

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code none;
  auto const status = fs::status(path_, none);
  if (fs::is_directory(status)) fail("it is a folder");
  bool const is_special = fs::exists(status) && !fs::is_regular_file(status);
  if (!is_special) {
    // A symbolic link stays one: what it points at is replaced.
    if (fs::is_symlink(path_, none)) path_ = fs::weakly_canonical(path_);
    temporary_ = path_;
    temporary_ += fmt::format(".tmp.{}", ::getpid());
  }
  file_ = std::fopen((is_special ? path_ : temporary_).c_str(), is_special ? "wb" : "wbx");
  if (file_ == nullptr) {
    int const error = errno;
    temporary_.clear();
    fail(std::strerror(error));
  }
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  std::error_code none;
  if (!temporary_.empty()) fs::remove(temporary_, none);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(std::strerror(errno));
}

void OutputFile::commit() {
  int const closed = std::fclose(std::exchange(file_, nullptr));
  if (closed != 0) fail(std::strerror(errno));
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) fail(error.message());
  temporary_.clear();
}

void OutputFile::fail(std::string const& reason) const {
  throw Failure(fmt::format("cannot write {}: {}", path_.string(), reason));
}

}  // namespace yoke::tool
