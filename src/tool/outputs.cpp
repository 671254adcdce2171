#include "outputs.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <vector>
#include <yoke/compressed.hpp>

#include "errors.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

namespace fs = std::filesystem;

// A command's outputs, and what it replaces meanwhile.
std::mutex mutex;
std::vector<OutputFiles*> open_files;
bool are_complete = false;
// Under these names the first rank has files that this one writes parts of.
std::vector<fs::path> others_files;
std::vector<fs::path> temporaries;

void check_is_not_read(std::string const& output, fs::path const& path,
                       std::vector<std::string> const& inputs) {
  for (auto const& input : inputs) {
    std::error_code none;
    auto const other = input == "-" ? fs::path("/dev/stdin") : fs::path(input);
    // Pipes and terminals have two ends.
    if (!fs::is_regular_file(other, none) || !fs::equivalent(other, path, none)) continue;
    throw SameFile(fmt::format("the input {} and the output {} are the same file", input, output),
                   input, output, true);
  }
}

// Equal for names of one file, on one machine.
std::string identity_of(fs::path const& path) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{} {}", status.st_dev, status.st_ino);
}

// Asked before it is opened, as a pipe's other end may never come.
void check_is_regular(fs::path const& path) {
  std::error_code none;
  auto const status = fs::status(path, none);
  if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) return;
  throw UsageError("several ranks can write only regular files, not " + path.string());
}

}  // namespace

void check_is_no_file(std::string const& what, fs::path const& folder) {
  std::error_code none;
  fs::path above;
  for (auto const& part : folder) {
    above /= part;
    auto const status = fs::status(above, none);
    if (!fs::exists(status)) return;
    if (fs::is_directory(status)) continue;
    throw Failure(fmt::format("cannot {} {}: {} is no folder", what, folder.string(),
                              above == folder ? "it" : above.string()));
  }
}

void make_folder(fs::path const& folder) {
  check_is_no_file("make the folder", folder);
  std::error_code error;
  auto const name = folder.has_filename() ? folder : folder.parent_path();
  if (fs::is_symlink(name, error) && !fs::exists(name, error)) {
    throw Failure(
        fmt::format("cannot make the folder {}: it is a link to nothing", folder.string()));
  }
  fs::create_directories(folder, error);
  if (!error) return;
  throw Failure(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

bool is_standard_output(std::string const& name) {
  constexpr std::array<std::string_view, 4> names{"-", "/dev/stdout", "/dev/fd/1",
                                                  "/proc/self/fd/1"};
  return std::ranges::find(names, name) != names.end();
}

OpenOutputs::OpenOutputs(OutputFiles& files) : files_(files) {
  std::lock_guard const lock(mutex);
  open_files.push_back(&files_);
}

OpenOutputs::~OpenOutputs() {
  files_.discard();  // while a signal still finds what is not removed yet
  std::lock_guard const lock(mutex);
  std::erase(open_files, &files_);
}

namespace {

// No output is written compressed: other programs would expand what a name promises.
void check_promises_no_compression(std::string const& name) {
  if (decompressor_of_name(name).empty()) return;
  throw UsageError(fmt::format("{}: files are not written compressed: write {}, and compress that",
                               name, fs::path(name).stem().string()));
}

// The report goes to standard output, or if an output does, to standard error.
void check_report_is_apart(std::vector<std::string> const& inputs,
                           std::vector<std::string> const& outputs) {
  bool const is_taken = std::ranges::any_of(outputs, is_standard_output);
  fs::path const report = is_taken ? "/dev/stderr" : "/dev/stdout";
  std::error_code none;
  if (!fs::is_regular_file(report, none)) return;
  auto const check = [&](std::string const& file, fs::path const& path) {
    if (path.empty() || !fs::equivalent(path, report, none)) return;
    throw UsageError(fmt::format("the report would go into {}: send {} to another file", file,
                                 is_taken ? "standard error" : "standard output"));
  };
  for (auto const& file : inputs) {
    file == "-" ? check("standard input", "/dev/stdin") : check(file, file);
  }
  for (auto const& file : outputs) {
    check(file, is_standard_output(file) ? "/dev/stdout" : file);
  }
}

}  // namespace

Outputs::Outputs(std::vector<std::string> const& inputs, std::vector<std::string> const& names) {
  check_report_is_apart(inputs, names);
  for (auto const& name : names) {
    if (name.empty()) continue;
    check_promises_no_compression(name);
    writes_ = true;
    if (ranks() > 1 && is_standard_output(name)) {
      throw UsageError("several ranks can write only to files: give the output a name");
    }
    auto const path = name == "-" ? fs::path("/dev/stdout") : fs::path(name);
    if (ranks() > 1) check_is_regular(path);
    if (rank() > 0) continue;  // the first rank's, of which others write parts
    check_is_not_read(name, path, inputs);
    if (is_standard_output(name)) {
      auto const found = std::ranges::find_if(
          opened_, [](auto const& opened) { return is_standard_output(opened.first); });
      if (found != opened_.end()) {
        throw SameFile("two outputs would go to standard output: give one of them a file's name",
                       found->first, name);
      }
      takes_standard_output_ = true;
    }
    try {
      opened_.emplace_back(name, &files_.open(path));
    } catch (SameOutput const& same) {
      auto const found = std::ranges::find_if(
          opened_, [&](auto const& opened) { return opened.second->path() == same.first(); });
      throw SameFile(same.what(), found->first, name);
    }
  }
}

OutputFile& Outputs::operator[](std::string const& name) {
  return *std::ranges::find(opened_, name, &std::pair<std::string, OutputFile*>::first)->second;
}

// By a name that all ranks have. A file without a name is there for those of its machine, as a
// rule; another file may be there for others.
fs::path Outputs::temporary_of_first_rank(OutputFile* file) {
  auto const ask = [&] {
    return text_of_first_rank(file == nullptr ? std::string() : file->temporary().string());
  };
  fs::path const temporary = ask();
  auto const found = identity_of(temporary);
  if (sum_of_ranks(found == text_of_first_rank(found) ? 0 : 1) == 0) return temporary;
  if (file != nullptr) files_.name_temporary(*file);
  return ask();
}

OutputFile& Outputs::part(std::string const& name, std::uint64_t bytes) {
  return part_from(name, sum_of_ranks_before(bytes));
}

OutputFile& Outputs::part_from(std::string const& name, std::uint64_t begin) {
  if (ranks() == 1) return (*this)[name];
  auto const temporary = temporary_of_first_rank(rank() == 0 ? &(*this)[name] : nullptr);
  if (rank() > 0) others_files.push_back(temporary);
  return rank() == 0 && begin == 0 ? (*this)[name] : files_.open_part(temporary, begin);
}

void Outputs::commit(std::vector<std::string> const& names) {
  if (rank() > 0) return;
  std::vector<OutputFile*> files;
  files.reserve(names.size());
  for (auto const& name : names) files.push_back(&(*this)[name]);
  files_.commit(files);
}

// Not with the mutex held, for a pipe's reader may make it wait. A signal that comes before
// the mark is set learns from the files themselves that they are complete.
void Outputs::commit() {
  if (rank() > 0) {
    files_.commit();
    // From here on the first rank alone decides whether the command succeeds.
    std::lock_guard const lock(mutex);
    are_complete = writes_;
  }
  wait_for_ranks();  // the first rank names the files when all have written their parts
  others_files.clear();
  if (rank() > 0) return;
  files_.commit();
  std::lock_guard const lock(mutex);
  are_complete = writes_;
}

void discard_others_outputs() noexcept {
  std::error_code none;
  for (auto const& file : others_files) fs::remove(file, none);
}

void replace_file(std::string const& name, std::function<void(OutputFile&)> const& write) {
  OutputFiles files;
  OpenOutputs const open(files);
  write(files.open(name));
  files.commit();
}

void complete_by(std::function<void()> const& write) {
  std::lock_guard const lock(mutex);
  write();
  are_complete = true;
}

void add_temporary(fs::path const& name) {
  std::lock_guard const lock(mutex);
  temporaries.push_back(name);
}

void remove_temporary(fs::path const& name) noexcept {
  std::error_code none;
  std::lock_guard const lock(mutex);
  if (std::erase(temporaries, name) > 0) fs::remove(name, none);
}

bool discard_outputs() noexcept {
  std::error_code none;
  std::lock_guard const lock(mutex);
  for (auto const& name : temporaries) fs::remove(name, none);
  temporaries.clear();
  bool were_open = open_files.empty();
  for (auto* const files : open_files) were_open = files->discard() || were_open;
  return were_open && !are_complete;
}

}  // namespace yoke::tool
