#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <yoke/graph_io.hpp>

#include "graph_source.hpp"
#include "progress.hpp"

namespace yoke::tool {

// Tells on standard error what a user should know though it is no error.
void print_notes(GraphArguments const& arguments, GraphFileReport const& report);

// What read(options) makes of the file, with progress, the report and its notes.
template <class Read>
auto read_noted(GraphArguments const& arguments, GraphFileReport& report, Read const& read) {
  auto const base = std::filesystem::path(arguments.file().name()).filename().string();
  FileProgress progress("reading " + base);
  GraphReadOptions options = arguments.read_options();
  options.progress = std::ref(progress);
  options.report = &report;
  auto const graph = read(options);
  print_notes(arguments, report);
  return graph;
}

}  // namespace yoke::tool
