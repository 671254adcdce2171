// Feeds bytes to what reads MCML's input files: runs that can be simulated, or a place in the file.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "photon_io/parse_mci.hpp"

namespace files = yoke::detail::files;

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check(yoke::McmlRun const& run) {
  require(!run.output.empty() && run.photons > 0);
  auto const& grid = run.grid;
  require(grid.dz > 0 && grid.dr > 0 && std::isfinite(grid.dz) && std::isfinite(grid.dr));
  require(grid.nz > 0 && grid.nr > 0 && grid.na > 0);
  require(run.tissue.index_above > 0 && run.tissue.index_below > 0);
  require(!run.tissue.layers.empty());
  for (auto const& layer : run.tissue.layers) {
    require(layer.refractive_index > 0 && std::isfinite(layer.refractive_index));
    require(layer.absorption >= 0 && std::isfinite(layer.absorption));
    require(layer.scattering >= 0 && std::isfinite(layer.scattering));
    require(-1 < layer.anisotropy && layer.anisotropy <= 1);
    require(layer.thickness >= 0 && std::isfinite(layer.thickness));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr std::uint64_t memory_limit = std::uint64_t(1) << 22;
  std::string_view const file(reinterpret_cast<char const*>(data), size);
  try {
    auto const runs = files::parse_mci(file, memory_limit);
    require(!runs.empty() && runs.size() <= size);
    std::set<std::string> outputs;
    for (auto const& run : runs) {
      check(run);
      require(run.grid.nr * (run.grid.nz + run.grid.na) <= memory_limit / 16);
      require(outputs.insert(run.output).second);
    }
  } catch (files::Fault const& fault) {
    require(file.data() <= fault.at && fault.at <= file.data() + size);
    require(!fault.reason.empty() && fault.reason.size() < 400);
    require(files::line_of(file, fault.at) <= size + 1);
  }
  return 0;
}
