#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace yoke {

class Timeline;

/// A file of a set of OutputFiles. All functions throw std::runtime_error naming the file and the
/// system's reason.
class OutputFile {
 public:
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  /// As it was asked for.
  std::filesystem::path const& path() const { return path_; }

  /// By which name another process opens what its bytes go to until its set is committed; empty
  /// where they go straight into the file. Of a file without a name it is one below /proc, which
  /// the processes of one machine and one user have: see OutputFiles::name_temporary().
  std::filesystem::path temporary() const;

  /// Appends to what has been written.
  void write(std::string_view bytes);

 private:
  friend class OutputFiles;
  explicit OutputFile(std::filesystem::path path);
  struct Part {};
  OutputFile(Part, std::filesystem::path const& temporary);

  // What is there already, or would be.
  void find_target();
  bool may_be_shared() const;
  bool is_same_file_as(OutputFile const& other) const;
  // What is no regular file (a pipe, /dev/null), or an open descriptor (/dev/stdout, /dev/fd/3), is
  // written straight into; opening a pipe waits for its reader.
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
  std::filesystem::path target_;  // behind links, in a folder without any
  Kind kind_ = Kind::regular;
  bool exists_ = false;
  std::filesystem::path temporary_;  // empty: there is none to remove
  bool is_unnamed_ = false;          // the temporary file has no name, and is open until it has
  std::FILE* file_ = nullptr;
  bool is_spoilt_ = false;  // something that was written is lost
};

/// Files that appear whole, and together: each is written as a file without a name in its folder,
/// and commit() gives all of them their names when all are written. Until then, and without
/// commit(), what was there before is unchanged. A file without a name goes with its process,
/// whatever ends that; where the file system has none (NFS), or /proc is not there, a temporary
/// name takes its place (`.yoke.*`), and the object removes it. A symbolic link
/// stays one, and the file that it points at is replaced, or made where it points at none. A
/// replaced file keeps its mode, and its owner and group as far as the system lets the caller give
/// them.
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

  /// The file lives as long as the set. Throws std::runtime_error naming the file and the reason,
  /// and std::invalid_argument where it is a file of the set already, by whatever name.
  OutputFile& open(std::filesystem::path const& path);

  /// A part of a file that another process's set has opened, by its temporary(): what is written
  /// goes there, from byte `begin` on. commit() ends the part; when all parts have ended, that
  /// process commits the file.
  OutputFile& open_part(std::filesystem::path const& temporary, std::uint64_t begin);

  /// Gives the temporary file of one of the set a name in its folder, for processes that cannot
  /// open it by temporary(), which changes: those of other machines.
  void name_temporary(OutputFile& file);

  /// Ends writing. All files are written to their ends before the first is renamed: where one
  /// cannot be (a full disk), none is, and std::runtime_error names it.
  void commit();

  /// The same of some of the set's files, which then have their names, together, while the others
  /// stay open.
  void commit(std::span<OutputFile* const> files);

  /// Removes what was not committed; nothing can be opened or committed afterwards. Returns false
  /// where all files were. Another thread may call this, at any time: one that waits for signals.
  bool discard() noexcept;

 private:
  void add(std::unique_ptr<OutputFile> file);
  void commit(std::span<OutputFile* const> files, bool are_all);

  std::mutex mutex_;
  bool is_open_ = true, is_committed_ = false;
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// The trace that Timeline::write_trace writes, into one of several files that appear together.
void write_trace(OutputFile& file, Timeline const& timeline);

}  // namespace yoke
