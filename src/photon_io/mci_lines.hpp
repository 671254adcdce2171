#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "photons/ranges.hpp"
#include "yoke/mcml_io.hpp"

// What the readers of MCML's formats share: lines, numbers, and what is checked of every run.
namespace yoke::detail::files {

using photons::Range;

// Throw Fault where a word is no such number, or is not finite; `what` names it.
double parse_real(std::string_view token, std::string const& what, Range const& range);
// From 1.
std::uint64_t parse_count(std::string_view token, std::string const& what,
                          std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// What the numbers of a layer, or of what it is made of, are called: "the thickness d of layer 1".
struct LayerNames {
  std::string n, mua, mus, g, d;
  explicit LayerNames(std::string const& whose)
      : n("the refractive index n of " + whose),
        mua("the absorption coefficient mua of " + whose),
        mus("the scattering coefficient mus of " + whose),
        g("the anisotropy g of " + whose),
        d("the thickness d of " + whose) {}
};

// The lines that hold data, one after the other, and the words of the one it is at.
class DataLines {
 public:
  explicit DataLines(std::string_view text)
      : text_(text), lines_(text), words_(text.substr(0, 0)) {}

  // Goes to the next line; `what` is what it is to hold. Comments end it, but for a name's.
  void next(std::string const& what);
  bool advance();

  std::string_view word() { return words_.next(); }
  // A word that may hold '#', at the line's beginning.
  std::string_view name();
  void end(std::string const& after);

  // The line that it is at, with its comment, and which one that is, from 1.
  std::string_view whole() const { return whole_; }
  std::uint64_t number() const { return lines_.count(); }

 private:
  std::string_view text_, whole_;
  Lines lines_;
  Tokens<> words_;
};

// A run that is being read: where its name stands, and what is checked as its parts come.
class MciRunReader {
 public:
  MciRunReader(DataLines& lines, std::uint64_t memory_limit)
      : lines_(lines), limit_(memory_limit) {}

  // The line of the output's name and format.
  void read_output(McmlRun& run, std::string const& what) {
    lines_.next(what);
    read_output(run);
  }
  void read_output(McmlRun& run);  // which it is at already
  // The next numbers of the line, which are a layer's up to its anisotropy, or a grid's.
  TissueLayer read_medium(LayerNames const& names);
  void read_width(double& width, char const* name);
  void read_parts(std::size_t& count, char const* name);
  // The memory that a grid takes, and how many cells it has: said of the line of its counts.
  void check_grid(PhotonGrid const& grid, std::string_view counts) const;

 private:
  DataLines& lines_;
  std::uint64_t limit_;
  std::map<std::string, std::uint64_t> places_;  // the lines of all outputs' names
};

}  // namespace yoke::detail::files
