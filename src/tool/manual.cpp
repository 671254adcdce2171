#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>
#include <yoke/version.hpp>

#include "command.hpp"
#include "errors.hpp"
#include "outputs.hpp"

namespace yoke::tool {
namespace {

using Pages =
    std::vector<std::pair<std::string, std::string>>;  // names of files, and what is there

void add_pages(CommandRow const& command, std::filesystem::path const& folder, Pages& pages) {
  pages.emplace_back((folder / name_of_manual_page(command)).string(),
                     make_manual_page(command, std::string(library_version())));
  for (auto const& one : command.commands) add_pages(one, folder, pages);
}

// A folder above it that is not there was mistyped, as a rule.
void make_folder_of_pages(std::filesystem::path const& folder) {
  if (is_standard_output(folder.string())) {
    throw UsageError("the manual is a folder of pages: give the folder's name, not -");
  }
  check_is_no_file("make the folder", folder);
  std::error_code none;
  auto const name = folder.has_filename() ? folder : folder.parent_path();
  auto const above = name.parent_path();
  if (!above.empty() && !std::filesystem::exists(above, none)) {
    throw Failure("cannot make the folder " + name.string() + ": there is no folder " +
                  above.string());
  }
  make_folder(folder);
}

int write_manual(CommandRow const& program, std::filesystem::path const& folder) {
  make_folder_of_pages(folder);
  Pages pages;
  add_pages(program, folder, pages);
  std::vector<std::string> names;
  for (auto const& page : pages) names.push_back(page.first);
  Outputs outputs({}, names);
  for (auto const& [name, text] : pages) outputs[name].write(text);
  outputs.commit();
  return success;
}

}  // namespace

Command add_manual(Parser program) {
  Parser const parser = program.add_command("manual", "Write the manual pages, for man");
  auto const folder = std::make_shared<std::string>();
  parser.add_text("FOLDER", *folder, "Where to write yoke.1, and a page of each command")
      .required()
      .type_name("");
  return {parser, [program, folder] { return write_manual(program.describe(), *folder); }};
}

}  // namespace yoke::tool
