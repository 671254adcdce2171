#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <yoke/generate.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "memory.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

struct GenerateArguments {
  std::string output;
  std::uint64_t nodes = 0;
  ListShape shape;
  std::optional<Format> type;
  bool json = false;
};

template <class Word>
std::uint64_t generate(GenerateArguments const& arguments, Format format) {
  auto const successor = make_numbers<Word, Kokkos::HostSpace>("successor", arguments.nodes);
  std::uint64_t lists = 0;
  {
    Progress const progress("generating the list");
    lists = generate_lists(HostExec(), successor, arguments.shape);
  }
  write_numbers(arguments.output, format, std::span<Word const>(span_of(successor)));
  return lists;
}

int run(GenerateArguments const& arguments) {
  Format const format = format_of(arguments.output, arguments.type);
  check_tail_fits(arguments.shape.tail, format == Format::u64);
  bool const fits_32_bits = arguments.nodes < std::numeric_limits<std::uint32_t>::max();
  if (format == Format::u32 && !fits_32_bits) {
    throw UsageError(
        fmt::format("{} nodes do not fit 32-bit words: add --type u64", arguments.nodes));
  }
  std::uint64_t const lists = fits_32_bits && format != Format::u64
                                  ? generate<std::uint32_t>(arguments, format)
                                  : generate<std::uint64_t>(arguments, format);
  if (arguments.json) {
    print(Json{{"file", arguments.output}, {"nodes", arguments.nodes}, {"lists", lists}});
  } else {
    print(Facts{{"file", arguments.output},
                {"nodes", std::to_string(arguments.nodes)},
                {"lists", std::to_string(lists)}});
  }
  return success;
}

}  // namespace

Command add_generate(CLI::App& app) {
  auto* const parser = app.add_subcommand("generate", "Make input for the other commands");
  parser->require_subcommand(1);
  auto* const list =
      parser->add_subcommand("list", "Linked lists of a given shape, as an array of successors");
  auto const arguments = std::make_shared<GenerateArguments>();
  list->add_option("OUTPUT", arguments->output, "The file to write")->required()->type_name("");
  list->add_option("--nodes", arguments->nodes, "How many nodes, of all lists together")
      ->required()
      ->transform(counts())
      ->type_name("N");
  add_shape(*list, arguments->shape);
  add_tail(*list, arguments->shape.tail);
  add_format(*list, "--type", arguments->type, "The output's format");
  list->add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
