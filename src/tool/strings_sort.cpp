#include "strings_sort.hpp"

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <yoke/hybrid.hpp>
#include <yoke/messages.hpp>
#include <yoke/read_strings.hpp>
#include <yoke/sort_strings.hpp>
#include <yoke/validate_sort_strings.hpp>

#include "memory.hpp"
#include "progress.hpp"
#include "raw_words.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

using Runs = TimedRuns<StringsSortArguments, StringsSortOutcome>;
using HostMemory = Kokkos::HostSpace;

// What a file has: records, or lines alone.
struct StringsFile {
  HostStrings sorted_by;
  std::optional<FastaStrings> records;
};

StringsFile read(StringsSortArguments const& arguments) {
  Progress const progress("reading the strings");
  bool const is_standard_input = arguments.input == "-";
  auto const& options = arguments.reading;
  if (arguments.strings_of == StringsOf::lines) {
    return {is_standard_input ? read_lines(0, "standard input", options)
                              : read_lines(arguments.input, options),
            std::nullopt};
  }
  auto const records = is_standard_input ? read_fasta(0, "standard input", options)
                                         : read_fasta(arguments.input, options);
  return {arguments.strings_of == StringsOf::headers ? records.headers : records.sequences,
          records};
}

// Strings that lie where an executor works on them; a Hybrid moves what must move.
template <class Executor, class Permutation>
void find_order(Executor const& executor, HostStrings const& strings,
                Permutation const& permutation, Runs& runs, StringsSortOutcome& outcome) {
  using Index = typename Permutation::value_type;
  using Memory = typename WorkMemoryOf<Executor>::Type;
  SortStringsPlan<Executor, std::int64_t, Index> plan(executor, strings.size(), runs.options());
  if constexpr (std::is_same_v<Memory, HostMemory> || std::is_same_v<Executor, Hybrid<>>) {
    runs.run("sorting", plan, [&] { plan(strings, permutation); });
  } else {
    Strings const there(make_numbers<char, Memory>("characters", strings.characters.extent(0)),
                        make_numbers<std::int64_t, Memory>("offsets", strings.offsets.extent(0)));
    auto const order = make_numbers<Index, Memory>("permutation", permutation.extent(0));
    outcome.upload = timed_copy(executor, there.characters, strings.characters) +
                     timed_copy(executor, there.offsets, strings.offsets);
    runs.run("sorting", plan, [&] { plan(there, order); });
    outcome.download = timed_copy(executor, permutation, order);
  }
}

// Gathers what is written in larger parts.
class TextWriter {
 public:
  explicit TextWriter(OutputFile& file) : file_(file) {}
  void add(std::string_view text) {
    part_ += text;
    if (part_.size() >= std::size_t(1) << 20) flush();
  }
  void flush() {
    file_.write(part_);
    part_.clear();
  }

 private:
  OutputFile& file_;
  std::string part_;
};

std::string_view string_of(HostStrings const& strings, std::uint64_t i) {
  return {strings.characters.data() + strings.offsets(i),
          static_cast<std::size_t>(strings.offsets(i + 1) - strings.offsets(i))};
}

// A sequence in lines of 60, as most programs write it.
void add_sequence(TextWriter& writer, std::string_view sequence) {
  constexpr std::size_t width = 60;
  for (std::size_t at = 0; at < sequence.size(); at += width) {
    writer.add(sequence.substr(at, width));
    writer.add("\n");
  }
}

template <class Permutation>
void write_sorted(OutputFile& output, StringsFile const& file, Permutation const& permutation) {
  Progress const progress("writing the strings");
  TextWriter writer(output);
  for (std::size_t k = 0; k < permutation.extent(0); ++k) {
    std::uint64_t const i = permutation(k);
    if (file.records) {
      writer.add(">");
      writer.add(string_of(file.records->headers, i));
      writer.add("\n");
      add_sequence(writer, string_of(file.records->sequences, i));
    } else {
      writer.add(string_of(file.sorted_by, i));
      writer.add("\n");
    }
  }
  writer.flush();
}

// Whether the first lines are numbers of different lengths, whose order is not that of their bytes.
bool look_like_numbers(HostStrings const& lines) {
  std::size_t const looked_at = std::min<std::size_t>(lines.size(), 1000);
  bool differ = false;
  for (std::size_t i = 0; i < looked_at; ++i) {
    auto const line = string_of(lines, i);
    if (line.empty() || !std::ranges::all_of(line, is_of_text_numbers)) return false;
    differ = differ || line.size() != string_of(lines, 0).size();
  }
  return differ;
}

template <class Index>
void sort_as(StringsSortArguments const& arguments, StringsFile const& file, Outputs& outputs,
             StringsSortOutcome& outcome) {
  auto const& strings = file.sorted_by;
  auto const permutation = make_numbers<Index, HostMemory>("permutation", strings.size());
  Runs runs(arguments, "sort_strings", outcome);
  on_space(arguments.space, [&](auto const& executor) {
    find_order(executor, strings, permutation, runs, outcome);
  });
  if (arguments.verify) {
    outcome.fault = find_fault("string", strings.size(), [&] {
      validate_sort_strings(HostExec(), strings, permutation, arguments.options.order);
      return strings.size();
    });
    if (outcome.fault) return;
  }
  if (!arguments.output.empty()) write_sorted(outputs[arguments.output], file, permutation);
  write_output(outputs, arguments.permutation, arguments.permutation_type, permutation);
  runs.write_trace(outputs);
}

std::string rounds_of(SortStringsReport const& report) {
  std::string rounds;
  for (auto const strings : report.sorted) {
    rounds += (rounds.empty() ? "" : ", ") + std::to_string(strings);
  }
  return rounds;
}

}  // namespace

StringsSortOutcome sort_strings_file(StringsSortArguments const& arguments, Outputs& outputs) {
  StringsSortOutcome outcome;
  auto const file = read(arguments);
  if (arguments.strings_of == StringsOf::lines && look_like_numbers(file.sorted_by)) {
    fmt::print(stderr,
               "yoke: note: the lines of {} look like numbers, and are sorted by their bytes: 10 "
               "comes before 9\n",
               arguments.input == "-" ? "standard input" : printable(arguments.input));
  }
  outcome.strings = file.sorted_by.size();
  outcome.characters = file.sorted_by.characters.extent(0);
  if (outcome.strings > std::numeric_limits<std::uint32_t>::max()) {
    sort_as<std::uint64_t>(arguments, file, outputs, outcome);
  } else {
    sort_as<std::uint32_t>(arguments, file, outputs, outcome);
  }
  return outcome;
}

Facts facts_of(StringsSortOutcome const& outcome, StringsSortArguments const& arguments) {
  Facts facts;
  facts.add("strings", outcome.strings).add("characters", outcome.characters);
  add_runs(facts, outcome, arguments, "strings", outcome.strings);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.add("sorted", outcome.report.sorted, "sorted", rounds_of(outcome.report));
  }
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every string");
  return facts;
}

}  // namespace yoke::tool
