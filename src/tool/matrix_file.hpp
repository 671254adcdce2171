#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "input_file.hpp"
#include "key_file.hpp"
#include "ranks.hpp"

namespace yoke::tool {

// Does a file of this name hold a matrix? One that ends in .npy does.
bool is_matrix_name(std::string const& name);

// A square matrix of weights in an .npy file (numpy.lib.format), in a pipe or from standard input,
// opened and read once. Throws Failure for one that is damaged, not square, or of a type that
// distances do not have. Several ranks read their rows of a file that lies row after row: else
// UsageError.
class MatrixFile {
 public:
  // Reads the header.
  explicit MatrixFile(std::string const& name);

  // For messages.
  std::string name() const { return file_.shown_name(); }
  KeyType type() const { return type_; }  // i16, i32, f32 or f64
  std::uint64_t rows() const { return rows_; }
  // Do its elements lie column after column, as Fortran's do?
  bool is_by_columns() const { return is_by_columns_; }

  // Some rows, or of one process all elements, of the file's type, as they lie. Once.
  template <class Weight>
  void read(RankPart const& rows, std::span<Weight> elements) {
    read_bytes(rows.begin * rows_ * sizeof(Weight), reinterpret_cast<char*>(elements.data()),
               elements.size_bytes(), rows_ * rows_ * sizeof(Weight));
  }

 private:
  void read_header();
  void take_header(std::string const& header);
  // These bytes, so many after the header, of so many in all.
  void read_bytes(std::uint64_t begin, char* target, std::uint64_t bytes, std::uint64_t all);
  // Returns how many it has read: fewer at the file's end.
  std::uint64_t read_some(char* target, std::uint64_t bytes);
  [[noreturn]] void refuse(std::string const& reason) const;

  InputFile file_;
  KeyType type_ = KeyType::f64;
  std::uint64_t header_bytes_ = 0, rows_ = 0;
  bool is_by_columns_ = false;
};

}  // namespace yoke::tool
