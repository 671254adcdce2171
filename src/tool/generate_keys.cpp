#include "generate_keys.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "memory.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "spaces.hpp"

namespace yoke::tool {
namespace {

template <class Key>
void write_in(KeysArguments const& arguments, Outputs& outputs) {
  auto const keys = make_numbers<Key, Kokkos::HostSpace>("keys", arguments.count);
  {
    Progress const progress("generating the keys");
    with_generator(arguments.generator, arguments.shape.seed, [&](auto const& random) {
      generate_keys(HostExec(), keys, arguments.shape, random);
    });
  }
  write_keys(outputs[arguments.output], std::span<Key const>(span_of(keys)));
}

}  // namespace

Parser add_keys(Parser parser, KeysArguments& arguments) {
  Parser const keys = parser.add_command("keys", "Keys to sort or to count, as raw words");
  keys.add_text("OUTPUT", arguments.output, "The file to write").required().type_name("");
  keys.add_count("--count", arguments.count, "How many keys").required();
  add_key_type(keys, arguments.type, "What the keys are");
  std::vector<std::pair<std::string, KeyDistribution>> distributions;
  distributions.reserve(key_distributions.size());
  for (auto const& entry : key_distributions) {
    distributions.emplace_back(entry.name, entry.distribution);
  }
  add_choice<KeyDistribution>(keys, "--distribution", arguments.shape.distribution, distributions,
                              "How the keys are distributed, and where they stand")
      .show_default("uniform");
  using Distribution = KeyDistribution;
  auto const of = [&arguments](std::vector<Distribution> const& some) {
    std::string names;
    for (Distribution const one : some) {
      names += (names.empty() ? "--distribution " : "|") + std::string(to_string(one));
    }
    return Case{names, [&arguments, some] {
                  return std::ranges::find(some, arguments.shape.distribution) != some.end();
                }};
  };
  keys.add_count("--blocks", arguments.shape.blocks, "Blocks that follow each other", 1,
                 KeyShape::most_blocks)
      .show_default()
      .only_for(of({Distribution::deterministic_duplicates, Distribution::randomised_duplicates,
                    Distribution::staggered, Distribution::bucket_sorted}));
  keys.add_count("--runs", arguments.shape.runs, "Runs in a block", 1, KeyShape::most_runs)
      .show_default()
      .only_for(of({Distribution::randomised_duplicates}));
  keys.add_count("--zipf-values", arguments.shape.zipf_values, "How many different keys there are",
                 1, KeyShape::most_zipf_values)
      .show_default()
      .only_for(of({Distribution::zipf}));
  auto const drawn =
      of({Distribution::uniform, Distribution::gaussian, Distribution::randomised_duplicates,
          Distribution::staggered, Distribution::bucket_sorted, Distribution::zipf});
  add_seed(keys, "--seed", arguments.shape.seed).only_for(drawn);
  add_input_generator(keys, arguments.generator).only_for(drawn);
  keys.add_flag("--json", arguments.json, "Report in JSON");
  return keys;
}

int write_generated_keys(KeysArguments const& arguments) {
  KeyType const type = key_type_of(arguments.output, arguments.type);
  check_fits_in_memory(arguments.output, "to make it",
                       static_cast<double>(arguments.count) * static_cast<double>(width_of(type)));
  Outputs outputs({}, {arguments.output});
  start_kokkos();
  on_key_type(type, [&](auto key) { write_in<decltype(key)>(arguments, outputs); });
  outputs.commit();
  Facts facts;
  facts.add("file", arguments.output)
      .add("keys", arguments.count)
      .add("type", to_string(type))
      .add("distribution", to_string(arguments.shape.distribution));
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

}  // namespace yoke::tool
