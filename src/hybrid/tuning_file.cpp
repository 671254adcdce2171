#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>

#include "yoke/messages.hpp"
#include "yoke/share_trial.hpp"
#include "yoke/tuner.hpp"

namespace yoke {
namespace {

// What answers the calls of this thread.
thread_local ShareTrial* trial_of_this_thread = nullptr;

std::filesystem::path variable(char const* name) {
  char const* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As the system names it; empty where it does not.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return {};
}

// What cannot be looked at may be there, and reading it says why. A name that the user gave may be
// wrong: then reading what is below a regular file says so.
bool may_be_there(std::filesystem::path const& file) {
  std::error_code error;
  auto const type = std::filesystem::status(file, error).type();
  return type != std::filesystem::file_type::not_found ||
         (error == std::errc::not_a_directory && !variable("YOKE_TUNING").empty());
}

// A broken tuning file must not break a computation.
TuningTables load_or_warn(std::filesystem::path const& file) {
  if (file.empty() || !may_be_there(file)) return {};
  try {
    return TuningTables::load(file);
  } catch (std::exception const& error) {
    std::cerr << "yoke: warning: untuned: " << printable(error.what()) << '\n';
    return {};
  }
}

// This machine's table, kept between calls.
class LoadedTable {
 public:
  std::optional<double> lookup(TunedCall const& call, std::size_t size) {
    std::lock_guard const lock(mutex_);
    auto const file = tuning_file();
    if (!loaded_ || file != file_) {
      table_ = load_or_warn(file).of(describe_machine());
      file_ = file;
      loaded_ = true;
    }
    return table_.lookup(call, size);
  }

 private:
  std::mutex mutex_;
  bool loaded_ = false;
  std::filesystem::path file_;
  TuningTable table_;
};

}  // namespace

std::string describe_machine() {
  std::string hardware;
#ifdef KOKKOS_ENABLE_CUDA
  hardware = std::string(Kokkos::Cuda().cuda_device_prop().name) + ", ";
#endif
  std::string const processor = processor_name();
  if (!processor.empty()) hardware += processor + ", ";
  int const threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  return hardware + std::to_string(threads) + (threads == 1 ? " host thread" : " host threads");
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

std::optional<double> tuned_host_share(TunedCall const& call, std::size_t size) {
  static LoadedTable table;
  return table.lookup(call, size);
}

ShareTrial::ShareTrial(double host_share)
    : host_share_(Split(host_share).host_share()), before_(trial_of_this_thread) {
  trial_of_this_thread = this;
}

ShareTrial::~ShareTrial() { trial_of_this_thread = before_; }

std::optional<double> ShareTrial::answer(TunedQuestion const& question) {
  if (question_ && question.call.capability != question_->call.capability) return std::nullopt;
  question_ = question;
  return host_share_;
}

double host_share(Split split, TunedCall const& call, std::size_t size, double untuned) {
  if (!split.is_automatic()) return split.host_share();
  if (auto* const trial = trial_of_this_thread) {
    if (auto const share = trial->answer({call, size, untuned})) return *share;
  }
  return tuned_host_share(call, size).value_or(untuned);
}

}  // namespace yoke
