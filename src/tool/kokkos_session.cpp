#include "kokkos_session.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "errors.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

struct Number {
  std::string_view option, variable;
  int least;
};
constexpr std::array<Number, 2> numbers{{{"--kokkos-num-threads", "KOKKOS_NUM_THREADS", 1},
                                         {"--kokkos-device-id", "KOKKOS_DEVICE_ID", 0}}};

void check(Number const& number, std::string_view name, std::string_view value) {
  int parsed = 0;
  auto const end = value.data() + value.size();
  auto const [stopped, error] = std::from_chars(value.data(), end, parsed);
  if (error == std::errc() && stopped == end && parsed >= number.least) return;
  throw UsageError(fmt::format("{}={}: a number from {} up is needed, as in {}={}", name, value,
                               number.least, name, number.least + 1));
}

void check_numbers(std::vector<std::string> const& options) {
  for (auto const& number : numbers) {
    for (std::string_view option : options) {
      if (!option.starts_with(number.option)) continue;
      option.remove_prefix(number.option.size());
      if (option.empty() || option.front() == '=') {
        check(number, number.option, option.substr(option.empty() ? 0 : 1));
      }
    }
    char const* const value = std::getenv(number.variable.data());
    if (value != nullptr) check(number, number.variable, value);
  }
}

// Is it said which device this process takes, or which ones it sees? Then Kokkos chooses among
// them, by the rank on the node too.
bool names_device(std::vector<std::string> const& options) {
  return std::getenv("KOKKOS_DEVICE_ID") != nullptr ||
         std::getenv("KOKKOS_VISIBLE_DEVICES") != nullptr ||
         std::getenv("KOKKOS_MAP_DEVICE_ID_BY") != nullptr ||
         std::ranges::any_of(options, [](std::string const& option) {
           return option.starts_with("--kokkos-device-id") ||
                  option.starts_with("--kokkos-map-device-id-by");
         });
}

void end_as_usage_error(int) {
  constexpr std::string_view text = "yoke: Kokkos cannot be started in this way\n";
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(usage);
}

}  // namespace

KokkosSession::KokkosSession(std::vector<std::string> const& options) {
  check_numbers(options);
  std::vector<std::string> arguments{"yoke"};
  // `yoke info` says what there is to say about the OpenMP environment.
  arguments.emplace_back("--kokkos-disable-warnings");
  // Each rank of a node takes a GPU of its own, and where there are more ranks, in turns.
  if (ranks() > 1 && Kokkos::num_devices() > 0 && !names_device(options)) {
    arguments.push_back(
        fmt::format("--kokkos-device-id={}", rank_on_node() % Kokkos::num_devices()));
  }
  arguments.insert(arguments.end(), options.begin(), options.end());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  auto const old_handler = ::signal(SIGABRT, end_as_usage_error);
  guard_.emplace(argc, argv.data());
  ::signal(SIGABRT, old_handler);
  if (argc > 1) throw UsageError(fmt::format("Kokkos does not know the option {}", argv[1]));
}

}  // namespace yoke::tool
