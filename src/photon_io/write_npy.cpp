#include "yoke/write_npy.hpp"
#include "yoke/counted.hpp"

#include <bit>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace yoke {
namespace {

// "2, 3", or of one extent "6,".
std::string show_extents(std::vector<std::size_t> const& shape) {
  std::string extents;
  for (std::size_t const extent : shape) {
    extents += std::to_string(extent) + (shape.size() == 1 ? "," : ", ");
  }
  if (shape.size() > 1) extents.resize(extents.size() - 2);
  return extents;
}

template <class Number>
void write(OutputFile& file, std::span<Number const> values, std::vector<std::size_t> const& shape,
           bool fortran_order) {
  std::size_t size = 1;
  for (std::size_t const extent : shape) size *= extent;
  if (size != values.size()) {
    throw std::invalid_argument("yoke::write_npy: values has " +
                                show_count(values.size(), "element") + ", its shape (" +
                                show_extents(shape) + ") " + std::to_string(size));
  }
  file.write(npy_header<Number>(shape, fortran_order));
  file.write({reinterpret_cast<char const*>(values.data()), values.size_bytes()});
}

}  // namespace

// Version 1.0 of the format, as numpy's documentation (numpy.lib.format) describes it.
template <class Number>
std::string npy_header(std::vector<std::size_t> const& shape, bool fortran_order) {
  constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
  constexpr char kind = std::is_floating_point_v<Number> ? 'f' : 'i';
  std::string header = std::string("{'descr': '") + order + kind + std::to_string(sizeof(Number)) +
                       "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                       ", 'shape': (" + show_extents(shape) + "), }";
  // What comes before the values takes whole blocks of 64 bytes, and the header ends its line.
  constexpr std::size_t before_header = 10, block = 64;
  std::size_t const bytes = (before_header + header.size() + block) / block * block;
  header.resize(bytes - before_header - 1, ' ');
  header += '\n';
  std::string begin("\x93NUMPY\x01\x00", 8);
  begin += static_cast<char>(header.size() % 256);
  begin += static_cast<char>(header.size() / 256);
  return begin + header;
}
template std::string npy_header<double>(std::vector<std::size_t> const&, bool);
template std::string npy_header<float>(std::vector<std::size_t> const&, bool);
template std::string npy_header<std::int32_t>(std::vector<std::size_t> const&, bool);
template std::string npy_header<std::int16_t>(std::vector<std::size_t> const&, bool);

void write_npy(OutputFile& file, std::span<double const> values,
               std::vector<std::size_t> const& shape, bool fortran_order) {
  write(file, values, shape, fortran_order);
}
void write_npy(OutputFile& file, std::span<float const> values,
               std::vector<std::size_t> const& shape, bool fortran_order) {
  write(file, values, shape, fortran_order);
}
void write_npy(OutputFile& file, std::span<std::int32_t const> values,
               std::vector<std::size_t> const& shape, bool fortran_order) {
  write(file, values, shape, fortran_order);
}
void write_npy(OutputFile& file, std::span<std::int16_t const> values,
               std::vector<std::size_t> const& shape, bool fortran_order) {
  write(file, values, shape, fortran_order);
}

}  // namespace yoke
