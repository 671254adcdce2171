#include "directory_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "outputs.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

// An open folder, or none.
class Folder {
 public:
  explicit Folder(int number = -1) : number_(number) {}
  ~Folder() { close(); }
  Folder(Folder&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Folder& operator=(Folder&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// Tells folders apart, whatever their paths.
using FolderId = std::pair<::dev_t, ::ino_t>;

FolderId id_of(Folder const& folder) {
  struct ::stat status {};
  if (::fstat(folder.number(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

bool is_folder(Folder const& parent, ::dirent const& entry) {
  std::string_view const name = entry.d_name;
  if (name == "." || name == "..") return false;
  if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
  struct ::stat status {};
  return ::fstatat(parent.number(), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(status.st_mode);
}

// What is gone since its name was read, or is another thing by now, is no fault.
bool means_vanished(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP; }

// Goes through the folders depth first. Each is opened by its name from its parent, which is open:
// a path would be walked again from the root for every folder, and can be too long to be opened.
class Walk {
 public:
  DirectoryTree from(std::string const& root);

 private:
  // A folder on the way from the root to where the walk is. Its folders have adjacent numbers.
  struct Level {
    std::uint32_t node, next, end;
    FolderId id;
    Folder folder;  // not open where many others are
  };

  // Enough that few are opened twice.
  static constexpr std::size_t most_open = 64;

  void enter(std::uint32_t node, int at, int flags);
  void leave();
  void add(std::uint32_t node, std::vector<std::string> names, Folder folder, FolderId id);
  std::vector<std::string> list(Folder const& folder, int& error);
  Folder open(int at, char const* name, int flags);
  void reopen(Level& level, Folder const& below);
  Folder find_again();
  template <class Make>
  int with_room(Make const& make);
  bool close_one();
  void note(std::uint32_t node, std::string reason) {
    tree_.unread.push_back({node, std::move(reason)});
  }
  void note(std::uint32_t node, int error) {
    if (!means_vanished(error)) note(node, std::string(std::strerror(error)));
  }

  DirectoryTree tree_;
  std::vector<Level> levels_;
  std::size_t first_open_ = 1;  // levels from here on are open, and so is the root
  std::set<FolderId> entered_;  // those of the levels
};

DirectoryTree Walk::from(std::string const& root) {
  tree_ = {{0}, {root}, {}};
  enter(0, AT_FDCWD, 0);
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.next == level.end) {
      leave();
    } else {
      std::uint32_t const node = level.next++;
      enter(node, level.folder.number(), O_NOFOLLOW);
    }
  }
  return std::move(tree_);
}

void Walk::enter(std::uint32_t node, int at, int flags) {
  Folder folder = open(at, tree_.name[node].c_str(), flags);
  int error = folder.is_open() ? 0 : errno;
  FolderId const id = id_of(folder);
  if (folder.is_open() && entered_.contains(id)) {
    return note(node, "mounts form a loop: this folder contains itself");
  }
  std::vector<std::string> names;
  if (folder.is_open()) names = list(folder, error);
  if (error != 0 && node == 0) {
    check_is_no_file("read", tree_.name[0]);
    throw Failure(fmt::format("cannot read {}: {}", tree_.name[0], std::strerror(error)));
  }
  if (error != 0) note(node, error);
  if (!names.empty()) add(node, std::move(names), std::move(folder), id);
}

void Walk::add(std::uint32_t node, std::vector<std::string> names, Folder folder, FolderId id) {
  auto const begin = static_cast<std::uint32_t>(tree_.name.size());
  auto const end = static_cast<std::uint32_t>(begin + names.size());
  tree_.parent.resize(end, node);
  std::ranges::move(names, std::back_inserter(tree_.name));
  entered_.insert(id);
  levels_.push_back({node, begin, end, id, std::move(folder)});
  if (levels_.size() - first_open_ > most_open) close_one();
}

void Walk::leave() {
  Level const left = std::move(levels_.back());
  levels_.pop_back();
  entered_.erase(left.id);
  if (levels_.empty() || levels_.back().folder.is_open()) return;
  reopen(levels_.back(), left.folder);
  first_open_ = levels_.size() - 1;
}

// From the folder below it, unless that was moved elsewhere meanwhile.
void Walk::reopen(Level& level, Folder const& below) {
  level.folder = open(below.number(), "..", 0);
  if (level.folder.is_open() && id_of(level.folder) == level.id) return;
  level.folder = find_again();
  if (level.folder.is_open() && id_of(level.folder) == level.id) return;
  level.folder.close();
  level.next = level.end;  // it was moved itself: what is not read of it has vanished
}

// The last level, from the root by the names of all between.
Folder Walk::find_again() {
  Folder folder;
  int at = levels_.front().folder.number();
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    Level const& level = levels_[i];
    folder = open(at, tree_.name[level.node].c_str(), O_NOFOLLOW);
    at = folder.number();
  }
  return folder;
}

Folder Walk::open(int at, char const* name, int flags) {
  return Folder(
      with_room([&] { return ::openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags); }));
}

// Closes the highest level but the root and the one where the walk is.
bool Walk::close_one() {
  if (first_open_ + 1 >= levels_.size()) return false;
  levels_[first_open_++].folder.close();
  return true;
}

// Makes a descriptor, of which a process may have few.
template <class Make>
int Walk::with_room(Make const& make) {
  for (;;) {
    int const number = make();
    if (number >= 0 || (errno != EMFILE && errno != ENFILE) || !close_one()) return number;
  }
}

// The names of its folders in order, all that can be read.
std::vector<std::string> Walk::list(Folder const& folder, int& error) {
  int const copy = with_room([&] { return ::fcntl(folder.number(), F_DUPFD_CLOEXEC, 0); });
  std::unique_ptr<::DIR, int (*)(::DIR*)> const stream(copy < 0 ? nullptr : ::fdopendir(copy),
                                                       ::closedir);
  std::vector<std::string> names;
  if (stream == nullptr) {
    error = errno;
    if (copy >= 0) ::close(copy);
    return names;
  }
  errno = 0;
  while (::dirent const* const entry = ::readdir(stream.get())) {
    if (is_folder(folder, *entry)) names.emplace_back(entry->d_name);
    errno = 0;
  }
  error = errno;
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string DirectoryTree::path_of(std::uint32_t node) const {
  std::vector<std::uint32_t> way{node};
  while (parent[way.back()] != way.back()) way.push_back(parent[way.back()]);
  std::string path;
  for (auto one = way.rbegin(); one != way.rend(); ++one) {
    if (!path.empty() && path.back() != '/') path += '/';
    path += name[*one];
  }
  return path;
}

DirectoryTree walk_directories(std::filesystem::path const& root) {
  Progress const progress("walking " + root.string());
  return Walk().from(root.string());
}

}  // namespace yoke::tool
