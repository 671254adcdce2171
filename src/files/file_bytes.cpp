#include "file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "gzip.hpp"
#include "memory_limit.hpp"
#include "yoke/compressed.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

[[noreturn]] void fail(std::filesystem::path const& name, std::string const& reason) {
  throw std::runtime_error(printable("cannot read " + name.string() + ": " + reason));
}
[[noreturn]] void fail(std::filesystem::path const& name, int error) {
  fail(name, std::strerror(error));
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

GrowingBytes read_to_end(int file, std::filesystem::path const& name, std::uint64_t limit) {
  constexpr std::size_t block_bytes = std::size_t(1) << 16;
  GrowingBytes content;
  for (;;) {
    ::ssize_t const got = ::read(file, content.spare(block_bytes), block_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(name, errno);
    if (got == 0) return content;
    content.grow(static_cast<std::size_t>(got));
    if (content.size() > limit) {
      throw MalformedFile(name.string(), MalformedFile::Unit::byte, limit, "it" + more_than(limit));
    }
  }
}

}  // namespace

FileBytes::FileBytes(std::filesystem::path const& path, std::uint64_t memory_limit,
                     Compressed compressed) {
  read(Descriptor(path), path, memory_limit);
  expand(path, memory_limit, compressed);
}

FileBytes::FileBytes(int descriptor, std::filesystem::path const& name, std::uint64_t memory_limit,
                     Compressed compressed) {
  read(descriptor, name, memory_limit);
  expand(name, memory_limit, compressed);
}

void FileBytes::read(int descriptor, std::filesystem::path const& name,
                     std::uint64_t memory_limit) {
  struct ::stat status;
  if (::fstat(descriptor, &status) != 0) fail(name, errno);
  if (S_ISDIR(status.st_mode)) fail(name, "it is a folder");
  // A descriptor may stand behind bytes that somebody else has read. Files under /proc say that
  // they are empty, and are not.
  bool const is_whole = ::lseek(descriptor, 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && is_whole) {
    auto const size = static_cast<std::size_t>(status.st_size);
    void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapping == MAP_FAILED) fail(name, errno);
    mapping_ = {mapping, Unmap{size}};
    bytes_ = {static_cast<char const*>(mapping), size};
  } else {
    copy_ = read_to_end(descriptor, name, memory_limit);
    bytes_ = copy_.bytes();
    bool const is_pipe = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
    if (is_pipe && bytes_.empty()) fail(name, "nothing came through the pipe");
  }
}

void FileBytes::expand(std::filesystem::path const& name, std::uint64_t memory_limit,
                       Compressed compressed) {
  if (compressed == Compressed::as_it_is) return;
  std::string const hint = compressed == Compressed::expanded_by_default
                               ? "; options.as_is takes the file as it is"
                               : "";
  if (!is_gzip(bytes_)) {
    auto const program = decompressor_of(bytes_);
    if (program.empty()) return;
    fail(name, "it is compressed, but not with gzip; read the output of " + std::string(program) +
                   " from a pipe" + hint);
  }
  copy_ = expand_gzip(bytes_, name, memory_limit, hint);
  bytes_ = copy_.bytes();
  if (!decompressor_of(bytes_).empty()) {
    fail(name, "it is compressed twice: read the output of zcat from a pipe");
  }
  mapping_.reset();
}

void Unmap::operator()(void* mapping) const { ::munmap(mapping, bytes); }

}  // namespace yoke::detail::files
