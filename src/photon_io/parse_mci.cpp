#include "photon_io/parse_mci.hpp"

#include <limits>
#include <string>

#include "photon_io/mci_lines.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

// The format of MCML 1.
class MciParser {
 public:
  MciParser(DataLines& lines, std::uint64_t memory_limit)
      : lines_(lines), reader_(lines, memory_limit) {}

  // After the line of the version.
  std::vector<McmlRun> parse() {
    std::uint64_t const count = read_count("the number of runs");
    std::vector<McmlRun> runs;  // as many as are promised may be more than there are
    for (std::uint64_t i = 1; i <= count; ++i) runs.push_back(read_run(i, count));
    if (lines_.advance()) {
      auto const more = lines_.name();
      throw Fault{more.data(), quoted(more) + " follows the last of " + show_count(count, "run") +
                                   ", where the file should end"};
    }
    return runs;
  }

 private:
  std::uint64_t read_count(std::string const& what,
                           std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    lines_.next(what);
    auto const count = parse_count(lines_.word(), what, most);
    lines_.end(what);
    return count;
  }

  double read_index(std::string const& what) {
    lines_.next(what);
    auto const index = parse_real(lines_.word(), what, photons::an_index);
    lines_.end(what);
    return index;
  }

  McmlRun read_run(std::uint64_t number, std::uint64_t count) {
    McmlRun run;
    reader_.read_output(run, "the output of run " + std::to_string(number) + " of " +
                                 std::to_string(count) + ", a name and A or B,");
    run.photons = read_count("the number of photons");
    run.photons_line = lines_.number();
    read_grid(run.grid);
    std::uint64_t const layers = read_count("the number of layers", photons::most_layers);
    run.tissue.index_above = read_index("the refractive index above the layers");
    for (std::uint64_t i = 1; i <= layers; ++i) {
      run.tissue.layers.push_back(read_layer(i, layers));
    }
    run.tissue.index_below = read_index("the refractive index below the layers");
    return run;
  }

  void read_grid(PhotonGrid& grid) {
    lines_.next("dz and dr");
    reader_.read_width(grid.dz, "dz");
    reader_.read_width(grid.dr, "dr");
    lines_.end("dr");
    lines_.next("nz, nr and na");
    reader_.read_parts(grid.nz, "nz");
    reader_.read_parts(grid.nr, "nr");
    reader_.read_parts(grid.na, "na");
    lines_.end("na");
    reader_.check_grid(grid, lines_.whole());
  }

  TissueLayer read_layer(std::uint64_t number, std::uint64_t count) {
    LayerNames const names("layer " + std::to_string(number));
    lines_.next("layer " + std::to_string(number) + " of " + std::to_string(count) +
                ", n mua mus g d,");
    auto layer = reader_.read_medium(names);
    layer.thickness = parse_real(lines_.word(), names.d, photons::a_thickness);
    lines_.end(names.d);
    return layer;
  }

  DataLines& lines_;
  MciRunReader reader_;
};

void check_is_ascii_or_utf8(std::string_view text) {
  if (!text.starts_with("\xff\xfe") && !text.starts_with("\xfe\xff")) return;
  throw Fault{text.data(),
              "the file begins with a byte order mark of UTF-16, where ASCII or UTF-8 is expected"};
}

}  // namespace

std::vector<McmlRun> parse_mci(std::string_view text, std::uint64_t memory_limit) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  check_is_ascii_or_utf8(text);
  DataLines lines(text);
  lines.next("the version of the format, 1.0,");
  auto const version = lines.word();
  if (version.starts_with("mcmli")) {
    auto const of_program = later_version(version);
    lines.end("the version");
    return parse_later_mci(lines, of_program, memory_limit);
  }
  if (version != "1.0" && version != "1") {
    throw Fault{version.data(), quoted(version) +
                                    " stands where the version of the format is expected, 1.0, or "
                                    "mcmli2.0, mcmli2.1 or mcmli_3.0 of later programs"};
  }
  lines.end("the version");
  return MciParser(lines, memory_limit).parse();
}

}  // namespace yoke::detail::files
