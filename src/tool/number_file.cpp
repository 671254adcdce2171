#include "number_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <yoke/compressed.hpp>
#include <yoke/messages.hpp>

#include "errors.hpp"
#include "key_file.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

namespace fs = std::filesystem;
static_assert(std::endian::native == std::endian::little,
              "raw files are read as they lie in memory");

// Writes are issued in pieces of this size.
constexpr std::size_t block_bytes = std::size_t(4) << 20;
constexpr std::uint64_t minus_one = ~std::uint64_t(0);
constexpr std::uint64_t largest_u32 = std::numeric_limits<std::uint32_t>::max();

// The line without its comment and the white space around the rest.
std::string_view content_of(std::string_view line) {
  constexpr auto white = " \t\r\v\f";
  line = line.substr(0, line.find('#'));
  auto const begin = line.find_first_not_of(white);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(white) + 1 - begin);
}

constexpr char const* raw_hint = " (if these are raw words, --type u32 or --type u64 reads them)";
// Of text, which is held whole.
constexpr std::size_t longest_line = std::size_t(1) << 20;

bool is_binary(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

template <class Place>
std::uint64_t parse_number(std::string_view text, Place const& place) {
  if (text == "-1") return minus_one;
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    throw Failure(fmt::format("{}: {} does not fit in 64 bits", place(), in_quotes(text)));
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Failure(fmt::format("{}: {} is neither a number from 0 up nor -1{}", place(),
                              in_quotes(text), is_binary(text) ? raw_hint : ""));
  }
  return number;
}

std::string line_of(std::string const& name, std::uint64_t line) {
  return fmt::format("{}, line {}", name, line);
}

// Cuts a text that comes in blocks into lines, which end with \n, \r\n or \r.
template <class Take>
class LineCutter {
 public:
  explicit LineCutter(Take take) : take_(std::move(take)) {}

  void add(std::string_view block) {
    while (!block.empty()) {
      auto const end = std::ranges::find_if(block, [](char c) { return c == '\n' || c == '\r'; });
      auto const size = static_cast<std::size_t>(end - block.begin());
      bool const ends = end != block.end();
      bool const is_second_half = ends && *end == '\n' && size == 0 && follows_return_;
      if (!is_second_half) take_part(block.substr(0, size), ends);
      follows_return_ = ends && *end == '\r';
      block.remove_prefix(ends ? size + 1 : size);
    }
  }

  // How much there is of a line that has not ended.
  std::size_t begun() const { return begun_.size(); }

  // The last line may have no end.
  void finish() {
    if (!begun_.empty()) take_(begun_);
  }

 private:
  void take_part(std::string_view part, bool ends) {
    if (!ends) {
      begun_ += part;
    } else if (begun_.empty()) {
      take_(part);
    } else {
      begun_ += part;
      take_(begun_);
      begun_.clear();
    }
  }

  Take take_;
  std::string begun_;  // a line whose end is in a later block
  bool follows_return_ = false;
};

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
        throw Failure(
            fmt::format("{} cannot be written: {} does not fit in 32 bits; write u64 or "
                        "text",
                        file.path().filename().string(), number));
      }
      converted.push_back(static_cast<Stored>(number));
    }
    file.write({reinterpret_cast<char const*>(converted.data()), part.size() * sizeof(Stored)});
    progress.advance(part.size());
  }
}

template <class Word>
void write_in_format(OutputFile& file, Format format, std::span<Word const> numbers,
                     Largest largest) {
  Progress progress("writing " + file.path().filename().string(), numbers.size());
  switch (format) {
    case Format::text:
      return write_text(file, numbers, largest, progress);
    case Format::u32:
      return write_raw<std::uint32_t>(file, numbers, largest, progress);
    case Format::u64:
      return write_raw<std::uint64_t>(file, numbers, largest, progress);
  }
}

}  // namespace

Format format_of(fs::path const& path, std::optional<Format> asked) {
  if (asked) return *asked;
  if (path.extension() == ".u32") return Format::u32;
  if (path.extension() == ".u64") return Format::u64;
  return Format::text;
}

Format output_format_of(std::string const& name, std::optional<Format> asked) {
  auto const format = format_of(name, asked);
  auto const named = key_type_named(name);
  if (asked || format != Format::text || !named) return format;
  throw UsageError(fmt::format(
      "{} is the name of a file of {}, and the output is text or words of type u32 or u64: name it "
      "*.txt, *.u32 or *.u64",
      name, to_string(*named)));
}

NumberFile::NumberFile(std::string const& name, std::optional<Format> asked)
    : file_(name), format_(format_of(name, asked)) {
  if (format_ == Format::text) {
    check_ranks_can_read(file_);
    parse_text();
  } else {
    is_wide_ = format_ == Format::u64;
    raw_.emplace(file_, is_wide_ ? 8 : 4, "--type says what it is",
                 "--type text reads numbers in text");
    size_ = raw_->size();
  }
}

// Throws Failure where a file begins as no list of numbers does.
void NumberFile::check_is_no_other(std::string_view beginning) const {
  auto const refuse = [this](std::string const& what, std::string const& way) {
    throw Failure(
        fmt::format("{} is {}, not a list of numbers ({})", file_.shown_name(), what, way));
  };
  if (auto const program = decompressor_of(beginning); !program.empty()) {
    refuse("a compressed file", hint_to_expand(program, file_.name()));
  }
  if (is_npy(beginning)) {
    refuse("an array of NumPy", "numpy.savetxt with fmt='%d' writes one");
  }
}

void NumberFile::parse_text() {
  Progress progress("reading " + fs::path(name()).filename().string(), file_.size().value_or(0));
  std::uint64_t lines = 0;
  LineCutter cutter([&](std::string_view line) { parse_line(line, ++lines); });
  std::vector<char> block(std::size_t(1) << 16);
  // A pipe may bring a mark byte by byte.
  std::size_t got = 0;
  while (got < npy_bytes) {
    std::size_t const more = file_.read(block.data() + got, block.size() - got);
    if (more == 0) break;
    got += more;
  }
  check_is_no_other({block.data(), got});
  for (std::uint64_t done = 0; got > 0; got = file_.read(block.data(), block.size())) {
    cutter.add({block.data(), got});
    if (cutter.begun() > longest_line) {
      throw Failure(fmt::format("{} is longer than {} characters: this is not a list of numbers{}",
                                line_of(name(), lines + 1), longest_line, raw_hint));
    }
    done += got;
    if (done % block_bytes < got) check_memory(done);
    progress.advance(got);
  }
  cutter.finish();
  size_ = parsed_.size();
}

// Of a regular file also what will be held, by what has been read of it: half of that, as the rest
// may be comments.
void NumberFile::check_memory(std::uint64_t done) const {
  double const held = sizeof(std::uint64_t) * static_cast<double>(parsed_.size());
  double const parts = static_cast<double>(file_.size().value_or(0)) / static_cast<double>(done);
  check_fits_in_memory(name(), "to read it", held * std::max(1.0, parts / 2));
}

void NumberFile::parse_line(std::string_view line, std::uint64_t number) {
  auto const content = content_of(line);
  if (content.empty()) {
    lines_without_.push_back(parsed_.size());
    return;
  }
  parsed_.push_back(parse_number(content, [&] { return line_of(name(), number); }));
  is_wide_ = is_wide_ || (parsed_.back() > largest_u32 && parsed_.back() != minus_one);
}

std::string NumberFile::place_of(std::uint64_t index) const {
  if (format_ != Format::text) return fmt::format("{}, word {}", name(), index);
  auto const without = std::ranges::upper_bound(lines_without_, index) - lines_without_.begin();
  return line_of(name(), index + 1 + static_cast<std::uint64_t>(without));
}

void write_numbers(OutputFile& file, Format format, std::span<std::uint32_t const> numbers,
                   Largest largest) {
  write_in_format(file, format, numbers, largest);
}
void write_numbers(OutputFile& file, Format format, std::span<std::uint64_t const> numbers,
                   Largest largest) {
  write_in_format(file, format, numbers, largest);
}

}  // namespace yoke::tool
