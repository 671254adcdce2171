#include "raw_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>
#include <yoke/compressed.hpp>
#include <yoke/counted.hpp>
#include <yoke/messages.hpp>

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

bool is_of_text_numbers(char c) {
  return std::string_view("0123456789 \t\r\n\v\f+-.,eE").find(c) != std::string_view::npos;
}

namespace {

bool is_of_text(char c) { return (' ' <= c && c <= '~') || ('\t' <= c && c <= '\r'); }

// Of fewer bytes words could happen to look so.
constexpr std::size_t least_text = 16;

bool is_text(std::string_view bytes) {
  if (bytes.size() < least_text) return std::ranges::all_of(bytes, is_of_text_numbers);
  return std::ranges::all_of(bytes, is_of_text);
}

}  // namespace

RawWords::RawWords(InputFile& file, std::size_t width, std::string const& hint, std::string of_text)
    : file_(file), width_(width), of_text_(std::move(of_text)) {
  check_ranks_can_read(file_);
  if (!file_.size()) {
    Progress progress("reading " + file_.name());
    std::vector<char> block(std::size_t(1) << 16);
    while (std::size_t const got = file_.read(block.data(), block.size())) {
      piped_.insert(piped_.end(), block.data(), block.data() + got);
    }
  }
  auto const bytes = file_.size().value_or(piped_.size());
  size_ = bytes / width;
  // All ranks look at the same bytes, and fail alike.
  constexpr std::size_t most = 4096;
  auto const beginning =
      file_.size() ? file_.peek(most) : std::string(piped_.data(), std::min(piped_.size(), most));
  if (is_npy(beginning)) {
    throw Failure(file_.shown_name() +
                  " is an array of NumPy, not raw words (the array's tofile writes these)");
  }
  decompressor_ = decompressor_of(beginning);
  bool const are_words = bytes % width == 0;
  // Words may begin like a compressed file by chance. Those of such a name do not.
  bool const may_be_words = are_words && decompressor_of_name(file_.name()).empty();
  if (!decompressor_.empty() && !may_be_words) {
    throw Failure(fmt::format("{} is a compressed file, not raw words ({})", file_.shown_name(),
                              hint_to_expand(decompressor_, file_.name())));
  }
  if (are_words) return;
  bool const looks_like_text = is_text(beginning);
  throw Failure(
      fmt::format("{} has {}, which is not a multiple of {}: {} raw {}-bit words ({})",
                  file_.shown_name(), show_count(bytes, "byte"), width,
                  looks_like_text ? "it looks like text, not like" : "it is cut short, or not",
                  8 * width, looks_like_text ? of_text_ : hint));
}

void RawWords::read(RankPart const& part, char* target) {
  read_bytes(part, target);
  // Of raw words some of the first few bytes are others, so this is seen at once.
  auto const all = [&](auto const& holds) {
    return sum_of_ranks(std::all_of(target, target + part.size * width_, holds) ? 0 : 1) == 0;
  };
  bool const is_text = all(is_of_text), is_of_numbers = all(is_of_text_numbers);
  if (rank() > 0 || size_ == 0) return;
  if (!decompressor_.empty()) {
    fmt::print(
        stderr,
        "yoke: note: {} looks like a compressed file, and was read as raw {}-bit words ({})\n",
        printable(file_.shown_name()), 8 * width_, hint_to_expand(decompressor_, file_.name()));
  } else if (is_of_numbers) {
    fmt::print(stderr,
               "yoke: note: {} looks like numbers in text, and was read as raw {}-bit words\n",
               printable(file_.shown_name()), 8 * width_);
  } else if (is_text && size_ * width_ >= least_text) {
    fmt::print(stderr, "yoke: note: {} looks like text, and was read as raw {}-bit words ({})\n",
               printable(file_.shown_name()), 8 * width_, of_text_);
  }
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
