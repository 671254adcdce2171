#include "kokkos_session.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>

#include "errors.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

// Kokkos's pools have room for so many, and beyond it writes behind them (512 work, 600 fault).
constexpr int most_threads = 512;

struct Number {
  std::string_view option, variable;
  int least, most;
};
constexpr std::array<Number, 2> numbers{
    {{"--kokkos-num-threads", "KOKKOS_NUM_THREADS", 1, most_threads},
     {"--kokkos-device-id", "KOKKOS_DEVICE_ID", 0, std::numeric_limits<int>::max()}}};

void check(Number const& number, std::string_view name, std::string_view value) {
  int parsed = 0;
  auto const end = value.data() + value.size();
  auto const [stopped, error] = std::from_chars(value.data(), end, parsed);
  bool const is_number = error == std::errc() && stopped == end;
  if (is_number && parsed >= number.least && parsed <= number.most) return;
  auto const wanted = number.most == std::numeric_limits<int>::max()
                          ? fmt::format("from {} up", number.least)
                          : fmt::format("from {} to {}", number.least, number.most);
  throw UsageError(fmt::format("{}={}: a number {} is needed, as in {}={}", name, value, wanted,
                               name, number.least + 1));
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

bool names_threads(std::vector<std::string> const& options) {
  return std::getenv("KOKKOS_NUM_THREADS") != nullptr ||
         std::ranges::any_of(options, [](std::string const& option) {
           return option.starts_with("--kokkos-num-threads");
         });
}

// How many threads the OpenMP runtime would give Kokkos.
int threads_of_runtime() {
#ifdef KOKKOS_ENABLE_OPENMP
  return std::min(omp_get_max_threads(), omp_get_thread_limit());
#else
  return 1;
#endif
}

// Throws UsageError where OMP_NUM_THREADS asks for more threads than Kokkos has room for. A machine
// that has more cores is no fault of the user's: true is returned.
bool has_too_many_cores(std::vector<std::string> const& options) {
  if (names_threads(options)) return false;
  char const* asked = std::getenv("OMP_NUM_THREADS");
  // Of such a number libgomp takes the lowest 32 bits, as a number with a sign.
  while (asked != nullptr && *asked == ' ') ++asked;
  bool const wraps = asked != nullptr && std::isdigit(static_cast<unsigned char>(*asked)) != 0 &&
                     std::strtoull(asked, nullptr, 10) > std::numeric_limits<std::int32_t>::max();
  if (!wraps && threads_of_runtime() <= most_threads) return false;
  if (asked == nullptr) return true;
  throw UsageError(
      fmt::format("OMP_NUM_THREADS={}: Kokkos has room for {} threads", asked, most_threads));
}

// Kernels keep arrays of up to 80 KiB on a thread's stack (strings and tiles of distances). Beyond
// a stack's end is a fault.
constexpr std::uint64_t least_stack = std::uint64_t{512} << 10;

#ifdef KOKKOS_ENABLE_OPENMP
// The bytes of the stack of a thread that the runtime starts; 0: it starts none.
std::uint64_t stack_of_thread() {
  std::size_t bytes = 0;
  if (threads_of_runtime() < 2) return 0;
#pragma omp parallel num_threads(2) reduction(max : bytes)
  {
    ::pthread_attr_t attributes;
    if (omp_get_thread_num() > 0 && ::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
      ::pthread_attr_getstacksize(&attributes, &bytes);
      ::pthread_attr_destroy(&attributes);
    }
  }
  return bytes;
}
#endif

// Throws UsageError where a thread's stack is smaller than what kernels keep there.
void check_stacks() {
  ::rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < least_stack) {
    throw UsageError(
        fmt::format("stacks of {} KiB (ulimit -s) are too small: at least {} are needed",
                    limit.rlim_cur >> 10, least_stack >> 10));
  }
#ifdef KOKKOS_ENABLE_OPENMP
  std::uint64_t const bytes = stack_of_thread();
  if (bytes > 0 && bytes < least_stack) {
    throw UsageError(
        fmt::format("stacks of {} KiB (OMP_STACKSIZE) are too small: at least {} are needed",
                    bytes >> 10, least_stack >> 10));
  }
#endif
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

// A text without `begin` at its beginning, up to `end`.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  if (text.starts_with(begin)) text.remove_prefix(begin.size());
  return text.substr(0, text.find(end));
}

void write_error(std::string_view text) {
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
}

// While it lives, standard error is held back: Kokkos explains its end by a trace of its functions.
// All of it is shown at the end, or when the process ends in another way.
class HeldErrors {
 public:
  HeldErrors() : held_(::memfd_create("yoke", MFD_CLOEXEC)), own_(::dup(STDERR_FILENO)) {
    if (!holds()) return;
    ::dup2(held_, STDERR_FILENO);
    current = this;
    [[maybe_unused]] static int const registered = std::atexit([] {
      if (current != nullptr) current->show();
    });
    old_handler_ = ::signal(SIGABRT, end_as_usage_error);
  }
  ~HeldErrors() {
    if (holds()) {
      ::signal(SIGABRT, old_handler_);
      show();
      current = nullptr;
    }
    if (held_ >= 0) ::close(held_);
    if (own_ >= 0) ::close(own_);
  }
  HeldErrors(HeldErrors const&) = delete;
  HeldErrors& operator=(HeldErrors const&) = delete;

  void forget() { is_shown_ = true; }

 private:
  static void end_as_usage_error(int) {
    current->release();
    write_error("yoke: Kokkos cannot be started in this way: ");
    write_error(current->first_line());
    write_error("\n");
    ::_exit(usage);
  }

  bool holds() const { return held_ >= 0 && own_ >= 0; }
  void release() { ::dup2(own_, STDERR_FILENO); }
  void show() {
    release();
    std::array<char, 4096> block;
    ::off_t at = 0;
    for (::ssize_t got; !is_shown_ && (got = ::pread(held_, block.data(), block.size(), at)) > 0;
         at += got) {
      write_error({block.data(), static_cast<std::size_t>(got)});
    }
    is_shown_ = true;
  }
  // As signal handlers may read it.
  std::string_view first_line() {
    auto const got = ::pread(held_, line_.data(), line_.size(), 0);
    std::string_view const line(line_.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
    for (char& c : line_) c = c == '\n' || (' ' <= c && c <= '~') ? c : '?';
    return between(line.substr(0, line.find('\n')), "Warning: ", " Raised by Kokkos::");
  }

  static inline HeldErrors* current = nullptr;
  int held_, own_;
  bool is_shown_ = false;
  std::array<char, 300> line_{};
  void (*old_handler_)(int) = SIG_DFL;
};

KokkosSession* session = nullptr;

}  // namespace

KokkosSession::KokkosSession(std::vector<std::string> const& options) : options_(options) {
  check_numbers(options_);
  session = this;
}

KokkosSession::~KokkosSession() { session = nullptr; }

void start_kokkos() { session->start(true); }
void start_kokkos_if(bool is_needed) { session->start(is_needed); }

void KokkosSession::start(bool is_needed) {
  bool const limits_threads = has_too_many_cores(options_);
  check_stacks();
  if (options_.empty() && (!is_needed || Kokkos::is_initialized())) return;
  std::vector<std::string> arguments{"yoke"};
  // `yoke info` says what there is to say about the OpenMP environment.
  arguments.emplace_back("--kokkos-disable-warnings");
  if (limits_threads) {
    arguments.push_back(fmt::format("--kokkos-num-threads={}", most_threads));
  }
  // Each rank of a node takes a GPU of its own, and where there are more ranks, in turn.
  if (ranks() > 1 && Kokkos::num_devices() > 0 && !names_device(options_)) {
    arguments.push_back(
        fmt::format("--kokkos-device-id={}", rank_on_node() % Kokkos::num_devices()));
  }
  arguments.insert(arguments.end(), options_.begin(), options_.end());
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  HeldErrors errors;
  (void)guard_.emplace(argc, argv.data());  // nvcc wants its result used
  if (argc == 1) return;
  errors.forget();  // Kokkos's own words for this
  throw UsageError(fmt::format("Kokkos does not know the option {}", argv[1]));
}

}  // namespace yoke::tool
