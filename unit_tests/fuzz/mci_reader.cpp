// Feeds bytes to what reads MCML's input files: runs that can be simulated, or a place in the file.
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
  for (double const width : {grid.dz, grid.dr}) require(1e-90 <= width && width <= 1e90);
  for (auto const parts : {grid.nz, grid.nr, grid.na}) require(0 < parts && parts <= 1 << 24);
  auto const is_index = [](double n) { return 1e-100 <= n && n <= 1e100; };
  auto const is_of_layer = [](double x) { return 0 <= x && x <= 1e15; };
  require(is_index(run.tissue.index_above) && is_index(run.tissue.index_below));
  require(!run.tissue.layers.empty() && run.tissue.layers.size() <= 1024);
  for (auto const& layer : run.tissue.layers) {
    require(is_index(layer.refractive_index));
    require(is_of_layer(layer.absorption) && is_of_layer(layer.scattering));
    require(-1 < layer.anisotropy && layer.anisotropy <= 1);
    require(is_of_layer(layer.thickness));
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
      require(run.line > 0 && run.line <= size);
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
