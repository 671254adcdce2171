#include "arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>
#include <yoke/counted.hpp>

#include "errors.hpp"

namespace yoke::tool {
namespace {

Tail parse_tail(std::string const& text) {
  if (text == "self") return Tail::self_loop();
  if (text == "-1") return Tail::minus_one();
  try {
    return Tail::value(parse_count(text));
  } catch (BadWord const&) {
    throw BadWord(in_quotes(text) + " is neither self, -1 nor a number " +
                  show_range(0, any_count));
  }
}

Split parse_split(std::string const& text) {
  if (text == "auto") return Split::automatic();
  double const share = parse_real(text);
  if (share >= 0 && share <= 1) return Split(share);
  throw BadWord(in_quotes(text) + " is neither auto nor from 0 to 1");
}

std::string count_threads(int threads) {
  return show_count(static_cast<std::uint64_t>(threads), "thread");
}

}  // namespace

void add_run_options(Parser parser, RunArguments& arguments, std::string const& does,
                     std::string const& what) {
  parser.add_flag("--verify", arguments.verify, "Check " + what + " before anything is written");
  parser
      .add_count("--repeat", arguments.repeat,
                 does + " this number of times, and show best and median", 1, 1000000)
      .show_default();
  parser.add_flag("--phases", arguments.phases,
                  "Show the time of each step of the last run; adds a fence to each step");
  parser
      .add_text("--timeline", arguments.timeline,
                "Write a trace of the last run, for ui.perfetto.dev; adds a fence to each step")
      .type_name("FILE");
  parser.add_flag(
      "--energy", arguments.energy,
      "Show the joules of a run for each side that has a counter; takes some seconds more");
  parser.add_flag("--json", arguments.json, "Report in JSON");
}

void add_names(Parser parser, std::string& input, std::string const& what_is_read,
               std::string& output, std::string const& what_is_written) {
  parser.add_text("INPUT", input, what_is_read + "; not with --random").type_name("");
  parser.add_text("OUTPUT,-o,--output", output, what_is_written + "; default: nowhere")
      .type_name("");
}

void settle_names(std::string& input, std::string& output, bool is_random,
                  std::string const& command) {
  if (!is_random) {
    if (!input.empty()) return;
    throw UsageError(
        fmt::format("{} needs a file to read, or --random (yoke {} --help)", command, command));
  }
  if (input.empty()) return;
  if (!output.empty()) {
    throw UsageError(fmt::format("with --random there is no INPUT, and {} are two names",
                                 input + " and " + output));
  }
  std::error_code none;
  if (std::filesystem::is_regular_file(input, none) && !std::filesystem::is_empty(input, none)) {
    throw UsageError(fmt::format(
        "with --random there is no INPUT, and {} is there already: --output {} would replace it",
        input, input));
  }
  std::swap(input, output);
}

Case with_output(std::string const& output) {
  return {"OUTPUT", [&output] { return !output.empty(); }};
}

Case with_output(std::string const& output, std::string const& input,
                 std::function<bool()> const& is_random) {
  return {"OUTPUT", [&output, &input, is_random] {
            return !(is_random() ? input + output : output).empty();
          }};
}

void add_split(Parser parser, Split& split, Space const& space, std::string const& shares) {
  parser
      .add_word(
          "--split", [&split](std::string const& text) { split = parse_split(text); },
          "The host's share of a hybrid run: " + shares)
      .type_name("auto|SHARE")
      .show_default("auto")
      .only_for({"--space hybrid", [&space] { return space == Space::hybrid; }});
}

Option add_space(Parser parser, Space& space, bool with_hybrid) {
  std::vector<std::pair<std::string, Space>> choices{
      {"serial", Space::serial}, {"host", Space::host}, {"device", Space::device}};
  if (with_hybrid) choices.emplace_back("hybrid", Space::hybrid);
  return add_choice<Space>(parser, "--space", space, choices, "Where to work")
      .show_default(std::string(to_string(space)));
}

Option add_format(Parser parser, std::string const& name, std::optional<Format>& format,
                  std::string const& description) {
  return add_choice<Format>(
      parser, name, format, {{"text", Format::text}, {"u32", Format::u32}, {"u64", Format::u64}},
      description + "; by default as its name ends: .u32, .u64, or else text");
}

Option add_tail(Parser parser, Tail& tail) {
  return parser
      .add_word(
          "--tail", [&tail](std::string const& text) { tail = parse_tail(text); },
          "What a list's last node has as its successor: itself, -1, or this value")
      .type_name("self|-1|VALUE")
      .show_default("self");
}

void check_tail_fits(Tail tail, bool words_are_wide) {
  bool const fits = tail.end_value() <= std::numeric_limits<std::uint32_t>::max() ||
                    tail.end_value() == Tail::minus_one().end_value();
  if (words_are_wide || fits) return;
  throw UsageError(fmt::format("--tail {} does not fit the list's 32-bit words", tail.end_value()));
}

void check_tail_is_no_node(Tail tail, std::uint64_t nodes) {
  if (tail.is_self_loop() || tail.end_value() >= nodes) return;
  throw UsageError(
      fmt::format("--tail {} is a node ({}): a list's end would look like a link to it",
                  tail.end_value(), show_range(0, nodes - 1)));
}

Option add_seed(Parser parser, std::string const& name, std::uint64_t& seed,
                std::string const& description) {
  return parser.add_count(name, seed, description).show_default();
}

void check_lists(ListShape const& shape, std::uint64_t nodes) {
  if (shape.lists <= std::max<std::uint64_t>(nodes, 1)) return;
  throw UsageError(fmt::format("--lists {}: each list has at least one node, and there {} {}",
                               shape.lists, nodes == 1 ? "is" : "are", nodes));
}

std::vector<Option> add_shape(Parser parser, ListShape& shape) {
  Option const order = add_choice<ListOrder>(parser, "--order", shape.order,
                                             {{"random", ListOrder::random},
                                              {"ordered", ListOrder::ordered},
                                              {"reversed", ListOrder::reversed},
                                              {"block_shuffled", ListOrder::block_shuffled}},
                                             "The order in which the list visits its nodes")
                           .show_default("random");
  Option const lists =
      parser.add_count("--lists", shape.lists, "How many lists share the nodes", 1).show_default();
  return {order, lists, add_seed(parser, "--seed", shape.seed).only_for(with_drawn_order(shape))};
}

Case with_drawn_order(ListShape const& shape) {
  return {"--order random or block_shuffled", [&shape] {
            return shape.order == ListOrder::random || shape.order == ListOrder::block_shuffled;
          }};
}

std::string_view to_string(Space space) {
  switch (space) {
    case Space::serial:
      return "serial";
    case Space::host:
      return "host";
    case Space::device:
      return "device";
    case Space::hybrid:
      break;
  }
  return "hybrid";
}

void check_build_has(Space space) {
  if (space == Space::device && !has_device) {
    throw UsageError(
        "this build has no device: build against a Kokkos with CUDA (docs/tool.md says how), or "
        "use --space host");
  }
}

std::string describe(Space space) {
  std::string const threads = count_threads(HostExec().concurrency());
  switch (space) {
    case Space::serial:
      return "serial, " + count_threads(one_host_thread().concurrency());
    case Space::host:
      return "host, " + threads;
    case Space::device:
      return fmt::format("device, {}", DeviceExec::name());
    case Space::hybrid:
      break;
  }
  return has_device ? fmt::format("hybrid, {} and {}", DeviceExec::name(), threads)
                    : "hybrid, two sides that share " + threads;
}

}  // namespace yoke::tool
