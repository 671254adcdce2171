#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace yoke::detail {

// The processors' counters, as Linux shows them: a folder for each zone, whose counter of
// microjoules begins again at 0 after max_energy_range_uj.
class Rapl {
 public:
  explicit Rapl(std::filesystem::path const& powercap);

  // Since construction, all zones together; nothing where one cannot be read (any more).
  std::optional<double> joules();
  std::string const& why_none() const { return why_none_; }

 private:
  struct Zone {
    std::filesystem::path counter;
    std::uint64_t range = 0, last = 0;  // microjoules
  };

  void lose(std::string why);

  std::vector<Zone> zones_;
  std::uint64_t microjoules_ = 0;
  std::string why_none_;
};

}  // namespace yoke::detail
