#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yoke {

class Timeline;

/// Two files of a set of OutputFiles would be the same file.
class SameOutput : public std::invalid_argument {
 public:
  /// Makes the exception from the names under which the file was opened, in that order.
  SameOutput(std::string first, std::string second)
      : std::invalid_argument("two outputs would be the same file: " + first +
                              (first == second ? "" : " and " + second)),
        first_(std::move(first)),
        second_(std::move(second)) {}

  /// The name under which the file is in the set.
  std::string const& first() const noexcept { return first_; }
  /// The name under which it was to be opened again.
  std::string const& second() const noexcept { return second_; }

 private:
  std::string first_, second_;
};

/// A file of a set of OutputFiles. All functions throw std::runtime_error with the file and the
/// system's reason.
class OutputFile {
 public:
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  /// The path as given.
  std::filesystem::path const& path() const { return path_; }

  /// The name by which another process opens the file's bytes until the set is committed. Empty if
  /// they go directly into the file. A file without a name has a name below /proc, which the
  /// processes of one machine and one user see: see OutputFiles::name_temporary().
  std::filesystem::path temporary() const;

  /// Appends to the file.
  void write(std::string_view bytes);

 private:
  friend class OutputFiles;
  explicit OutputFile(std::filesystem::path path);
  struct Part {};
  OutputFile(Part, std::filesystem::path const& temporary);

  // The existing file, or the file to make.
  void find_target();
  bool may_be_shared() const;
  bool is_same_file_as(OutputFile const& other) const;
  // Pipes, /dev/null and open descriptors (/dev/stdout, /dev/fd/3) are no regular files and are
  // written directly. Opening a pipe waits for its reader.
  bool is_written_into() const { return kind_ != Kind::regular; }
  void open_to_write_into();
  void open_temporary();
  bool open_unnamed(std::filesystem::path const& folder, unsigned mode);
  void open_named(std::filesystem::path const& folder, unsigned mode);
  void open_part(std::uint64_t begin);
  bool link_as(std::filesystem::path const& name) const;
  void name_temporary();
  void keep_owner_and_mode() const;
  void close();
  void rename();
  void remove_temporary() noexcept;
  [[noreturn]] void fail(std::string const& reason) const;

  enum class Kind { regular, special, descriptor };

  std::filesystem::path path_;
  std::filesystem::path target_;  // behind links, in a folder without links
  Kind kind_ = Kind::regular;
  bool exists_ = false;
  std::filesystem::path temporary_;  // empty: there is nothing to remove
  bool is_unnamed_ = false;  // the temporary file has no name, and is open until it gets one
  std::FILE* file_ = nullptr;
  bool is_spoilt_ = false;  // some output is lost
};

/// Files that appear whole, and together. Each is written as a file without a name in its folder,
/// and commit() gives all of them their names when all are written. Until then, and without
/// commit(), the earlier files are unchanged. A file without a name disappears with its process,
/// whatever ends the process. If the file system has no such files (NFS), or /proc is missing, a
/// file has a temporary name (`.yoke.*`), and the object removes it.
///
/// A symbolic link remains, and its target is replaced or made. A replaced file keeps its mode, and
/// its owner and group if the system allows that.
///
///   yoke::OutputFiles outputs;
///   auto& labels = outputs.open("labels.u32");
///   auto& forest = outputs.open("forest.el");   // a folder that is not there is seen here
///   ...                                         // the work
///   labels.write(...);
///   yoke::write_graph(forest, graph);
///   outputs.commit();
class OutputFiles {
 public:
  OutputFiles() = default;
  ~OutputFiles() { discard(); }
  OutputFiles(OutputFiles const&) = delete;
  OutputFiles& operator=(OutputFiles const&) = delete;

  /// The file exists as long as the set. Throws std::runtime_error with the file and the reason.
  /// Throws SameOutput if the file is in the set already, under any name.
  OutputFile& open(std::filesystem::path const& path);

  /// A part of a file that another process's set has opened, by its temporary(). Output goes there,
  /// from byte `begin` on. commit() ends the part. When all parts have ended, the other process
  /// commits the file.
  OutputFile& open_part(std::filesystem::path const& temporary, std::uint64_t begin);

  /// Gives the temporary file of a file in the set a name in its folder. This is for processes of
  /// other machines, which cannot open it by temporary(). temporary() changes.
  void name_temporary(OutputFile& file);

  /// Ends writing. All files are written completely before the first gets its name. If one cannot
  /// be written (a full disk), none gets a name, and std::runtime_error names it.
  void commit();

  /// The same for some of the set's files, which then have their names. The others remain open.
  void commit(std::span<OutputFile* const> files);

  /// Removes uncommitted files. Nothing can be opened or committed afterwards. Returns false if all
  /// files were committed. Another thread may call this at any time, such as one that waits for
  /// signals.
  bool discard() noexcept;

 private:
  void add(std::unique_ptr<OutputFile> file);
  void commit(std::span<OutputFile* const> files, bool are_all);

  std::mutex mutex_;
  bool is_open_ = true, is_committed_ = false;
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// The trace of Timeline::write_trace, into one of several files that appear together.
void write_trace(OutputFile& file, Timeline const& timeline);

}  // namespace yoke
