#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "photon_io/mci_lines.hpp"
#include "photon_io/parse_mci.hpp"
#include "yoke/counted.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

// Of numbers that mean nothing here.
constexpr Range any_number{"of any size", [](double) { return true; }};
constexpr Range above_zero{"above 0", [](double x) { return x > 0; }};
constexpr Range from_zero{"from 0 up", [](double x) { return x >= 0; }};

// What the layers are made of, by name.
struct Medium {
  std::string_view name;
  TissueLayer layer;  // without a thickness
};

// Of MCML's quantities, those that yoke counts, and those that it does not: they are resolved in
// time. MCML 2 says Rd_r, MCML 3 R_r.
constexpr std::array counted{"RD_R", "RD_A", "RD_RA", "TD_R", "TD_A", "TD_RA", "R_R",
                             "R_A",  "R_RA", "T_R",   "T_A",  "T_RA", "A_Z",   "A_RZ"};
constexpr std::array timed{"RD_T",   "RD_RT", "RD_AT", "RD_RAT", "TD_T",  "TD_RT", "TD_AT",
                           "TD_RAT", "R_T",   "R_RT",  "R_AT",   "R_RAT", "T_T",   "T_RT",
                           "T_AT",   "T_RAT", "A_T",   "A_ZT",   "A_RZT"};

bool is_among(auto const& names, std::string_view name) {
  auto const small = lower_case(name);
  return std::ranges::any_of(names, [&](char const* each) { return lower_case(each) == small; });
}

// The format of MCML 2 and 3: media, then runs, each part up to a line that says "end".
class LaterMciParser {
 public:
  LaterMciParser(DataLines& lines, std::string const& program, std::uint64_t memory_limit)
      : lines_(lines), reader_(lines, memory_limit), program_(program) {}

  std::vector<McmlRun> parse() {
    read_media();
    std::vector<McmlRun> runs;
    while (!ends("the output of a run, or the end of all runs,")) runs.push_back(read_run());
    if (runs.empty()) throw Fault{first_.data(), "the file ends without a run"};
    return runs;
  }

 private:
  // Goes to the next line: does it say that its part ends? Else first_ is its first word.
  bool ends(std::string const& what) {
    lines_.next(what);
    first_ = lines_.word();
    return first_ == "end";
  }
  [[noreturn]] void refuse(std::string_view at, std::string const& why) const {
    throw Fault{at.data(), "this is a file of " + program_ + ", and " + why};
  }

  void read_media() {
    while (!ends("a medium, or the end of the media,")) {
      LayerNames const names("medium " + quoted(first_));
      media_.push_back({first_, reader_.read_medium(names)});
      lines_.end(names.g);
    }
  }

  TissueLayer const& medium(std::string_view name) const {
    auto const found = std::ranges::find(media_, name, &Medium::name);
    if (found != media_.end()) return found->layer;
    throw Fault{name.data(), quoted(name) + " stands where the name of a medium is expected"};
  }

  McmlRun read_run() {
    McmlRun run;
    reader_.read_output(run);
    read_layers(run.tissue);
    read_source();
    read_grid(run.grid);
    read_quantities();
    read_ends(run);
    return run;
  }

  // A medium above and one below, and layers between them, which have a thickness.
  void read_layers(Tissue& tissue) {
    std::vector<std::string_view> names;
    std::vector<std::string_view> thicknesses;
    while (!ends("a layer, or the end of the layers,")) {
      static_cast<void>(medium(first_));
      names.push_back(first_);
      thicknesses.push_back(lines_.word());
      lines_.end("the thickness");
    }
    if (names.size() < 3) {
      throw Fault{first_.data(), "the layers end after " +
                                     show_count(names.size(), "medium", "media") +
                                     ", where one above, layers, and one below are expected"};
    }
    if (auto const layers = names.size() - 2; layers > photons::most_layers) {
      throw Fault{first_.data(), there_are(layers, "layer") + ", where " +
                                     show_range(1, photons::most_layers) + " are expected"};
    }
    tissue.index_above = medium(names.front()).refractive_index;
    tissue.index_below = medium(names.back()).refractive_index;
    for (std::size_t i = 1; i + 1 < names.size(); ++i) {
      auto layer = medium(names[i]);
      layer.thickness = parse_real(thicknesses[i], LayerNames("layer " + std::to_string(i)).d,
                                   photons::a_thickness);
      tissue.layers.push_back(layer);
    }
    above_ = names.front();
  }

  void read_source() {
    lines_.next("the source, pencil,");
    auto const type = lines_.word();
    if (type == "isotropic") refuse(type, "its source is isotropic; yoke has beams alone");
    if (type != "pencil")
      throw Fault{type.data(), quoted(type) + " stands where pencil is expected"};
    lines_.end("the source");
    lines_.next("where the source is");
    auto const place = lines_.word(), in = lines_.word();
    if (parse_real(place, "the depth of the source", from_zero) > 0) {
      refuse(place, "its source is inside the tissue; yoke's beams fall on the surface");
    }
    if (!in.empty() && in != above_) {
      refuse(in, "its source begins inside the first layer; yoke's beams fall on the surface");
    }
    lines_.end("the medium of the source");
  }

  void read_grid(PhotonGrid& grid) {
    lines_.next("dz, dr and dt");
    reader_.read_width(grid.dz, "dz");
    reader_.read_width(grid.dr, "dr");
    static_cast<void>(parse_real(lines_.word(), "dt", above_zero));
    lines_.end("dt");
    lines_.next("nz, nr, nt and na");
    reader_.read_parts(grid.nz, "nz");
    reader_.read_parts(grid.nr, "nr");
    static_cast<void>(parse_count(lines_.word(), "nt"));
    reader_.read_parts(grid.na, "na");
    lines_.end("na");
    reader_.check_grid(grid, lines_.whole());
  }

  // Whatever is asked for of those that are counted, all of them are written.
  void read_quantities() {
    lines_.next("the quantities to be counted");
    for (auto word = lines_.word(); !word.empty(); word = lines_.word()) {
      bool const goes_on = word.ends_with('\\');
      auto const name = goes_on ? word.substr(0, word.size() - 1) : word;
      if (is_among(timed, name)) {
        refuse(name, "it asks for " + std::string(name) + ", which is resolved in time; yoke's " +
                         "photons have none");
      }
      if (!name.empty() && !is_among(counted, name)) {
        throw Fault{name.data(), quoted(name) + " stands where a quantity is expected"};
      }
      if (goes_on) lines_.next("more quantities");
    }
  }

  // When the run ends, the weight that roulette begins at, which changes no mean, and a seed.
  void read_ends(McmlRun& run) {
    lines_.next("the number of photons");
    auto const word = lines_.word();
    if (word.find(':') != word.npos) {
      refuse(word, "it asks for a time, not for a number of photons; see --until-seconds");
    }
    double const photons = parse_real(word, "the number of photons", above_zero);
    constexpr double most = 9007199254740992.0;  // 2^53
    if (photons != std::floor(photons) || photons > most) {
      throw Fault{word.data(), quoted(word) +
                                   " stands where the number of photons is expected, a "
                                   "whole number from 1 to 2^53"};
    }
    run.photons = static_cast<std::uint64_t>(photons);
    run.photons_line = lines_.number();
    if (auto const time = lines_.word(); !time.empty()) {
      run.notes.push_back("the time limit " + quoted(time) + " is not kept: see --until-seconds");
    }
    lines_.end("the time limit");
    lines_.next("the threshold weight");
    auto const weight = lines_.word();
    if (parse_real(weight, "the threshold weight", above_zero) != 1e-4) {
      run.notes.push_back("the threshold weight is 1e-4, not " + quoted(weight) +
                          ": no mean depends on it");
    }
    lines_.end("the threshold weight");
    lines_.next("the seed");
    static_cast<void>(parse_real(lines_.word(), "the seed", any_number));
    lines_.end("the seed");
  }

  DataLines& lines_;
  MciRunReader reader_;
  std::string const& program_;
  std::vector<Medium> media_;
  std::string_view first_, above_;
};

}  // namespace

std::string later_version(std::string_view version) {
  constexpr std::string_view word = "mcmli";
  auto number = version.substr(word.size());
  if (number.starts_with('_')) number.remove_prefix(1);
  if (number == "2.0" || number == "2.1" || number == "3.0") return "MCML " + std::string(number);
  throw Fault{version.data(), quoted(version) +
                                  " stands where a version is expected that can be read: 1.0, "
                                  "mcmli2.0, mcmli2.1 or mcmli_3.0"};
}

std::vector<McmlRun> parse_later_mci(DataLines& lines, std::string const& program,
                                     std::uint64_t memory_limit) {
  return LaterMciParser(lines, program, memory_limit).parse();
}

}  // namespace yoke::detail::files
