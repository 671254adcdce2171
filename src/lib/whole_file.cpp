#include "whole_file.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

namespace yoke::detail {
namespace {

// Two threads or two processes may write the same file at once: each under a name of its own.
std::filesystem::path temporary_name(std::filesystem::path const& path) {
  static std::atomic<unsigned> counter{0};
  auto name = path;
  name += ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
  return name;
}

[[noreturn]] void fail(std::filesystem::path const& path, std::string const& reason) {
  throw std::runtime_error("cannot write " + path.string() + ": " + reason);
}

}  // namespace

void write_whole_file(std::filesystem::path const& path, std::string_view content) {
  auto const temporary = temporary_name(path);
  std::ofstream file(temporary, std::ios::binary);
  if (!file) fail(path, std::strerror(errno));
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();

  std::error_code error;
  if (!file) {
    error = std::error_code(errno, std::generic_category());
  } else {
    std::filesystem::rename(temporary, path, error);
  }
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    fail(path, error.message());
  }
}

}  // namespace yoke::detail
