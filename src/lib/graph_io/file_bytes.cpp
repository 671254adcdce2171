#include "file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace yoke::detail::files {
namespace {

[[noreturn]] void fail(std::filesystem::path const& path, int error) {
  throw std::runtime_error("cannot read " + path.string() + ": " + std::strerror(error));
}

class Descriptor {
 public:
  explicit Descriptor(std::filesystem::path const& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) fail(path, errno);
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;

  operator int() const { return number_; }

 private:
  int number_;
};

std::string read_to_end(std::filesystem::path const& path, int file) {
  std::string content;
  std::array<char, 1 << 16> block;
  for (;;) {
    ::ssize_t const got = ::read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, errno);
    if (got == 0) return content;
    content.append(block.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

FileBytes::FileBytes(std::filesystem::path const& path) {
  Descriptor const file(path);
  struct ::stat status;
  if (::fstat(file, &status) != 0) fail(path, errno);
  if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
  // Files under /proc say that they are empty, and are not.
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    copy_ = read_to_end(path, file);
    bytes_ = copy_;
    return;
  }
  auto const size = static_cast<std::size_t>(status.st_size);
  void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapping == MAP_FAILED) fail(path, errno);
  mapping_ = mapping;
  bytes_ = {static_cast<char const*>(mapping), size};
}

FileBytes::~FileBytes() {
  if (mapping_ != nullptr) ::munmap(mapping_, bytes_.size());
}

}  // namespace yoke::detail::files
