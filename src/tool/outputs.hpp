#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <yoke/output_files.hpp>

namespace yoke::tool {

// While one lives, discard_outputs() finds the files.
class OpenOutputs {
 public:
  explicit OpenOutputs(OutputFiles& files);
  ~OpenOutputs();
  OpenOutputs(OpenOutputs const&) = delete;
  OpenOutputs& operator=(OpenOutputs const&) = delete;

 private:
  OutputFiles& files_;
};

// Two of a command's outputs would be one file, or an output would be the input that was named
// first. main() takes it as a usage error.
class SameFile : public std::invalid_argument {
 public:
  SameFile(std::string const& what, std::string first, std::string second, bool is_input = false)
      : std::invalid_argument(what),
        first_(std::move(first)),
        second_(std::move(second)),
        is_input_(is_input) {}
  // As they were given.
  std::string const& first() const noexcept { return first_; }
  std::string const& second() const noexcept { return second_; }
  bool first_is_input() const noexcept { return is_input_; }

 private:
  std::string first_, second_;
  bool is_input_;
};

// The files that a command writes: opened before its work, and given their names together after it.
// The name - stands for standard output, and an empty one for a file that is not asked for.
class Outputs {
 public:
  // Throws SameFile where an output is one of the inputs, or another output, by whatever name, and
  // std::runtime_error where one cannot be opened.
  Outputs(std::vector<std::string> const& inputs, std::vector<std::string> const& names);
  // One of the names asked for.
  OutputFile& operator[](std::string const& name);
  // The same for so many bytes of this rank's, which follow those of the ranks before in one file.
  OutputFile& part(std::string const& name, std::uint64_t bytes);
  // The same for what this rank writes from a byte of that file on: byte 0 is the first one's. All
  // ranks call this, for each stretch that any of them writes.
  OutputFile& part_from(std::string const& name, std::uint64_t begin);
  // Some of them, which no other rank writes parts of, are given their names before the others:
  // what a part of the command's work has come to, whatever becomes of the rest.
  void commit(std::vector<std::string> const& names);
  // With the outputs complete the command has succeeded, and no signal says otherwise. A rank that
  // is not the first has done its part before: then the first one alone may still be ended.
  void commit();

  // Where the report goes: not where numbers go.
  std::FILE* report_stream() const { return takes_standard_output_ ? stderr : stdout; }

 private:
  // Called by all ranks: the first one gives its file.
  std::filesystem::path temporary_of_first_rank(OutputFile* file);

  OutputFiles files_;
  OpenOutputs const open_{files_};
  std::vector<std::pair<std::string, OutputFile*>> opened_;
  bool takes_standard_output_ = false;
  bool writes_ = false;  // something, this rank or another one
};

// Replaces a file, whole, while the outputs are open: what a command keeps of its work so far.
void replace_file(std::string const& name, std::function<void(OutputFile&)> const& write);

// Writes a command's only output, which is complete after it: no signal comes between.
void complete_by(std::function<void()> const& write);

// Makes a folder, and those above it. Throws Failure.
void make_folder(std::filesystem::path const& folder);
// Throws Failure if that, or what it is said to be in, is there and is no folder: `what` cannot be
// done then.
void check_is_no_file(std::string const& what, std::filesystem::path const& folder);

// Does the name of an output stand for it?
bool is_standard_output(std::string const& name);

// A file that is removed before the command ends, also where a signal ends it.
void add_temporary(std::filesystem::path const& name);
void remove_temporary(std::filesystem::path const& name) noexcept;

// Removes the files that this rank has written parts of and another one, which may be ended with
// it, has opened: for a rank that ends all.
void discard_others_outputs() noexcept;

// Removes the temporary files, and what is not committed of the outputs that are open: for a thread
// that ends the process. Returns false where outputs are complete, and the process had better go on
// to its end.
bool discard_outputs() noexcept;

}  // namespace yoke::tool
