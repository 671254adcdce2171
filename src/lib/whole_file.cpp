#include "whole_file.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace yoke::detail {
namespace {

namespace fs = std::filesystem;

// Two threads or two processes may write the same file at once: each under a name of its own.
fs::path temporary_name(fs::path const& path) {
  static std::atomic<unsigned> counter{0};
  auto name = path;
  name += ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
  return name;
}

}  // namespace

WholeFile::WholeFile(fs::path path) : path_(std::move(path)) {
  std::error_code none;
  auto const status = fs::status(path_, none);
  if (fs::is_directory(status)) fail("it is a folder");
  bool const is_special = fs::exists(status) && !fs::is_regular_file(status);
  if (!is_special) {
    if (fs::is_symlink(path_, none)) path_ = fs::weakly_canonical(path_);
    temporary_ = temporary_name(path_);
  }
  file_ = std::fopen((is_special ? path_ : temporary_).c_str(), is_special ? "wb" : "wbx");
  if (file_ == nullptr) {
    int const error = errno;
    temporary_.clear();
    fail(std::strerror(error));
  }
}

WholeFile::~WholeFile() {
  if (file_ != nullptr) std::fclose(file_);
  std::error_code none;
  if (!temporary_.empty()) fs::remove(temporary_, none);
}

void WholeFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(std::strerror(errno));
}

void WholeFile::commit() {
  int const closed = std::fclose(std::exchange(file_, nullptr));
  if (closed != 0) fail(std::strerror(errno));
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) fail(error.message());
  temporary_.clear();
}

void WholeFile::fail(std::string const& reason) const {
  throw std::runtime_error("cannot write " + path_.string() + ": " + reason);
}

void write_whole_file(fs::path const& path, std::string_view content) {
  WholeFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace yoke::detail
