#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <iostream>
#include <mutex>

#include "yoke/tuner.hpp"

namespace yoke {
namespace {

std::filesystem::path variable(char const* name) {
  char const* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A broken tuning file must not break a computation.
TuningTable load_or_warn(std::filesystem::path const& file) {
  std::error_code no_matter;
  if (file.empty() || !std::filesystem::exists(file, no_matter)) return TuningTable();
  try {
    return TuningTable::load(file);
  } catch (std::exception const& error) {
    std::cerr << "yoke: warning: untuned: " << error.what() << '\n';
    return TuningTable();
  }
}

// This machine's table, kept between calls.
class LoadedTable {
 public:
  std::optional<double> lookup(std::string_view capability, std::size_t size) {
    std::lock_guard const lock(mutex_);
    auto const file = tuning_file();
    if (!loaded_ || file != file_) {
      table_ = load_or_warn(file);
      is_for_this_machine_ = !table_.empty() && table_.machine() == describe_machine();
      file_ = file;
      loaded_ = true;
    }
    return is_for_this_machine_ ? table_.lookup(capability, size) : std::nullopt;
  }

 private:
  std::mutex mutex_;
  bool loaded_ = false;
  bool is_for_this_machine_ = false;
  std::filesystem::path file_;
  TuningTable table_;
};

}  // namespace

std::string describe_machine() {
  std::string device;
#ifdef KOKKOS_ENABLE_CUDA
  device = std::string(Kokkos::Cuda().cuda_device_prop().name) + ", ";
#endif
  int const threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  return device + std::to_string(threads) + (threads == 1 ? " host thread" : " host threads");
}

std::filesystem::path tuning_file() {
  if (auto const file = variable("YOKE_TUNING"); !file.empty()) return file;
  if (auto const folder = variable("XDG_CONFIG_HOME"); !folder.empty()) {
    return folder / "yoke" / "tuning.json";
  }
  if (auto const home = variable("HOME"); !home.empty()) {
    return home / ".config" / "yoke" / "tuning.json";
  }
  return {};
}

std::optional<double> tuned_host_share(std::string_view capability, std::size_t size) {
  static LoadedTable table;
  return table.lookup(capability, size);
}

double host_share(Split split, std::string_view capability, std::size_t size, double untuned) {
  if (!split.is_automatic()) return split.host_share();
  return tuned_host_share(capability, size).value_or(untuned);
}

}  // namespace yoke
