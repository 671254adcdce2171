#include "yoke/output_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace yoke {
namespace {

namespace fs = std::filesystem;

// Two threads or two processes may write into the same folder at once. Not made of the target's
// name, which may be as long as names can be.
fs::path temporary_name(fs::path const& folder) {
  static std::atomic<unsigned> counter{0};
  return folder / (".yoke." + std::to_string(::getpid()) + "." + std::to_string(counter++));
}

fs::path folder_of(fs::path const& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// 1 for /dev/stdout's link /proc/self/fd/1, and for /dev/fd/1.
std::optional<int> descriptor_of(fs::path const& link) {
  std::error_code error;
  auto const descriptors = fs::canonical("/dev/fd", error);
  if (error || fs::canonical(folder_of(link), error) != descriptors || error) return std::nullopt;
  std::string const name = link.filename().string();
  int number = 0;
  auto const end = name.data() + name.size();
  auto const [stopped, fault] = std::from_chars(name.data(), end, number);
  if (fault != std::errc() || stopped != end) return std::nullopt;
  return number;
}

bool is_open_for_writing(int descriptor) {
  int const flags = ::fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

// Where a chain of links ends, be there something or not. A descriptor is an end: what it is open
// for may have no name, or one that others have given to something else.
fs::path follow_links(fs::path path) {
  constexpr int longest_chain = 40;  // as in Linux
  std::error_code error;
  for (int links = 0; fs::is_symlink(path, error) && !descriptor_of(path); ++links) {
    if (links == longest_chain) throw std::system_error(ELOOP, std::generic_category());
    path = folder_of(path) / fs::read_symlink(path);
  }
  return path;
}

std::string last_error() { return std::strerror(errno); }

fs::path descriptor_path(std::string const& process, int number) {
  return "/proc/" + process + "/fd/" + std::to_string(number);
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  try {
    find_target();
  } catch (std::system_error const& error) {
    fail(error.code().message());
  }
}

OutputFile::OutputFile(Part, fs::path const& temporary)
    : path_(temporary), target_(temporary), kind_(Kind::special), exists_(true) {}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  remove_temporary();
}

void OutputFile::find_target() {
  auto const end = follow_links(path_);
  if (descriptor_of(end)) {
    kind_ = Kind::descriptor;
    exists_ = true;
    target_ = end;
    return;
  }
  struct ::stat status;
  exists_ = ::stat(end.c_str(), &status) == 0;
  if (!exists_ && errno != ENOENT) fail(last_error());
  if (exists_ && S_ISDIR(status.st_mode)) fail("it is a folder");
  if (exists_ && !S_ISREG(status.st_mode)) kind_ = Kind::special;
  if (!end.has_filename()) fail("it is no file's name");
  target_ = fs::canonical(folder_of(end)) / end.filename();
}

// /dev/null takes any number of them.
bool OutputFile::may_be_shared() const {
  std::error_code none;
  return kind_ == Kind::special && fs::is_character_file(target_, none);
}

bool OutputFile::is_same_file_as(OutputFile const& other) const {
  if (may_be_shared() || other.may_be_shared()) return false;
  std::error_code none;
  return target_ == other.target_ ||
         (exists_ && other.exists_ && fs::equivalent(target_, other.target_, none));
}

void OutputFile::open_to_write_into() {
  // The system calls that an invalid argument.
  if (kind_ == Kind::descriptor && !is_open_for_writing(*descriptor_of(target_))) {
    fail("it is closed, or open for reading alone");
  }
  int const file = kind_ == Kind::descriptor ? ::dup(*descriptor_of(target_))
                                             : ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file >= 0) file_ = ::fdopen(file, "wb");
  if (file_ != nullptr) return;
  int const error = errno;
  if (file >= 0) ::close(file);
  fail(std::strerror(error));
}

void OutputFile::open_temporary() {
  // The folder's permission alone would let a file be replaced that is not to be written.
  if (exists_ && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail(last_error());
  // Nobody reads what is to replace a private file before it has that file's mode.
  ::mode_t const mode = exists_ ? 0600 : 0666;
  auto const folder = target_.parent_path();
  if (!open_unnamed(folder, mode)) open_named(folder, mode);
  if (exists_) keep_owner_and_mode();
}

// False where files without names cannot be made, or not be named later.
bool OutputFile::open_unnamed([[maybe_unused]] fs::path const& folder,
                              [[maybe_unused]] unsigned mode) {
#ifdef O_TMPFILE
  int const file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return false;
  bool const can_be_named = ::access(descriptor_path("self", file).c_str(), F_OK) == 0;
  if (can_be_named) file_ = ::fdopen(file, "wb");
  if (file_ == nullptr) ::close(file);
#endif
  is_unnamed_ = file_ != nullptr;
  return is_unnamed_;
}

void OutputFile::open_named(fs::path const& folder, unsigned mode) {
  int file = -1;
  do {
    temporary_ = temporary_name(folder);
    file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  } while (file < 0 && errno == EEXIST);
  if (file < 0) {
    std::string const reason = last_error();
    temporary_.clear();
    fail("no file can be made in " + folder.string() + ": " + reason);
  }
  file_ = ::fdopen(file, "wb");
}

fs::path OutputFile::temporary() const {
  return is_unnamed_ ? descriptor_path(std::to_string(::getpid()), ::fileno(file_)) : temporary_;
}

void OutputFile::open_part(std::uint64_t begin) {
  open_to_write_into();
  if (::fseeko(file_, static_cast<::off_t>(begin), SEEK_SET) != 0) fail(last_error());
}

// What cannot be kept is not given to anybody else: where the group is another one, it gets no more
// rights than all have.
void OutputFile::keep_owner_and_mode() const {
  struct ::stat old;
  if (::stat(target_.c_str(), &old) != 0) return;
  int const file = ::fileno(file_);
  bool const keeps_group = ::fchown(file, old.st_uid, old.st_gid) == 0 ||
                           ::fchown(file, static_cast<::uid_t>(-1), old.st_gid) == 0;
  ::mode_t mode = old.st_mode & 0777;
  if (!keeps_group) mode = (mode & 0707) | (mode & 0070 & (mode << 3));
  if (::fchmod(file, mode) != 0) fail(last_error());
}

void OutputFile::write(std::string_view bytes) {
  if (file_ == nullptr) fail("it is closed: its set was committed");
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return;
  is_spoilt_ = true;
  fail(last_error());
}

void OutputFile::close() {
  if (is_spoilt_) fail("something that was written to it is lost");
  bool const is_written =
      file_ == nullptr ||
      (is_unnamed_ ? std::fflush(file_) == 0 : std::fclose(std::exchange(file_, nullptr)) == 0);
  if (is_written) return;
  is_spoilt_ = true;
  fail(last_error());
}

// False where something has that name.
bool OutputFile::link_as(fs::path const& name) const {
  auto const unnamed = descriptor_path("self", ::fileno(file_));
  if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
    return true;
  }
  if (errno != EEXIST) fail(last_error());
  return false;
}

void OutputFile::name_temporary() {
  if (!is_unnamed_) return;
  fs::path name;
  do {
    name = temporary_name(target_.parent_path());
  } while (!link_as(name));
  temporary_ = name;
  is_unnamed_ = false;
}

void OutputFile::rename() {
  if (is_unnamed_ && !exists_ && link_as(target_)) {
    is_unnamed_ = false;
  } else {
    name_temporary();  // only a name can take the place of another one
    if (!temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0) {
      fail(last_error());
    }
    temporary_.clear();
  }
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
}

void OutputFile::remove_temporary() noexcept {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::fail(std::string const& reason) const {
  throw std::runtime_error("cannot write " + path_.string() + ": " + reason);
}

OutputFile& OutputFiles::open(fs::path const& path) {
  std::unique_ptr<OutputFile> file(new OutputFile(path));
  for (auto const& other : files_) {
    if (file->is_same_file_as(*other)) throw SameOutput(other->path().string(), path.string());
  }
  // Not with the mutex held: while this waits for a pipe's reader, discard() must not wait too.
  if (file->is_written_into()) file->open_to_write_into();
  OutputFile& opened = *file;
  add(std::move(file));
  return opened;
}

OutputFile& OutputFiles::open_part(fs::path const& temporary, std::uint64_t begin) {
  std::unique_ptr<OutputFile> file(new OutputFile(OutputFile::Part(), temporary));
  file->open_part(begin);
  OutputFile& opened = *file;
  add(std::move(file));
  return opened;
}

void OutputFiles::name_temporary(OutputFile& file) {
  std::lock_guard const lock(mutex_);
  if (is_open_) file.name_temporary();
}

void OutputFiles::add(std::unique_ptr<OutputFile> file) {
  std::lock_guard const lock(mutex_);
  if (!is_open_) file->fail("its set is discarded");
  if (!file->is_written_into()) file->open_temporary();
  files_.push_back(std::move(file));
}

void OutputFiles::commit() {
  std::vector<OutputFile*> all;
  for (auto const& file : files_) all.push_back(file.get());
  commit(all, true);
}

void OutputFiles::commit(std::span<OutputFile* const> files) { commit(files, false); }

void OutputFiles::commit(std::span<OutputFile* const> files, bool are_all) {
  for (auto* const file : files) file->close();
  std::lock_guard const lock(mutex_);
  for (auto* const file : files) {
    if (!is_open_) file->fail("its set is discarded");
    file->rename();
  }
  is_committed_ = are_all;
}

bool OutputFiles::discard() noexcept {
  std::lock_guard const lock(mutex_);
  is_open_ = false;
  for (auto const& file : files_) file->remove_temporary();
  return files_.empty() || !is_committed_;
}

}  // namespace yoke
