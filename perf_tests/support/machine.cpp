#include "support/machine.hpp"

#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <yoke/tuner.hpp>
#include <yoke/version.hpp>

#include "support/spaces.hpp"

namespace yoke_perf {
namespace {

std::string trimmed(std::string const& text) {
  auto const begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Kokkos reports its configuration as indented lines of "name: value".
void add_kokkos_configuration(std::vector<std::pair<std::string, std::string>>& facts) {
  std::ostringstream text;
  Kokkos::print_configuration(text);
  std::istringstream lines(text.str());
  for (std::string line; std::getline(lines, line);) {
    auto const colon = line.find(": ");
    if (colon == std::string::npos) continue;
    auto const value = trimmed(line.substr(colon + 1));
    if (!value.empty()) facts.emplace_back("kokkos: " + trimmed(line.substr(0, colon)), value);
  }
}

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "not set" : value;
}

std::string first_line(char const* file, std::string const& otherwise) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) ? line : otherwise;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return trimmed(line.substr(line.find(':') + 1));
  }
  return "unknown";
}

// This program's, without the folder that it lies in, and its arguments.
std::string command() {
  std::ifstream file("/proc/self/cmdline");
  std::string line;
  for (std::string word; std::getline(file, word, '\0');) {
    line += line.empty() ? std::filesystem::path(word).filename().string() : ' ' + word;
  }
  return line.empty() ? "unknown" : line;
}

std::string date() {
  std::time_t const now = std::time(nullptr);
  char text[11];
  return std::strftime(text, sizeof text, "%F", std::gmtime(&now)) > 0 ? text : "unknown";
}

std::string card() {
#ifdef KOKKOS_ENABLE_CUDA
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) == cudaSuccess &&
      cudaGetDeviceProperties(&properties, device) == cudaSuccess) {
    return properties.name;
  }
#endif
  return "none";
}

std::string version(int major, int minor) {
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string compiler() {
#if defined(__clang__)
  std::string const host = "Clang " + version(__clang_major__, __clang_minor__);
#elif defined(__GNUC__)
  std::string const host = "g++ " + version(__GNUC__, __GNUC_MINOR__);
#else
  std::string const host = "unknown";
#endif
#ifdef __NVCC__
  return "nvcc " + version(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__) + ", " + host;
#else
  return host;
#endif
}

// With options of their own, benchmarks are not to be compared with others.
std::string compiler_and_options() {
  std::string const options = YOKE_PERF_TEST_OPTIONS;
  return options.empty() ? compiler() : compiler() + ", with " + options;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_environment() {
  std::vector<std::pair<std::string, std::string>> facts{
      {"yoke commit", yoke::git_commit().empty() ? "unknown" : std::string(yoke::git_commit())},
      {"command", command()},
      {"date", date()},
      {"machine", yoke::describe_machine()},
      {"processor", processor()},
      {"card", card()},
      {"compiler", compiler_and_options()},
      {"device space", Device::name()},
      {"host space", Host::name()},
      {"host threads", std::to_string(Host().concurrency())},
      {"OMP_PROC_BIND", environment("OMP_PROC_BIND")},
      {"OMP_PLACES", environment("OMP_PLACES")},
      {"transparent huge pages",
       first_line("/sys/kernel/mm/transparent_hugepage/enabled", "unknown")},
  };
  add_kokkos_configuration(facts);
  return facts;
}

std::size_t host_memory() {
  long const pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(size)
                               : 0;
}

std::size_t device_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess) return free;
#endif
  return host_memory();
}

}  // namespace yoke_perf
