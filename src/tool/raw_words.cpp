#include "raw_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <yoke/counted.hpp>

#include "errors.hpp"
#include "progress.hpp"

namespace yoke::tool {

void check_ranks_can_read(InputFile const& file) {
  if (ranks() == 1) return;
  auto const size = static_cast<double>(file.size().value_or(0));
  if (sum_of_ranks(size != number_of_first_rank(size) ? 1 : 0) > 0) {
    throw Failure(file.name() + " is not of one size on all ranks, which must see one file");
  }
}

namespace {

// Digits, white space, and what numbers with a sign, a point or an exponent have besides.
bool is_of_text_numbers(char c) {
  return std::string_view("0123456789 \t\r\n\v\f+-.,eE").find(c) != std::string_view::npos;
}

}  // namespace

RawWords::RawWords(InputFile& file, std::size_t width, std::string const& hint)
    : file_(file), width_(width) {
  check_ranks_can_read(file_);
  if (!file_.size()) {
    Progress progress("reading " + file_.name());
    std::vector<char> block(std::size_t(1) << 16);
    while (std::size_t const got = file_.read(block.data(), block.size())) {
      piped_.insert(piped_.end(), block.data(), block.data() + got);
    }
  }
  auto const bytes = file_.size().value_or(piped_.size());
  if (bytes % width != 0) {
    throw Failure(fmt::format(
        "{} has {}, which is not a multiple of {}: it is cut short, or not raw {}-bit words "
        "({})",
        file_.name(), show_count(bytes, "byte"), width, 8 * width, hint));
  }
  size_ = bytes / width;
}

void RawWords::read(RankPart const& part, char* target) {
  read_bytes(part, target);
  // Of raw words some of the first few bytes are others, so this is seen at once.
  bool const is_text = std::all_of(target, target + part.size * width_, is_of_text_numbers);
  if (sum_of_ranks(is_text ? 0 : 1) > 0 || size_ == 0 || rank() > 0) return;
  fmt::print(stderr,
             "yoke: note: {} looks like numbers in text, and was read as raw {}-bit words\n",
             file_.name() == "-" ? "standard input" : file_.name(), 8 * width_);
}

void RawWords::read_bytes(RankPart const& part, char* target) {
  // Progress is told in pieces of this size.
  constexpr std::size_t block_bytes = std::size_t(4) << 20;
  if (!file_.size()) {
    std::copy_n(piped_.data() + part.begin * width_, part.size * width_, target);
    return;
  }
  file_.skip(part.begin * width_);
  std::size_t const bytes = part.size * width_;
  Progress progress("reading " + std::filesystem::path(file_.name()).filename().string(), bytes);
  for (std::size_t done = 0; done < bytes;) {
    auto const got = file_.read(target + done, std::min(block_bytes, bytes - done));
    if (got == 0) throw Failure(file_.name() + " became shorter while it was read");
    done += got;
    progress.advance(got);
  }
}

}  // namespace yoke::tool
