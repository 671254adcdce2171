#include <fmt/ranges.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/tuner.hpp>
#include <yoke/version.hpp>

#include "build_info.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "memory.hpp"
#include "output.hpp"
#include "spaces.hpp"

namespace yoke::tool {
namespace {

struct Device {
  std::string name;
  std::uint64_t memory_bytes;
};

std::vector<Device> find_devices() {
#ifdef KOKKOS_ENABLE_CUDA
  Kokkos::Cuda const space;
  auto const& properties = space.cuda_device_prop();
  return {{properties.name, properties.totalGlobalMem}};
#else
  return {};
#endif
}

std::string kokkos_version() {
  return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
                     KOKKOS_VERSION % 100);
}

std::vector<std::string> kokkos_backends() {
  std::vector<std::string> names;
#ifdef KOKKOS_ENABLE_CUDA
  names.emplace_back(Kokkos::Cuda::name());
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  names.emplace_back(Kokkos::OpenMP::name());
#endif
#ifdef KOKKOS_ENABLE_THREADS
  names.emplace_back(Kokkos::Threads::name());
#endif
#ifdef KOKKOS_ENABLE_SERIAL
  names.emplace_back(Kokkos::Serial::name());
#endif
  return names;
}

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// "[madvise]" of "always [madvise] never"; empty where the system does not say.
std::string huge_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  for (std::string word; file >> word;) {
    if (word.size() > 2 && word.front() == '[') return word.substr(1, word.size() - 2);
  }
  return "";
}

struct Tuning {
  std::filesystem::path file;
  bool is_used;
  std::string why;
  std::vector<TunedEntry> shares = {};
};

using Names = std::set<std::string>;

// "in use for bfs, sort; shares saved up to 34%"
std::string describe_use(std::vector<TunedEntry> const& shares, Names const& tuned) {
  Names used, unknown, by_energy;
  double most = 0;
  for (auto const& [call, size, share] : shares) {
    (tuned.contains(call.capability) ? used : unknown).insert(call.capability);
    if (share.by == TunedBy::energy) by_energy.insert(call.capability);
    most = std::max(most, share.gain.value_or(0));
  }
  auto const none = used.empty() ? "nothing" : "";
  auto use = fmt::format("in use for {}{}", none, fmt::join(used, ", "));
  if (!by_energy.empty()) use += fmt::format("; by energy: {}", fmt::join(by_energy, ", "));
  if (most > 0) use += fmt::format("; shares saved up to {:.0f}%", 100 * most);
  if (!unknown.empty()) use += fmt::format("; unknown: {}", fmt::join(unknown, ", "));
  return use;
}

Json to_json(std::vector<TunedEntry> const& shares) {
  Json rows = Json::array();
  for (auto const& [call, size, share] : shares) {
    Json row{{"capability", call.capability},
             {"place", to_string(call.place)},
             {"index_bits", call.index_bits},
             {"host_threads", call.host_threads},
             {"size", size},
             {"host_share", share.host_share}};
    if (call.arcs_per_vertex > 0) row["arcs_per_vertex"] = call.arcs_per_vertex;
    if (share.gain) row["gain"] = *share.gain;
    row["by"] = to_string(share.by);
    rows.push_back(row);
  }
  return rows;
}

Tuning look_at_tuning(Names const& tuned) {
  auto const file = tuning_file();
  if (file.empty()) return {file, false, "there is no home folder to look in"};
  std::error_code error;
  auto const type = std::filesystem::status(file, error).type();
  // If the path leads through a regular file, reading says so.
  if (type == std::filesystem::file_type::not_found && error != std::errc::not_a_directory) {
    return {file, false, "not there; `yoke tune` writes it"};
  }
  try {
    auto const tables = TuningTables::load(file);
    if (auto const* const table = tables.find(describe_machine())) {
      auto shares = table->entries();
      if (shares.empty()) return {file, false, "empty; `yoke tune` fills it"};
      auto use = describe_use(shares, tuned);
      return {file, true, std::move(use), std::move(shares)};
    }
    auto const others = tables.machines();
    if (others.empty()) return {file, false, "empty; `yoke tune` fills it"};
    return {file, false, fmt::format("for other machines: {}", fmt::join(others, "; "))};
  } catch (std::exception const& error) {
    return {file, false, error.what()};
  }
}

std::string describe_affinity(std::string const& proc_bind) {
  if (!proc_bind.empty()) return "OMP_PROC_BIND=" + proc_bind;
  return "threads are not bound; OMP_PROC_BIND=spread OMP_PLACES=threads is usually faster";
}

std::string describe_huge_pages(std::string const& setting) {
  if (setting.empty()) return "unknown";
  if (setting == "never") return "never; random access is faster with them";
  return setting == "madvise" ? "madvise: for memory that asks for them, as Yoke's does" : setting;
}

void add_devices(Facts& facts) {
  facts.json["devices"] = Json::array();
  for (auto const& [name, bytes] : find_devices()) {
    facts.tell("device", fmt::format("{}, {}", name, format_bytes(bytes)));
    facts.json["devices"].push_back({{"name", name}, {"memory_bytes", bytes}});
  }
  if (has_device) return;
  facts.tell("device", "none: for one, build against a Kokkos with CUDA (docs/tool.md)");
}

void add_host(Facts& facts) {
  auto const threads = HostExec().concurrency();
  auto const cpus = std::thread::hardware_concurrency();
  facts.add(
      "host",
      Json{{"space", HostExec::name()},
           {"threads", threads},
           {"cpus", cpus},
           {"omp_proc_bind", environment("OMP_PROC_BIND")},
           {"huge_pages", huge_pages()},
           {"topology", topology},
           {"sort", host_sort}},
      "host",
      show_count(static_cast<std::uint64_t>(threads), "thread") + " on " + show_count(cpus, "CPU"));
  facts.tell("affinity", describe_affinity(environment("OMP_PROC_BIND")))
      .tell("topology", topology.empty() ? "unknown: with hwloc (libhwloc-dev) hybrid calls "
                                           "place threads by cores and domains"
                                         : std::string(topology))
      .tell("huge pages", describe_huge_pages(huge_pages()))
      .tell("sort of keys", host_sort == "highway"
                                ? "on hosts by Highway's vectorised quicksort"
                                : "on hosts digit by digit: slower than with Highway (libhwy-dev)");
}

Facts make_facts(Names const& tuned) {
  std::string backends;
  for (auto const& name : kokkos_backends()) backends += (backends.empty() ? "" : ", ") + name;
  auto const commit = git_commit().empty() ? "" : fmt::format(", commit {}", git_commit());
  Facts facts;
  facts.add("version", library_version(), "yoke", std::string(library_version()) + commit)
      .add("kokkos", Json{{"version", kokkos_version()}, {"backends", kokkos_backends()}}, "kokkos",
           fmt::format("{} with {}", kokkos_version(), backends));
  facts.json["git_commit"] = git_commit();
  add_devices(facts);
  add_host(facts);
  auto const tuning = look_at_tuning(tuned);
  facts.add("pinned_memory", Kokkos::SharedHostPinnedSpace::name())
      .add("tuning",
           Json{{"file", tuning.file.string()},
                {"used", tuning.is_used},
                {"why", tuning.why},
                {"shares", to_json(tuning.shares)}},
           "tuning file", fmt::format("{} ({})", tuning.file.string(), tuning.why));
  facts.json["machine"] = describe_machine();
  return facts;
}

}  // namespace

Command add_info(Parser program, std::vector<Command> const& others) {
  Parser const parser = program.add_command("info", "What this build and this machine have");
  auto const json = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "Report in JSON");
  Names tuned;
  for (auto const& other : others) {
    for (auto const& capability : other.tuned) tuned.insert(capability.name);
  }
  return {parser, [json, tuned] {
            start_kokkos();
            make_facts(tuned).print(*json);
            return static_cast<int>(success);
          }};
}

}  // namespace yoke::tool
