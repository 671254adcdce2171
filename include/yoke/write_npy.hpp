#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "yoke/output_files.hpp"

namespace yoke {

/// Writes an array of doubles as numpy.save does, for numpy.load: the last index is the fastest.
///
/// Throws std::invalid_argument if the shape's product is not the number of values, and
/// std::runtime_error if the file cannot be written.
void write_npy(OutputFile& file, std::span<double const> values,
               std::vector<std::size_t> const& shape);

}  // namespace yoke
