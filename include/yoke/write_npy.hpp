#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "yoke/output_files.hpp"

namespace yoke {

/// Writes an array as numpy.save does, for numpy.load: the last index is the fastest, or with
/// fortran_order the first.
///
/// Throws std::invalid_argument if the shape's product is not the number of values, and
/// std::runtime_error if the file cannot be written.
void write_npy(OutputFile& file, std::span<double const> values,
               std::vector<std::size_t> const& shape, bool fortran_order = false);
/// The same of floats.
void write_npy(OutputFile& file, std::span<float const> values,
               std::vector<std::size_t> const& shape, bool fortran_order = false);
/// The same of integers of 32 bits.
void write_npy(OutputFile& file, std::span<std::int32_t const> values,
               std::vector<std::size_t> const& shape, bool fortran_order = false);
/// The same of integers of 16 bits.
void write_npy(OutputFile& file, std::span<std::int16_t const> values,
               std::vector<std::size_t> const& shape, bool fortran_order = false);

/// The bytes before the values in the file that write_npy writes of such an array. Processes write
/// one file with it, each a part of the values. Number is a type that write_npy takes.
template <class Number>
std::string npy_header(std::vector<std::size_t> const& shape, bool fortran_order = false);

}  // namespace yoke
