#include "raw_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>
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

std::string_view as_view(std::vector<char> const& bytes) { return {bytes.data(), bytes.size()}; }

// What a file begins with.
std::vector<char> beginning_of(InputFile& file, std::vector<char> piped) {
  if (!file.size()) return piped;
  piped.resize(4096);
  piped.resize(file.read(piped.data(), piped.size()));
  return piped;
}

bool is_text(std::vector<char> const& bytes) {
  if (bytes.size() < least_text) return std::ranges::all_of(bytes, is_of_text_numbers);
  return std::ranges::all_of(bytes, is_of_text);
}

[[noreturn]] void fail_as_compressed(InputFile const& file, std::string_view program) {
  throw Failure(fmt::format("{} is a compressed file, not raw words ({})", file.shown_name(),
                            file.hint_to_expand(program)));
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
  if (bytes % width != 0) {
    auto const beginning = beginning_of(file_, std::move(piped_));
    auto const program = expander_of(as_view(beginning));
    if (!program.empty()) fail_as_compressed(file_, program);
    throw Failure(
        fmt::format("{} has {}, which is not a multiple of {}: {} raw {}-bit words ({})",
                    file_.shown_name(), show_count(bytes, "byte"), width,
                    is_text(beginning) ? "it looks like text, not like" : "it is cut short, or not",
                    8 * width, is_text(beginning) ? of_text_ : hint));
  }
  size_ = bytes / width;
}

void RawWords::read(RankPart const& part, char* target) {
  read_bytes(part, target);
  std::string_view const first(target, std::min<std::size_t>(part.size * width_, 8));
  auto const program = part.begin == 0 ? expander_of(first) : std::string_view();
  if (!program.empty()) {
    // Words may begin so by chance. Those of such a name do not.
    if (!expander_of_name(file_.name()).empty()) fail_as_compressed(file_, program);
    fmt::print(
        stderr,
        "yoke: note: {} looks like a compressed file, and was read as raw {}-bit words ({})\n",
        printable(file_.shown_name()), 8 * width_, file_.hint_to_expand(program));
  }
  // Of raw words some of the first few bytes are others, so this is seen at once.
  auto const all = [&](auto const& holds) {
    return sum_of_ranks(std::all_of(target, target + part.size * width_, holds) ? 0 : 1) == 0;
  };
  bool const looks_like_text = all(is_of_text), is_of_numbers = all(is_of_text_numbers);
  if (rank() > 0 || size_ == 0) return;
  if (is_of_numbers) {
    fmt::print(stderr,
               "yoke: note: {} looks like numbers in text, and was read as raw {}-bit words\n",
               printable(file_.shown_name()), 8 * width_);
  } else if (looks_like_text && size_ * width_ >= least_text) {
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
