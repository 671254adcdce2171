#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <yoke/read_strings.hpp>
#include <yoke/sort_strings_options.hpp>

#include "arguments.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "run.hpp"

namespace yoke {

// As the other algorithms' names; found by the type's namespace.
inline std::string_view to_string(SortStringsAlgorithm algorithm) {
  return sort_strings_algorithms[static_cast<std::size_t>(algorithm)].name;
}

}  // namespace yoke

// What `yoke sort` does with strings: the sorting and the report.
namespace yoke::tool {

// Which strings of a file: its lines, or what each record of a FASTA file is sorted by.
enum class StringsOf { lines, headers, sequences };

struct StringsSortArguments : RunArguments {
  std::string input, output, permutation;
  std::optional<Format> permutation_type;
  StringsOf strings_of = StringsOf::lines;
  StringReadOptions reading;
  SortStringsOptions options;
};

struct StringsSortOutcome : RunOutcome<SortStringsAlgorithm, SortStringsReport> {
  std::uint64_t strings = 0, characters = 0;
};

// Reads the strings, finds their order as often as asked, verifies it, and writes it and the lines
// or records in it.
StringsSortOutcome sort_strings_file(StringsSortArguments const& arguments, Outputs& outputs);

Facts facts_of(StringsSortOutcome const& outcome, StringsSortArguments const& arguments);

}  // namespace yoke::tool
