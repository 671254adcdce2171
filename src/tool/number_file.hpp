#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/output_files.hpp>

#include "input_file.hpp"
#include "ranks.hpp"
#include "raw_words.hpp"

namespace yoke::tool {

// How an array of numbers is stored: one number a line, or raw little-endian words.
enum class Format { text, u32, u64 };

// The format asked for, else what the name's extension says: .u32, .u64, anything else is text.
Format format_of(std::filesystem::path const& path, std::optional<Format> asked);
// The same of an output. Throws UsageError where its name stands for words of another type.
Format output_format_of(std::string const& name, std::optional<Format> asked);

// An array of numbers in a file, in a pipe or from standard input (-), opened and read once. Text
// may hold -1, which stands for a word's largest value, empty lines, and comments from # to the end
// of the line; a line ends as it does on any system. Throws Failure naming the file and, in text,
// the line.
class NumberFile {
 public:
  NumberFile(std::string const& name, std::optional<Format> asked);

  std::string const& name() const { return file_.name(); }
  std::uint64_t size() const { return size_; }
  // Does it take 64-bit words to hold the numbers?
  bool is_wide() const { return is_wide_; }

  // This rank's part of the numbers, in words that is_wide() asks for. Once.
  template <class Word>
  void read(std::span<Word> numbers) {
    if (format_ == Format::text) {
      auto const own = std::span(parsed_).subspan(own_part(size_).begin, numbers.size());
      std::ranges::transform(own, numbers.begin(),
                             [](std::uint64_t number) { return static_cast<Word>(number); });
    } else {
      raw_->read(own_part(size_), reinterpret_cast<char*>(numbers.data()));
    }
  }

  // Where a number is, for messages: "list.txt, line 7".
  std::string place_of(std::uint64_t index) const;

 private:
  void check_is_no_other(std::string_view beginning) const;
  void parse_text();
  void check_memory(std::uint64_t done) const;
  void parse_line(std::string_view line, std::uint64_t number);

  InputFile file_;
  Format format_;
  std::uint64_t size_ = 0;
  bool is_wide_ = false;
  // Of text.
  std::vector<std::uint64_t> parsed_;
  std::vector<std::uint64_t> lines_without_;  // a number: how many numbers came before each
  std::optional<RawWords> raw_;
};

// What a word's largest value stands for, when words become text or wider words.
enum class Largest { is_a_number, is_minus_one };

// Writes the numbers. Throws Failure where one does not fit the format.
void write_numbers(OutputFile& file, Format format, std::span<std::uint32_t const> numbers,
                   Largest largest = Largest::is_a_number);
void write_numbers(OutputFile& file, Format format, std::span<std::uint64_t const> numbers,
                   Largest largest = Largest::is_a_number);

}  // namespace yoke::tool
