#include "number_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "errors.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

namespace fs = std::filesystem;
static_assert(std::endian::native == std::endian::little,
              "raw files are read as they lie in memory");

// Progress is told, and writes are issued, in pieces of this size.
constexpr std::size_t block_bytes = std::size_t(4) << 20;
constexpr std::uint64_t minus_one = ~std::uint64_t(0);
constexpr std::uint64_t largest_u32 = std::numeric_limits<std::uint32_t>::max();

std::ifstream open_for_reading(fs::path const& path) {
  std::error_code none;
  if (fs::is_directory(path, none)) throw Failure(path.string() + " is a folder, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  return file;
}

// The line without its comment and the white space around the rest.
std::string_view content_of(std::string_view line) {
  constexpr auto white = " \t\r\v\f";
  line = line.substr(0, line.find('#'));
  auto const begin = line.find_first_not_of(white);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(white) + 1 - begin);
}

std::uint64_t parse_number(std::string_view text, std::string const& place) {
  if (text == "-1") return minus_one;
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    throw Failure(fmt::format("{}: {} does not fit in 64 bits", place, text));
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Failure(fmt::format("{}: '{}' is neither a number from 0 up nor -1", place, text));
  }
  return number;
}

std::string line_of(fs::path const& path, std::uint64_t line) {
  return fmt::format("{}, line {}", path.string(), line);
}

template <class Word>
bool is_minus_one(Word number, Largest largest) {
  return largest == Largest::is_minus_one && number == std::numeric_limits<Word>::max();
}

template <class Word>
void write_text(OutputFile& file, std::span<Word const> numbers, Largest largest,
                Progress& progress) {
  constexpr std::size_t block = block_bytes / 8;
  fmt::memory_buffer lines;
  for (std::size_t begin = 0; begin < numbers.size(); begin += block) {
    auto const part = numbers.subspan(begin, std::min(block, numbers.size() - begin));
    lines.clear();
    for (Word const number : part) {
      if (is_minus_one(number, largest)) {
        lines.append(std::string_view("-1\n"));
      } else {
        fmt::format_to(std::back_inserter(lines), "{}\n", number);
      }
    }
    file.write({lines.data(), lines.size()});
    progress.advance(part.size());
  }
}

template <class Stored, class Word>
void write_raw(OutputFile& file, std::span<Word const> numbers, Largest largest,
               Progress& progress) {
  constexpr std::size_t block = block_bytes / sizeof(Stored);
  std::vector<Stored> converted;
  for (std::size_t begin = 0; begin < numbers.size(); begin += block) {
    auto const part = numbers.subspan(begin, std::min(block, numbers.size() - begin));
    converted.clear();
    for (Word const number : part) {
      if (is_minus_one(number, largest)) {
        converted.push_back(std::numeric_limits<Stored>::max());
        continue;
      }
      if (number > std::numeric_limits<Stored>::max()) {
        throw Failure(fmt::format("{} does not fit in 32 bits: write u64 or text", number));
      }
      converted.push_back(static_cast<Stored>(number));
    }
    file.write({reinterpret_cast<char const*>(converted.data()), part.size() * sizeof(Stored)});
    progress.advance(part.size());
  }
}

template <class Word>
void write_whole(fs::path const& path, Format format, std::span<Word const> numbers,
                 Largest largest) {
  Progress progress("writing " + path.filename().string(), numbers.size());
  OutputFile file(path);
  switch (format) {
    case Format::text:
      write_text(file, numbers, largest, progress);
      break;
    case Format::u32:
      write_raw<std::uint32_t>(file, numbers, largest, progress);
      break;
    case Format::u64:
      write_raw<std::uint64_t>(file, numbers, largest, progress);
      break;
  }
  file.commit();
}

}  // namespace

Format format_of(fs::path const& path, std::optional<Format> asked) {
  if (asked) return *asked;
  if (path.extension() == ".u32") return Format::u32;
  if (path.extension() == ".u64") return Format::u64;
  return Format::text;
}

NumberFile::NumberFile(fs::path path, std::optional<Format> asked)
    : path_(std::move(path)), format_(format_of(path_, asked)) {
  if (format_ == Format::text) {
    parse_text();
    return;
  }
  open_for_reading(path_);
  std::error_code error;
  std::uint64_t const bytes = fs::file_size(path_, error);
  if (error) throw Failure(fmt::format("cannot read {}: {}", path_.string(), error.message()));
  is_wide_ = format_ == Format::u64;
  std::uint64_t const width = is_wide_ ? 8 : 4;
  if (bytes % width != 0) {
    throw Failure(fmt::format(
        "{} has {} bytes, which is not a multiple of {}: it is cut short, or not raw {}-bit words "
        "(--type says what it is)",
        path_.string(), bytes, width, 8 * width));
  }
  size_ = bytes / width;
}

void NumberFile::parse_text() {
  auto file = open_for_reading(path_);
  std::error_code none;
  auto const bytes = fs::file_size(path_, none);
  Progress progress("reading " + path_.filename().string(), none ? 0 : bytes);
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    progress.advance(line.size() + 1);
    auto const content = content_of(line);
    if (content.empty()) continue;
    parsed_.push_back(parse_number(content, line_of(path_, number)));
    is_wide_ = is_wide_ || (parsed_.back() > largest_u32 && parsed_.back() != minus_one);
  }
  if (file.bad()) throw Failure("cannot read " + path_.string() + " to its end");
  size_ = parsed_.size();
}

void NumberFile::read_raw(void* target, std::size_t bytes) const {
  Progress progress("reading " + path_.filename().string(), bytes);
  auto file = open_for_reading(path_);
  auto* const begin = static_cast<char*>(target);
  for (std::size_t done = 0; done < bytes; done += block_bytes) {
    auto const part = std::min(block_bytes, bytes - done);
    if (!file.read(begin + done, static_cast<std::streamsize>(part))) {
      throw Failure(path_.string() + " became shorter while it was read");
    }
    progress.advance(part);
  }
}

std::string NumberFile::place_of(std::uint64_t index) const {
  if (format_ != Format::text) return fmt::format("{}, word {}", path_.string(), index);
  // Line numbers are wanted for faulty files alone: counted again rather than kept.
  auto file = open_for_reading(path_);
  std::string line;
  std::uint64_t number = 0;
  for (std::uint64_t seen = 0; seen <= index && std::getline(file, line); ++number) {
    if (!content_of(line).empty()) ++seen;
  }
  return line_of(path_, number);
}

void write_numbers(fs::path const& path, Format format, std::span<std::uint32_t const> numbers,
                   Largest largest) {
  write_whole(path, format, numbers, largest);
}
void write_numbers(fs::path const& path, Format format, std::span<std::uint64_t const> numbers,
                   Largest largest) {
  write_whole(path, format, numbers, largest);
}

}  // namespace yoke::tool
