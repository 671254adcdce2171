// What valgrind's callgrind counts: the call of each capability, on a host's one thread, for fixed
// inputs. Everything else (making the input, a first call, the check) stands outside of the
// function that callgrind is told of. instructions.py runs this, and compares.

#include <sys/types.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "capabilities/cases.hpp"
#include "support/arguments.hpp"
#include "support/timing.hpp"

#if defined(YOKE_PERF_HAS_HIGHWAY)
#include <hwy/targets.h>
#endif

// By this name, and by a call of its own, callgrind knows it (--toggle-collect, --dump-after).
extern "C" [[gnu::noipa]] void yoke_perf_counted(std::function<void()> const& run) {
  run();
  asm volatile("" ::: "memory");  // otherwise the call were a jump, and this function no caller
}

// Found before the C library's: Highway's sort draws its first pivots' seed by it, which is to be
// fixed.
extern "C" ssize_t getrandom(void* bytes, std::size_t count, unsigned) {
  std::memset(bytes, 1, count);
  return static_cast<ssize_t>(count);
}

#if defined(YOKE_PERF_HAS_HIGHWAY)
// Found before Highway's: as its library is loaded, its benchmarks ask for their clock's resolution
// by rdtscp. Valgrind does not know rdtscp on processors that do not announce it.
namespace hwy::platform {
[[gnu::visibility("default")]] std::uint64_t TimerResolution();
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform
#endif

namespace yoke_perf {
namespace {

// Highway sorts by the best vectors of the processor: told here, so that every processor that has
// these takes the same ones.
std::string choose_vectors() {
#if defined(YOKE_PERF_HAS_HIGHWAY) && defined(HWY_ARCH_X86) && HWY_ARCH_X86
  hwy::DisableTargets(HWY_AVX2 - 1);  // better ones have lower bits
  std::int64_t const targets = hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);
#else
  return "unknown";
#endif
}

// What the compiler may use everywhere.
std::string instruction_set() {
#if defined(__x86_64__) && !defined(__SSE3__)
  return "x86-64";
#else
  return "other than x86-64";
#endif
}

// What the counts depend on besides the code.
nlohmann::ordered_json build() {
  auto const version = [](int major, int minor) {
    return std::to_string(major) + "." + std::to_string(minor);
  };
  return {{"compiler", YOKE_PERF_COMPILER},
          {"build type", YOKE_PERF_BUILD_TYPE},
          {"instruction set", instruction_set()},
          {"vectors of sorts", choose_vectors()},
          {"Kokkos", version(KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100)},
          {"device space", Device::name()},
          {"host space", Host::name()}};
}

// Runs a case, and says how many elements it has.
std::uint64_t run(Case const& it) {
  Ready const ready = it.make(it.sizes.counted);
  auto const& work = ready.work;
  time_checked(work.prepare, work.run, work.find_fault);
  time_checked(
      work.prepare, [&] { yoke_perf_counted(work.run); }, work.find_fault);
  return ready.elements;
}

int main_of(int argc, char** argv) {
  std::vector<std::string> beginnings;
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    auto const others = apply_options(
        argc, argv, {{"--case=", "LIST  beginnings of names (all)", [&](std::string_view text) {
                        beginnings = parse_list(text);
                      }}});
    if (!others.empty()) throw UsageError("takes options alone");
    nlohmann::ordered_json result{{"build", build()},
                                  {"elements", nlohmann::ordered_json::object()}};
    for (auto const& it : cases_named(every_case(Side::host), beginnings))
      result["elements"][it.name] = run(it);
    if (result["elements"].empty()) throw UsageError("there is no such case");
    std::cout << result.dump(2) << '\n';
  } catch (UsageError const& error) {
    std::cerr << "perf_instructions: " << error.what() << '\n';
    return 2;
  } catch (std::exception const& error) {
    std::cerr << "perf_instructions: " << error.what() << '\n';
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) { return yoke_perf::main_of(argc, argv); }
