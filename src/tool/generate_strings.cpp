#include "generate_strings.hpp"

#include <cstdint>
#include <string>
#include <yoke/read_strings.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "key_file.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "spaces.hpp"

namespace yoke::tool {
namespace {

// A line each, or a record whose header is the string's number.
void write(OutputFile& file, HostStrings const& strings, bool is_fasta) {
  std::string part;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (is_fasta) part += ">" + std::to_string(i) + "\n";
    part.append(strings.characters.data() + strings.offsets(i),
                strings.characters.data() + strings.offsets(i + 1));
    part += '\n';
    if (part.size() < std::size_t(1) << 20) continue;
    file.write(part);
    part.clear();
  }
  file.write(part);
}

}  // namespace

Parser add_strings(Parser parser, StringsArguments& arguments) {
  Parser const strings = parser.add_command(
      "strings", "Strings to sort: lines, or records if the name is that of a FASTA file");
  strings.add_text("OUTPUT", arguments.output, "The file to write").required().type_name("");
  constexpr std::uint64_t most = StringShape::most;
  strings.add_count("--count", arguments.shape.strings, "How many strings", 0, most).required();
  add_choice<StringKind>(strings, "--kind", arguments.shape.kind,
                         {{"random", StringKind::random}, {"protein", StringKind::protein}},
                         "Random printable characters, or letters and lengths as of proteins")
      .show_default("random");
  auto const of = [&arguments](std::string const& name, StringKind kind) {
    return Case{name, [&arguments, kind] { return arguments.shape.kind == kind; }};
  };
  strings.add_count("--longest", arguments.shape.longest, "Characters of a string at most", 0, most)
      .show_default()
      .only_for(of("--kind random", StringKind::random));
  Case const proteins = of("--kind protein", StringKind::protein);
  strings.add_count("--family", arguments.shape.family, "Strings that share a prefix", 1)
      .show_default()
      .only_for(proteins);
  strings.add_count("--shared", arguments.shape.shared, "Characters that a family shares", 0, most)
      .show_default()
      .only_for(proteins);
  add_seed(strings, "--seed", arguments.shape.seed);
  add_input_generator(strings, arguments.generator);
  strings.add_flag("--json", arguments.json, "Report in JSON");
  return strings;
}

int write_generated_strings(StringsArguments const& arguments) {
  bool const is_fasta = has_fasta_name(arguments.output);
  if (is_fasta && arguments.shape.kind != StringKind::protein) {
    throw UsageError("a FASTA file is for sequences: add --kind protein");
  }
  // Half of the longest in the mean, and an offset.
  double const length = arguments.shape.kind == StringKind::protein
                            ? 366
                            : static_cast<double>(arguments.shape.longest) / 2;
  check_fits_in_memory(arguments.output, "to make it",
                       static_cast<double>(arguments.shape.strings) * (length + 8));
  Outputs outputs({}, {arguments.output});
  start_kokkos();
  Progress const progress("generating the strings");
  auto const strings =
      with_generator(arguments.generator, arguments.shape.seed, [&](auto const& random) {
        return generate_strings<std::int64_t, Kokkos::HostSpace>(HostExec(), arguments.shape,
                                                                 random);
      });
  write(outputs[arguments.output], strings, is_fasta);
  outputs.commit();
  Facts facts;
  facts.add("file", arguments.output)
      .add("strings", arguments.shape.strings)
      .add("characters", strings.characters.extent(0));
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

}  // namespace yoke::tool
