#include "random.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/random.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "outputs.hpp"

namespace yoke::tool {
namespace {

// An engine that yields the words of a number.
class WordsOf {
 public:
  using result_type = std::uint32_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffff; }

  explicit WordsOf(std::uint32_t const* words) : next_(words) {}
  result_type operator()() { return *next_++; }

 private:
  std::uint32_t const* next_;
};

template <class Value>
Value value_of(std::uint32_t const* words) {
  WordsOf engine(words);
  if constexpr (std::floating_point<Value>) {
    return draw_uniform<Value>(engine);
  } else if constexpr (sizeof(Value) == sizeof(std::uint64_t)) {
    return draw_word64(engine);
  } else {
    return draw_word(engine);
  }
}

template <class Value>
void write_block(OutputFile& file, std::span<std::uint32_t> words, bool raw) {
  std::size_t const step = sizeof(Value) / sizeof(std::uint32_t);
  if (!raw) {
    fmt::memory_buffer text;
    for (std::size_t i = 0; i < words.size(); i += step) {
      fmt::format_to(std::back_inserter(text), "{}\n", value_of<Value>(&words[i]));
    }
    return file.write({text.data(), text.size()});
  }
  if constexpr (std::floating_point<Value>) {
    for (std::size_t i = 0; i < words.size(); i += step) {
      Value const value = value_of<Value>(&words[i]);
      std::memcpy(&words[i], &value, sizeof value);
    }
  }
  file.write({reinterpret_cast<char const*>(words.data()), words.size_bytes()});
}

void write_block(OutputFile& file, std::span<std::uint32_t> words, RandomType type, bool raw) {
  switch (type) {
    case RandomType::u32:
      return write_block<std::uint32_t>(file, words, raw);
    case RandomType::u64:
      return write_block<std::uint64_t>(file, words, raw);
    case RandomType::f32:
      return write_block<float>(file, words, raw);
    case RandomType::f64:
      return write_block<double>(file, words, raw);
  }
}

void check(RandomArguments const& arguments) {
  if (arguments.low_bits > 8 * bytes_of(arguments.type)) {
    throw UsageError(fmt::format("--low-bits {}: the numbers of this --type have {} bits",
                                 arguments.low_bits, 8 * bytes_of(arguments.type)));
  }
  // Behind --stream; a seed has 2^64.
  std::uint64_t const more = std::numeric_limits<std::uint64_t>::max() - arguments.stream;
  if (arguments.interleave - 1 > more) {
    throw UsageError(fmt::format("--interleave {}: from --stream {} on {}", arguments.interleave,
                                 arguments.stream, there_are(more + 1, "stream")));
  }
  if (arguments.raw && ::isatty(STDOUT_FILENO) == 1) {
    throw UsageError("--raw writes bytes, and standard output is a terminal: > FILE or | PROGRAM");
  }
}

int run(RandomArguments const& arguments) {
  check(arguments);
  Outputs outputs({}, {"-"});
  auto& file = outputs["-"];
  RandomStream stream(arguments);
  start_kokkos_if(stream.has_work_for_all_cores());
  std::size_t const words_a_number = bytes_of(arguments.type) / sizeof(std::uint32_t);
  std::uint64_t left = arguments.words.value_or(any_count);
  while (left > 0) {
    auto block = stream.next();
    block =
        block.first(std::min<std::uint64_t>(left, block.size() / words_a_number) * words_a_number);
    write_block(file, block, arguments.type, arguments.raw);
    if (arguments.words) left -= block.size() / words_a_number;
  }
  outputs.commit();
  return success;
}

std::vector<std::pair<std::string, RandomKind>> generators() {
  return {{"philox", RandomKind::philox},   {"threefry", RandomKind::threefry},
          {"xoshiro", RandomKind::xoshiro}, {"mt19937", RandomKind::mt19937},
          {"xorwow", RandomKind::xorwow},   {"mwc", RandomKind::mwc},
          {"rand", RandomKind::rand},       {"rand31", RandomKind::rand31},
          {"lcg", RandomKind::lcg}};
}

void add_generator(Parser parser, RandomArguments& arguments) {
  auto kinds = generators();
  Case const of_expander{"--generator expander",
                         [&arguments] { return arguments.generator == RandomKind::expander; }};
  add_choice<RandomKind>(parser, "--feed", arguments.feed, kinds,
                         "Where the expander's bits come from")
      .show_default("philox")
      .only_for(of_expander);
  kinds.insert(kinds.begin() + 2, {"expander", RandomKind::expander});
  add_choice<RandomKind>(parser, "--generator", arguments.generator, kinds, "What draws them")
      .show_default("philox");
  parser
      .add_word(
          "--length",
          [&arguments](std::string const& word) {
            constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
            arguments.walk.length = static_cast<std::uint32_t>(parse_count(word, 1, longest));
          },
          "Steps of the expander's walk from a number to the next")
      .type_name("STEPS")
      .show_default(std::to_string(arguments.walk.length))
      .only_for(of_expander);
  add_choice<EighthValue>(parser, "--eighth", arguments.walk.eighth,
                          {{"stay", EighthValue::stay},
                           {"retry", EighthValue::retry},
                           {"diagonal", EighthValue::diagonal}},
                          "What the expander does for bits that name none of 7 neighbours")
      .show_default("diagonal")
      .only_for(of_expander);
}

}  // namespace

Command add_random(Parser program) {
  Parser const parser =
      program.add_command("random", "Write random numbers to standard output, without end");
  auto const arguments = std::make_shared<RandomArguments>();
  add_generator(parser, *arguments);
  add_seed(parser, "--seed", arguments->seed);
  parser.add_count("--stream", arguments->stream, "Which of the seed's streams").show_default();
  parser.add_count("--words", arguments->words, "How many numbers; default: no end")
      .type_name("COUNT");
  parser.add_flag("--raw", arguments->raw, "As little-endian words; default: as text, one a line");
  add_choice<RandomType>(parser, "--type", arguments->type,
                         {{"u32", RandomType::u32},
                          {"u64", RandomType::u64},
                          {"float", RandomType::f32},
                          {"double", RandomType::f64}},
                         "Their type; floats and doubles are from 0 to below 1")
      .show_default("u32");
  parser
      .add_count("--interleave", arguments->interleave,
                 "Take numbers from this number of streams in turn, from --stream on", 1, 1 << 16)
      .type_name("STREAMS")
      .show_default();
  parser.add_flag("--reverse-bits", arguments->reverse_bits,
                  "The highest bit of each number becomes the lowest");
  parser
      .add_count("--low-bits", arguments->low_bits,
                 "Only this number of lowest bits of each number, without gaps", 1, 64)
      .type_name("BITS");
  return {parser, [arguments] { return run(*arguments); }, false, tuned_fills()};
}

}  // namespace yoke::tool
