#include "run_locks.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "errors.hpp"
#include "outputs.hpp"

namespace yoke::tool {
namespace {

namespace fs = std::filesystem;

// Not the counts' own file: that is replaced whenever counts are saved.
fs::path lock_of(std::string const& counts) {
  std::error_code error;
  auto const path = fs::absolute(counts);
  auto const canonical = fs::weakly_canonical(path, error);
  auto const target = error ? path : canonical;
  return target.parent_path() / fmt::format(".yoke.{}.lock", target.stem().string());
}

bool are_same(struct ::stat const& one, struct ::stat const& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// A process that ends removes the file that it has locked.
bool is_still_there(fs::path const& name, int file) {
  struct ::stat opened, there;
  return ::fstat(file, &opened) == 0 && ::stat(name.c_str(), &there) == 0 &&
         are_same(opened, there);
}

void sign(int file) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  auto const text = fmt::format("process {} on {}", ::getpid(), host.data());
  bool const is_signed =
      ::ftruncate(file, 0) == 0 && ::pwrite(file, text.data(), text.size(), 0) >= 0;
  static_cast<void>(is_signed);  // on a full disk the lock holds without a name
}

std::string holder_of(int file) {
  std::array<char, 512> text{};
  auto const size = ::pread(file, text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "another process";
}

}  // namespace

RunLocks::~RunLocks() {
  for (auto const& [name, file] : held_) {
    remove_temporary(name);
    ::close(file);
  }
}

bool RunLocks::holds(int file) const {
  struct ::stat opened, held;
  return ::fstat(file, &opened) == 0 && std::ranges::any_of(held_, [&](Held const& one) {
           return ::fstat(one.file, &held) == 0 && are_same(opened, held);
         });
}

std::string RunLocks::take(std::string const& counts) {
  auto const name = lock_of(counts);
  while (true) {
    int const file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return fmt::format("cannot write {}: {}", name.string(), std::strerror(errno));
    // Two runs of one file, of which Outputs says what is wrong.
    if (holds(file)) {
      ::close(file);
      return "";
    }
    bool const is_locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    if (!is_locked && errno == EWOULDBLOCK) {
      auto const holder = holder_of(file);
      ::close(file);
      throw Failure(fmt::format("{} is in use: {} goes on with this run (its lock is {})", counts,
                                holder, name.string()));
    }
    // A file system without locks is used without them.
    if (is_locked && !is_still_there(name, file)) {
      ::close(file);
      continue;
    }
    held_.push_back({name, file});
    add_temporary(name);
    sign(file);
    return "";
  }
}

}  // namespace yoke::tool
