#include "arguments.hpp"

#include <fmt/core.h>

#include <charconv>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "errors.hpp"

namespace yoke::tool {
namespace {

std::optional<std::uint64_t> parse(std::string_view text) {
  std::uint64_t number = 0;
  auto const end = text.data() + text.size();
  auto const [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

// Digits, or BASE^EXPONENT.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  auto const caret = text.find('^');
  auto const base = parse(text.substr(0, caret));
  if (caret == std::string_view::npos || !base) return base;
  auto const exponent = parse(text.substr(caret + 1));
  if (!exponent || *exponent > 63) return std::nullopt;
  std::uint64_t power = 1;
  for (std::uint64_t i = 0; i < *exponent; ++i) {
    if (__builtin_mul_overflow(power, *base, &power)) return std::nullopt;
  }
  return power;
}

Tail parse_tail(std::string const& text) {
  if (text == "self") return Tail::self_loop();
  if (text == "-1") return Tail::minus_one();
  if (auto const value = parse(text)) return Tail::value(*value);
  throw CLI::ValidationError("--tail", "'" + text + "' is neither self, -1 nor a number");
}

Split parse_split(std::string const& text) {
  if (text == "auto") return Split::automatic();
  double share = -1;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (error == std::errc() && end == text.data() + text.size() && share >= 0 && share <= 1) {
    return Split(share);
  }
  throw CLI::ValidationError("--split", "'" + text + "' is neither auto nor from 0 to 1");
}

std::string count_threads(int threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

}  // namespace

void add_run_options(CLI::App& app, RunArguments& arguments, std::string const& does,
                     std::string const& what) {
  app.add_flag("--verify", arguments.verify, "Check " + what + " before anything is written");
  app.add_option("--repeat", arguments.repeat, does + " so many times, show best and median")
      ->transform(counts(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  app.add_flag("--phases", arguments.phases,
               "Show the time of each step of the last run; adds a fence to each step");
  app.add_option("--timeline", arguments.timeline,
                 "Write a trace of the last run, for ui.perfetto.dev; adds a fence to each step")
      ->type_name("FILE");
  app.add_flag("--json", arguments.json, "Report in JSON");
}

void add_names(CLI::App& app, std::string& input, std::string const& what_is_read,
               std::string& output, std::string const& what_is_written) {
  app.add_option("INPUT", input, what_is_read + "; not with --random")->type_name("");
  app.add_option("OUTPUT,-o,--output", output, what_is_written + "; default: nowhere")
      ->type_name("");
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

void add_split(CLI::App& app, Split& split) {
  app.add_option_function<std::string>(
         "--split", [&split](std::string const& text) { split = parse_split(text); },
         "The host's share of a hybrid run: auto (`yoke tune`), or from 0 to 1; between them with "
         "automatic and the algorithms that docs/hybrid.md names")
      ->type_name("auto|SHARE")
      ->default_str("auto");
}

void check_split(Split split, Space space) {
  if (split.is_automatic() || space == Space::hybrid) return;
  throw UsageError("--split divides a hybrid run: add --space hybrid");
}

CLI::Option* add_space(CLI::App& app, Space& space, bool with_hybrid) {
  std::vector<std::pair<std::string, Space>> choices{
      {"serial", Space::serial}, {"host", Space::host}, {"device", Space::device}};
  if (with_hybrid) choices.emplace_back("hybrid", Space::hybrid);
  return add_choice<Space>(app, "--space", space, choices, "Where to work")
      ->default_str(std::string(to_string(space)));
}

CLI::Option* add_format(CLI::App& app, std::string const& name, std::optional<Format>& format,
                        std::string const& description) {
  return add_choice<Format>(
      app, name, format, {{"text", Format::text}, {"u32", Format::u32}, {"u64", Format::u64}},
      description + "; by default as its name ends: .u32, .u64, or else text");
}

CLI::Option* add_tail(CLI::App& app, Tail& tail) {
  return app
      .add_option_function<std::string>(
          "--tail", [&tail](std::string const& text) { tail = parse_tail(text); },
          "What a list's last node has as its successor: itself, -1, or this value")
      ->type_name("self|-1|VALUE")
      ->default_str("self");
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
      fmt::format("--tail {} is one of the {} nodes: a list's end would look like a link to it",
                  tail.end_value(), nodes));
}

CLI::Option* add_seed(CLI::App& app, std::string const& name, std::uint64_t& seed,
                      std::string const& description) {
  return app.add_option(name, seed, description)
      ->transform(counts())
      ->type_name("N")
      ->capture_default_str();
}

std::vector<CLI::Option*> add_shape(CLI::App& app, ListShape& shape) {
  auto* const order = add_choice<ListOrder>(app, "--order", shape.order,
                                            {{"random", ListOrder::random},
                                             {"ordered", ListOrder::ordered},
                                             {"reversed", ListOrder::reversed},
                                             {"block_shuffled", ListOrder::block_shuffled}},
                                            "The order in which the list visits its nodes")
                          ->default_str("random");
  auto* const lists = app.add_option("--lists", shape.lists, "How many lists share the nodes")
                          ->transform(counts(1))
                          ->type_name("N")
                          ->capture_default_str();
  return {order, lists, add_seed(app, "--seed", shape.seed)};
}

CLI::Option* add_counts(CLI::App& app, std::string const& name, std::vector<std::uint64_t>& values,
                        std::uint64_t least, std::string const& description) {
  auto const take = [&values, name, least](std::vector<std::string> const& lists) {
    values.clear();
    for (auto const& list : lists) {
      for (std::size_t begin = 0, end = 0; end < list.size(); begin = end + 1) {
        end = std::min(list.find(',', begin), list.size());
        std::string number = list.substr(begin, end - begin);
        auto const error = number.empty() ? fmt::format("a number is missing in '{}'", list)
                                          : counts(least)(number);  // powers become digits
        if (!error.empty()) throw CLI::ValidationError(name, error);
        values.push_back(*parse(number));
      }
    }
  };
  return app.add_option_function<std::vector<std::string>>(name, take, description)
      ->allow_extra_args(false);
}

CLI::Validator counts(std::uint64_t least, std::uint64_t most) {
  auto const to_digits = [least, most](std::string& text) -> std::string {
    auto const count = parse_count(text);
    if (!count) return "'" + text + "' is not a count: digits, or a power such as 2^24";
    if (*count < least || *count > most) {
      return fmt::format("{} is not from {} to {}", *count, least, most);
    }
    text = std::to_string(*count);
    return {};
  };
  return CLI::Validator(to_digits, "");
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
