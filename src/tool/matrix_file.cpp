#include "matrix_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <vector>
#include <yoke/compressed.hpp>
#include <yoke/counted.hpp>
#include <yoke/messages.hpp>

#include "errors.hpp"
#include "progress.hpp"
#include "raw_words.hpp"

namespace yoke::tool {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
// numpy's own headers have some hundred bytes.
constexpr std::uint64_t longest_header = 1 << 16;

struct NamedType {
  std::string_view name;
  KeyType type;
};
constexpr auto types = std::to_array<NamedType>(
    {{"<i2", KeyType::i16}, {"<i4", KeyType::i32}, {"<f4", KeyType::f32}, {"<f8", KeyType::f64}});

// What follows a key of the header's dictionary; empty where there is none.
std::string_view value_of(std::string_view header, std::string_view key) {
  for (char const quote : {'\'', '"'}) {
    auto const found = header.find(fmt::format("{}{}{}", quote, key, quote));
    if (found == header.npos) continue;
    auto rest = header.substr(found + key.size() + 2);
    rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
    return rest;
  }
  return {};
}

// "(3, 4)" as numbers; none where it is no such list.
std::vector<std::uint64_t> take_shape(std::string_view text) {
  std::vector<std::uint64_t> shape;
  if (!text.starts_with('(')) return shape;
  text = text.substr(1, text.find(')') - 1);
  while (text.find_first_not_of(" ,") != text.npos) {
    text.remove_prefix(text.find_first_not_of(" ,"));
    std::uint64_t extent = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc()) return {};
    shape.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return shape;
}

}  // namespace

bool is_matrix_name(std::string const& name) {
  return std::filesystem::path(name).extension() == ".npy";
}

MatrixFile::MatrixFile(std::string const& name) : file_(name) {
  check_ranks_can_read(file_);
  read_header();
}

void MatrixFile::read_header() {
  std::string begin(magic.size() + 2, '\0');
  begin.resize(read_some(begin.data(), begin.size()));
  if (auto const program = decompressor_of(begin); !program.empty()) {
    refuse(fmt::format("it is a compressed file ({})", hint_to_expand(program, file_.name())));
  }
  if (!begin.starts_with(magic)) refuse("it is no .npy file: numpy.save writes one");
  if (begin.size() == magic.size()) refuse("it ends within its header");
  auto const version = static_cast<unsigned char>(begin[magic.size()]);
  if (version < 1 || version > 3) {
    refuse(fmt::format("its format has version {}, and this program reads 1 to 3", version));
  }
  std::array<unsigned char, 4> size{};
  std::uint64_t const width = version == 1 ? 2 : 4;
  if (read_some(reinterpret_cast<char*>(size.data()), width) < width) {
    refuse("it ends within its header");
  }
  std::uint64_t const bytes = size[0] + (std::uint64_t(size[1]) << 8) +
                              (std::uint64_t(size[2]) << 16) + (std::uint64_t(size[3]) << 24);
  if (bytes > longest_header) refuse(fmt::format("its header has {} bytes", bytes));
  std::string header(bytes, '\0');
  if (read_some(header.data(), bytes) < bytes) refuse("it ends within its header");
  header_bytes_ = begin.size() + width + bytes;
  take_header(header);
}

void MatrixFile::take_header(std::string const& header) {
  auto const described = value_of(header, "descr"), order = value_of(header, "fortran_order");
  auto const shape = take_shape(value_of(header, "shape"));
  bool const is_true = order.starts_with("True"), is_false = order.starts_with("False");
  if (described.empty() || shape.empty() || is_true == is_false) {
    refuse("its header has no descr, fortran_order and shape of an array");
  }
  auto const name = described.substr(1, described.find(described.front(), 1) - 1);
  auto const type = std::ranges::find(types, name, &NamedType::name);
  if (type == types.end()) {
    refuse(
        fmt::format("its elements are {}, and distances are <i2, <i4, <f4 or <f8: numpy's "
                    "astype makes others of them",
                    in_quotes(name)));
  }
  type_ = type->type;
  is_by_columns_ = is_true;
  if (ranks() > 1 && is_by_columns_) {
    throw UsageError("several ranks read a matrix row by row, and " + this->name() +
                     " has it column by column: numpy.save(FILE, numpy.ascontiguousarray(MATRIX)) "
                     "writes its rows");
  }
  if (shape.size() != 2) {
    refuse(fmt::format("it has {}, and a matrix has 2", show_count(shape.size(), "dimension")));
  }
  if (shape[0] != shape[1]) {
    refuse(fmt::format("it has {} and {}, and a matrix of distances is square",
                       show_count(shape[0], "row"), show_count(shape[1], "column")));
  }
  rows_ = shape[0];
}

void MatrixFile::read_bytes(std::uint64_t begin, char* target, std::uint64_t bytes,
                            std::uint64_t all) {
  auto const differs = [&](std::string const& how) {
    refuse(fmt::format("it has {} than the {} of {} x {} elements", how, show_count(all, "byte"),
                       rows_, rows_));
  };
  if (ranks() > 1) {
    // All of them see it, before one of them reads to the end.
    std::uint64_t const there = file_.size().value_or(header_bytes_) - header_bytes_;
    if (there != all) differs(there < all ? "fewer" : "more");
    file_.skip(begin);
  }
  if (read_some(target, bytes) < bytes) differs("fewer");
  char one_more = 0;
  if (ranks() == 1 && read_some(&one_more, 1) > 0) differs("more");
}

std::uint64_t MatrixFile::read_some(char* target, std::uint64_t bytes) {
  constexpr std::uint64_t block = std::uint64_t(4) << 20;
  Progress progress("reading " + std::filesystem::path(file_.name()).filename().string(), bytes);
  std::uint64_t done = 0;
  while (done < bytes) {
    auto const got = file_.read(target + done, std::min(block, bytes - done));
    if (got == 0) break;
    done += got;
    progress.advance(got);
  }
  return done;
}

void MatrixFile::refuse(std::string const& reason) const {
  throw Failure(fmt::format("cannot read {}: {}", name(), reason));
}

}  // namespace yoke::tool
