#pragma once

#include <cstddef>

// What a tissue and a grid may be, for calls and for files that describe them.
namespace yoke::detail::photons {

// What a real number must be: in words, and as a check that NaN fails.
struct Range {
  char const* expected;
  bool (*holds)(double);
};

// Of refractive indices: up to where their quotients are numbers.
inline constexpr Range an_index{"from 1e-100 to 1e100",
                                [](double n) { return 1e-100 <= n && n <= 1e100; }};
// A float holds such a coefficient, such a thickness and what is computed of them.
inline constexpr Range a_coefficient{"from 0 to 1e15",
                                     [](double x) { return 0 <= x && x <= 1e15; }};
inline constexpr Range a_thickness = a_coefficient;
inline constexpr Range a_mean_cosine{"above -1 and up to 1",
                                     [](double g) { return -1 < g && g <= 1; }};
// A cell's density is a share of all photons' weight, of one unit at least, divided by the cell's
// size. With such widths both are normal numbers, for any numbers of parts.
inline constexpr Range a_cell_width{"from 1e-90 to 1e90",
                                    [](double d) { return 1e-90 <= d && d <= 1e90; }};

inline constexpr std::size_t most_layers = 1024;
inline constexpr std::size_t most_parts = std::size_t(1) << 24;  // of a grid, of each kind
inline constexpr std::size_t most_cells = (std::size_t(1) << 31) - 1;

}  // namespace yoke::detail::photons
