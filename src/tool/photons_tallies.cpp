#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/errors.hpp>
#include <yoke/messages.hpp>

#include "errors.hpp"
#include "input_file.hpp"
#include "parser.hpp"
#include "photons.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

// The counts in the order of the file.
auto views(HostPhotonTallies const& tallies) {
  return std::array{tallies.absorbed, tallies.reflected, tallies.transmitted, tallies.sums};
}

std::uint64_t cells_of(PhotonsArguments const& arguments, McmlRun const& run) {
  return arguments.without_absorption_grid ? 0 : run.grid.nr * run.grid.nz;
}

// Files of version 2 had no rounds: theirs count as the first one.
constexpr std::string_view first_line = "yoke photon tallies 3",
                           line_without_round = "yoke photon tallies 2";

// What a file begins with, up to its last three lines: whose counts follow. Two runs can be joined
// where that is the same.
std::string heading(PhotonsArguments const& arguments, PhotonsTask const& run) {
  auto const& options = arguments.options;
  auto const& grid = run.grid;
  auto text = fmt::format("{}\nseed {}\narithmetic {}\nmost hops {}\n", first_line, options.seed,
                          to_string(options.arithmetic), options.most_hops);
  text += fmt::format("beam {} {}\ngenerator {}", to_string(options.beam), options.beam_radius,
                      to_string(options.generator));
  if (options.generator != PhotonGenerator::xoshiro) {
    text += fmt::format(" {}", options.expander.length);
  }
  if (is_fed(arguments)) text += fmt::format(" {}", to_string(options.feed.source));
  text += fmt::format("\nfirst photon {}\n", run.first_photon);
  text +=
      fmt::format("dz {} dr {} nz {} nr {} na {}\n", grid.dz, grid.dr, grid.nz, grid.nr, grid.na);
  text += fmt::format("above: n {}\n", run.tissue.index_above);
  for (auto const& layer : run.tissue.layers) {
    text += fmt::format("layer: n {} mua {} mus {} g {} d {}\n", layer.refractive_index,
                        layer.absorption, layer.scattering, layer.anisotropy, layer.thickness);
  }
  text += fmt::format("below: n {}\ncells of absorption {}\n", run.tissue.index_below,
                      cells_of(arguments, run));
  return text;
}

constexpr std::string_view seconds_word = "seconds ", round_word = "round ",
                           photons_word = "photons ", unfinished_word = ", unfinished, from ";
// Three centuries: more is no time that photons took.
constexpr double most_seconds = 1e10;
constexpr std::uint64_t most_rounds = std::uint64_t(1) << 63;

std::string last_lines(CountedPhotons const& counted) {
  auto const lines = fmt::format("{}{}\n{}{}\n{}{}", seconds_word, counted.seconds, round_word,
                                 counted.round, photons_word, counted.photons);
  return counted.unfinished_from
             ? fmt::format("{}{}{}\n", lines, unfinished_word, *counted.unfinished_from)
             : lines + '\n';
}

// Up to so many bytes.
std::string content_of(std::string const& name, std::size_t most) {
  InputFile file(name);
  std::string content(std::min<std::uint64_t>(file.size().value_or(0), most), '\0');
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

  // Whether it is of the same run, and what it says that it holds.
  CountedPhotons read(std::string_view lines) {
    bool const has_round = !rest_.starts_with(line_without_round);
    if (!has_round) {
      next();
      lines.remove_prefix(first_line.size() + 1);
    }
    while (!lines.empty()) {
      auto const line = lines.substr(0, lines.find('\n'));
      expect(line);
      lines.remove_prefix(line.size() + 1);
    }
    CountedPhotons counted;
    try {
      counted.seconds = parse_real(std::string(value_of(seconds_word)));
      if (counted.seconds < 0 || counted.seconds > most_seconds) throw BadWord("");
    } catch (BadWord const&) {
      fail("the seconds that the counted photons took are expected here, from 0 to 1e10");
    }
    try {
      if (has_round) counted.round = parse_count(std::string(value_of(round_word)), 1, most_rounds);
    } catch (BadWord const&) {
      fail("the number of the counts' round is expected here, from 1");
    }
    try {
      auto const numbers = value_of(photons_word);
      auto const end = numbers.find(unfinished_word);
      counted.photons = parse_count(std::string(numbers.substr(0, end)), 1, most_photons);
      if (end == numbers.npos) return counted;
      auto const from = numbers.substr(end + unfinished_word.size());
      counted.unfinished_from = parse_count(std::string(from), 0, counted.photons);
      return counted;
    } catch (BadWord const&) {
      fail("the number of counted photons is expected here");
    }
  }

 private:
  void expect(std::string_view line) {
    bool const is_first = line_ == 0;
    auto const found = next();
    if (found == line) return;
    auto const quoted = [](std::string_view text) { return "'" + printable(text) + "'"; };
    auto const expected = quoted(line) + " is expected";
    if (rest_.empty() && line.starts_with(found)) {
      fail("the file ends here and holds no counts: " + expected);
    }
    if (is_first) fail("this is no file of counts of this version: " + expected);
    fail(quoted(found) + " is here and " + expected + ": these counts are of another run");
  }

  // What the next line says after a word.
  std::string_view value_of(std::string_view word) {
    auto const line = next();
    if (!line.starts_with(word)) throw BadWord("");
    return line.substr(word.size());
  }

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
bool add_up(HostPhotonTallies const& tallies, std::uint64_t first, std::uint64_t most_hops,
            std::uint64_t photons) {
  auto const columns = tallies.sums.extent(0) / photon_batches;
  std::vector<std::uint64_t> all(columns);
  for (std::uint64_t batch = 0; batch < photon_batches; ++batch) {
    std::span<std::uint64_t const> const row(tallies.sums.data() + batch * columns, columns);
    auto const of = [&](PhotonSum sum) { return row[static_cast<std::size_t>(sum)]; };
    std::uint64_t const here = photons_of_batch(batch, first, photons);
    if (of(PhotonSum::photons) != here || of(PhotonSum::hops) > here * most_hops ||
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
  throw Failure(name + " is no regular file, and --go-on keeps a run's counts there");
}

std::optional<CountedPhotons> find_tallies(PhotonsArguments const& arguments,
                                           PhotonsTask const& task) {
  auto const name = tallies_name(arguments, task);
  if (!std::filesystem::exists(name)) return std::nullopt;
  auto const expected = heading(arguments, task);
  constexpr std::size_t longest_last_lines = 256;
  auto const content = content_of(name, expected.size() + longest_last_lines);
  return HeadingReader(name, content).read(expected);
}

void read_tallies(PhotonsArguments const& arguments, PhotonsTask const& task,
                  HostPhotonTallies const& tallies) {
  auto const name = tallies_name(arguments, task);
  auto const content = content_of(name, std::numeric_limits<std::size_t>::max());
  HeadingReader found(name, content);
  auto const photons = found.read(heading(arguments, task)).photons;
  std::size_t bytes = 0;
  for (auto const& counts : views(tallies)) bytes += counts.span() * sizeof(std::uint64_t);
  if (found.rest().size() != bytes) {
    found.fail(fmt::format("after this line counts of {} bytes are expected, not of {}", bytes,
                           found.rest().size()));
  }
  char const* from = found.rest().data();
  for (auto const& counts : views(tallies)) {
    std::size_t const size = counts.span() * sizeof(std::uint64_t);
    std::copy_n(from, size, reinterpret_cast<char*>(counts.data()));
    from += size;
  }
  auto const sum = totals(tallies)[PhotonSum::photons];
  if (sum != photons || sum != task.before) {
    found.fail(fmt::format("the counts are of {}", show_count(sum, "photon")));
  }
  if (!add_up(tallies, task.first_photon, arguments.options.most_hops, photons)) {
    found.fail(
        fmt::format("the counts do not add up to the weight of {}", show_count(photons, "photon")));
  }
}

void write_tallies(OutputFile& file, PhotonsArguments const& arguments, PhotonsRun const& run,
                   HostPhotonTallies const& tallies, bool is_finished) {
  CountedPhotons counted{
      totals(tallies)[PhotonSum::photons], run.all_seconds(), run.input.round, {}};
  if (!is_finished) counted.unfinished_from = run.input.from;
  file.write(heading(arguments, run.input) + last_lines(counted));
  for (auto const& counts : views(tallies)) {
    file.write(
        {reinterpret_cast<char const*>(counts.data()), counts.span() * sizeof(std::uint64_t)});
  }
}

void go_on(PhotonsArguments& arguments) {
  std::vector<std::optional<CountedPhotons>> found;
  for (auto const& run : arguments.runs) found.push_back(find_tallies(arguments, run));
  auto const rounds_done = [](auto const& counted) { return counted ? counted->rounds_done() : 0; };
  std::uint64_t const round = 1 + rounds_done(*std::ranges::min_element(found, {}, rounds_done));
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    auto& run = arguments.runs[i];
    run.before = found[i]->photons;
    run.seconds_before = found[i]->seconds;
    run.is_ahead = found[i]->rounds_done() >= round;
    if (run.is_ahead) {
      run.photons = 0;
      continue;
    }
    run.round = round;
    run.from = found[i]->unfinished_from.value_or(run.before);
    check_photons(arguments, run, run.from);
    std::uint64_t const wanted = run.from + run.photons;
    run.photons = wanted - std::min(wanted, run.before);
  }
  wait_for_ranks();  // the first rank is to replace no file that another one has yet to read
}

}  // namespace yoke::tool
