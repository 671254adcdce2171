#include <filesystem>
#include <span>
#include <string>
#include <vector>
#include <yoke/write_npy.hpp>

#include "photons.hpp"

namespace yoke::tool {
namespace {

// An array of two dimensions, radius by radius.
struct Matrix {
  char const* mcml_name;
  char const* name;
  std::vector<double> const& values;
  std::size_t columns;
};

std::vector<Matrix> matrices(PhotonDistributions const& distributions, PhotonGrid const& grid) {
  return {{"A_rz", "absorption_rz", distributions.absorption_rz, grid.nz},
          {"Rd_ra", "reflectance_ra", distributions.reflectance_ra, grid.na},
          {"Tt_ra", "transmitted_ra", distributions.transmitted_ra, grid.na}};
}

// Where the .mco goes.
std::filesystem::path output_path(PhotonsArguments const& arguments, McmlRun const& run) {
  std::filesystem::path const path(run.output);
  if (arguments.output_folder.empty()) return path;
  return std::filesystem::path(arguments.output_folder) / path.filename();
}

std::string beside(std::filesystem::path path, std::string const& ending) {
  if (path.extension() == ".mco") path.replace_extension();
  return path.string() + ending;
}

Json parameters(McmlRun const& run) {
  Json layers = Json::array();
  for (auto const& layer : run.tissue.layers) {
    layers.push_back({{"refractive_index", layer.refractive_index},
                      {"absorption", layer.absorption},
                      {"scattering", layer.scattering},
                      {"anisotropy", layer.anisotropy},
                      {"thickness", layer.thickness}});
  }
  Json const grid{{"dz", run.grid.dz},
                  {"dr", run.grid.dr},
                  {"nz", run.grid.nz},
                  {"nr", run.grid.nr},
                  {"na", run.grid.na}};
  return {{"grid", grid},
          {"index_above", run.tissue.index_above},
          {"layers", layers},
          {"index_below", run.tissue.index_below}};
}

Json all_of(PhotonsRun const& run, PhotonsArguments const& arguments) {
  auto const& distributions = run.distributions;
  Json json = to_json(run);
  json["seed"] = arguments.options.seed;
  json["arithmetic"] = to_string(arguments.options.arithmetic);
  json["beam"] = to_string(arguments.options.beam);
  json["beam_radius"] = arguments.options.beam_radius;
  json["generator"] = to_string(arguments.options.generator);
  if (is_fed(arguments)) json["feed"] = to_string(arguments.options.feed.source);
  json["parameters"] = parameters(run.input);
  json["absorption_z"] = Json::row(distributions.absorption_z);
  json["reflectance_r"] = Json::row(distributions.reflectance_r);
  json["reflectance_a"] = Json::row(distributions.reflectance_a);
  json["transmitted_r"] = Json::row(distributions.transmitted_r);
  json["transmitted_a"] = Json::row(distributions.transmitted_a);
  for (auto const& matrix : matrices(distributions, run.input.grid)) {
    Json rows = Json::array();
    std::span<double const> rest(matrix.values);
    for (; !rest.empty(); rest = rest.subspan(matrix.columns)) {
      rows.push_back(Json::row(rest.first(matrix.columns)));
    }
    json[matrix.name] = rows;
  }
  return json;
}

}  // namespace

std::vector<std::string> output_names(PhotonsArguments const& arguments, PhotonsTask const& run) {
  auto const path = output_path(arguments, run);
  std::vector<std::string> names;
  if (arguments.formats.mco) names.push_back(path.string());
  if (arguments.formats.json) names.push_back(beside(path, ".json"));
  for (auto const& matrix : matrices({}, run.grid)) {
    if (!arguments.formats.npy) break;
    if (arguments.without_absorption_grid && matrix.columns == run.grid.nz) continue;
    names.push_back(beside(path, std::string(".") + matrix.mcml_name + ".npy"));
  }
  // The last to be named: where it says that the run is done, the others are there.
  if (arguments.goes_on && !run.is_ahead) names.push_back(tallies_name(arguments, run));
  return names;
}

std::string tallies_name(PhotonsArguments const& arguments, McmlRun const& run) {
  return beside(output_path(arguments, run), ".tallies");
}

void write_run(Outputs& outputs, PhotonsArguments const& arguments, PhotonsRun const& run) {
  auto const path = output_path(arguments, run.input);
  if (arguments.formats.mco) {
    write_mco(outputs[path.string()], run.input, run.distributions, run.all_seconds());
  }
  if (arguments.formats.json) {
    outputs[beside(path, ".json")].write(all_of(run, arguments).dump() + '\n');
  }
  if (!arguments.formats.npy) return;
  for (auto const& matrix : matrices(run.distributions, run.input.grid)) {
    if (matrix.values.empty()) continue;
    write_npy(outputs[beside(path, std::string(".") + matrix.mcml_name + ".npy")], matrix.values,
              {run.input.grid.nr, matrix.columns});
  }
}

}  // namespace yoke::tool
