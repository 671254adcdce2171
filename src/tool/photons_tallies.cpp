#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#include <yoke/errors.hpp>

#include "errors.hpp"
#include "input_file.hpp"
#include "parser.hpp"
#include "photons.hpp"

namespace yoke::tool {
namespace {

// The counts in the order of the file.
auto views(HostPhotonTallies const& tallies) {
  return std::array{tallies.absorbed, tallies.reflected, tallies.transmitted, tallies.sums};
}

// What a file begins with: whose counts follow. Two runs can be joined where all but the last line
// is the same.
std::string heading(PhotonsArguments const& arguments, McmlRun const& run,
                    HostPhotonTallies const& tallies, std::uint64_t photons) {
  auto const& options = arguments.options;
  auto const& grid = run.grid;
  auto text = fmt::format("yoke photon tallies 1\nseed {}\narithmetic {}\nmost hops {}\n",
                          options.seed, to_string(options.arithmetic), options.most_hops);
  text += fmt::format("beam {} {}\ngenerator {}", to_string(options.beam), options.beam_radius,
                      to_string(options.generator));
  if (options.generator != PhotonGenerator::philox) {
    text += fmt::format(" {}", options.expander.length);
  }
  if (is_fed(arguments)) text += fmt::format(" {}", to_string(options.feed.source));
  text += fmt::format("\nfirst photon {}\n", options.first_photon);
  text +=
      fmt::format("dz {} dr {} nz {} nr {} na {}\n", grid.dz, grid.dr, grid.nz, grid.nr, grid.na);
  text += fmt::format("above: n {}\n", run.tissue.index_above);
  for (auto const& layer : run.tissue.layers) {
    text += fmt::format("layer: n {} mua {} mus {} g {} d {}\n", layer.refractive_index,
                        layer.absorption, layer.scattering, layer.anisotropy, layer.thickness);
  }
  text += fmt::format("below: n {}\ncells of absorption {}\n", run.tissue.index_below,
                      tallies.absorbed.extent(0));
  return text + fmt::format("photons {}\n", photons);
}

std::string content_of(std::string const& name) {
  InputFile file(name);
  std::string content(file.size().value_or(0), '\0');
  std::size_t size = 0;
  for (std::size_t got = 1; got > 0 && size < content.size(); size += got) {
    got = file.read(content.data() + size, content.size() - size);
  }
  content.resize(size);
  return content;
}

// Walks over the lines of a heading.
class HeadingReader {
 public:
  HeadingReader(std::string name, std::string_view text) : name_(std::move(name)), rest_(text) {}

  std::string_view next() {
    ++line_;
    auto const end = std::min(rest_.find('\n'), rest_.size());
    auto const line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line;
  }
  [[noreturn]] void fail(std::string const& reason) const {
    throw MalformedFile(name_, MalformedFile::Unit::line, line_, reason);
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string name_;
  std::string_view rest_;
  std::uint64_t line_ = 0;
};

// Sums that stay at the greatest number once they have come to it.
constexpr std::uint64_t too_much = std::numeric_limits<std::uint64_t>::max();

std::uint64_t sum_of(std::span<std::uint64_t const> counts) {
  std::uint64_t sum = 0;
  for (auto const count : counts) sum = count > too_much - sum ? too_much : sum + count;
  return sum;
}
std::uint64_t sum_of(HostPhotonTallies::View const& counts) {
  return sum_of(std::span<std::uint64_t const>(counts.data(), counts.span()));
}

// Photons of a batch that run from `first` on.
std::uint64_t photons_of_batch(std::uint64_t batch, std::uint64_t first, std::uint64_t photons) {
  return photons / photon_batches + ((batch - first) % photon_batches < photons % photon_batches);
}

// The weight that came in and the weight that went, of a row of the sums.
struct Weights {
  std::uint64_t in, out;
  explicit Weights(std::span<std::uint64_t const> row) {
    auto const of = [&](PhotonSum sum) { return row[static_cast<std::size_t>(sum)]; };
    in = sum_of(std::array{of(PhotonSum::photons) * photon_weight_units, of(PhotonSum::won)});
    out = sum_of(std::array{of(PhotonSum::specular), of(PhotonSum::reflected),
                            of(PhotonSum::transmitted), of(PhotonSum::lost), of(PhotonSum::cut_off),
                            sum_of(row.subspan(photon_sums))});
  }
};

// Could a run have left these? Of counts that were made up some sums would wrap.
bool add_up(HostPhotonTallies const& tallies, PhotonOptions const& options, std::uint64_t photons) {
  auto const columns = tallies.sums.extent(0) / photon_batches;
  std::vector<std::uint64_t> all(columns);
  for (std::uint64_t batch = 0; batch < photon_batches; ++batch) {
    std::span<std::uint64_t const> const row(tallies.sums.data() + batch * columns, columns);
    auto const of = [&](PhotonSum sum) { return row[static_cast<std::size_t>(sum)]; };
    std::uint64_t const here = photons_of_batch(batch, options.first_photon, photons);
    if (of(PhotonSum::photons) != here || of(PhotonSum::hops) > here * options.most_hops ||
        of(PhotonSum::cut_off_photons) > here) {
      return false;
    }
    Weights const weights(row);
    if (weights.in != weights.out) return false;
    for (std::size_t i = 0; i < columns; ++i) all[i] = sum_of(std::array{all[i], row[i]});
  }
  Weights const weights(all);
  auto const total = [&](PhotonSum sum) { return all[static_cast<std::size_t>(sum)]; };
  bool const has_cells = tallies.absorbed.extent(0) > 0;
  return weights.in == weights.out && weights.in != too_much &&
         total(PhotonSum::hops) != too_much &&
         sum_of(tallies.reflected) == total(PhotonSum::reflected) &&
         sum_of(tallies.transmitted) == total(PhotonSum::transmitted) &&
         (!has_cells || sum_of(tallies.absorbed) == sum_of(std::span(all).subspan(photon_sums)));
}

}  // namespace

void check_tallies_file(PhotonsArguments const& arguments, McmlRun const& run) {
  auto const name = tallies_name(arguments, run);
  std::error_code none;
  if (!arguments.goes_on || !std::filesystem::exists(name, none) ||
      std::filesystem::is_regular_file(name, none)) {
    return;
  }
  throw Failure(name + " is no regular file, which --go-on keeps a run's counts in");
}

std::uint64_t read_tallies(std::string const& name, PhotonsArguments const& arguments,
                           McmlRun const& run, HostPhotonTallies const& tallies) {
  auto const content = content_of(name);
  HeadingReader found(name, content);
  auto const expected = heading(arguments, run, tallies, 0);
  std::string_view lines(expected);
  while (!lines.starts_with("photons ")) {
    auto const line = lines.substr(0, lines.find('\n'));
    if (found.next() != line)
      found.fail("is of another run: '" + std::string(line) + "' is expected");
    lines.remove_prefix(line.size() + 1);
  }
  std::string_view const word = "photons ", last = found.next();
  std::uint64_t photons = 0;
  try {
    if (!last.starts_with(word)) throw BadWord("");
    photons = parse_count(std::string(last.substr(word.size())), 1, most_photons);
  } catch (BadWord const&) {
    found.fail("how many photons are counted is expected");
  }
  std::size_t bytes = 0;
  for (auto const& counts : views(tallies)) bytes += counts.span() * sizeof(std::uint64_t);
  if (found.rest().size() != bytes) {
    found.fail(fmt::format("{} bytes follow, where {} are expected", found.rest().size(), bytes));
  }
  char const* from = found.rest().data();
  for (auto const& counts : views(tallies)) {
    std::size_t const size = counts.span() * sizeof(std::uint64_t);
    std::copy_n(from, size, reinterpret_cast<char*>(counts.data()));
    from += size;
  }
  if (totals(tallies)[PhotonSum::photons] != photons) {
    found.fail(fmt::format("the counts are of {} photons", totals(tallies)[PhotonSum::photons]));
  }
  if (!add_up(tallies, arguments.options, photons)) {
    found.fail("the counts do not add up to the weight of so many photons");
  }
  return photons;
}

void write_tallies(OutputFile& file, PhotonsArguments const& arguments, McmlRun const& run,
                   HostPhotonTallies const& tallies) {
  file.write(heading(arguments, run, tallies, totals(tallies)[PhotonSum::photons]));
  for (auto const& counts : views(tallies)) {
    file.write(
        {reinterpret_cast<char const*>(counts.data()), counts.span() * sizeof(std::uint64_t)});
  }
}

}  // namespace yoke::tool
