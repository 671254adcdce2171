#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace yoke::tool {

// How an array of numbers is stored: one number a line, or raw little-endian words.
enum class Format { text, u32, u64 };

// The format asked for, else what the name's extension says: .u32, .u64, anything else is text.
Format format_of(std::filesystem::path const& path, std::optional<Format> asked);

// An array of numbers in a file. Text may hold -1, which stands for a word's largest value, empty
// lines, and comments from # to the end of the line. Throws Failure naming the file and, in text,
// the line.
class NumberFile {
 public:
  NumberFile(std::filesystem::path path, std::optional<Format> asked);

  std::filesystem::path const& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  // Does it take 64-bit words to hold the numbers?
  bool is_wide() const { return is_wide_; }

  // All numbers, in words that is_wide() asks for.
  template <class Word>
  void read(std::span<Word> numbers) const {
    if (format_ == Format::text) {
      std::ranges::transform(parsed_, numbers.begin(),
                             [](std::uint64_t number) { return static_cast<Word>(number); });
    } else {
      read_raw(numbers.data(), numbers.size_bytes());
    }
  }

  // Where a number is, for messages: "list.txt, line 7".
  std::string place_of(std::uint64_t index) const;

 private:
  void parse_text();
  void read_raw(void* target, std::size_t bytes) const;

  std::filesystem::path path_;
  Format format_;
  std::uint64_t size_ = 0;
  bool is_wide_ = false;
  std::vector<std::uint64_t> parsed_;  // text only
};

// What a word's largest value stands for, when words become text or wider words.
enum class Largest { is_a_number, is_minus_one };

// Writes the numbers, whole or not at all. Throws Failure, also where one does not fit the format.
void write_numbers(std::filesystem::path const& path, Format format,
                   std::span<std::uint32_t const> numbers, Largest largest = Largest::is_a_number);
void write_numbers(std::filesystem::path const& path, Format format,
                   std::span<std::uint64_t const> numbers, Largest largest = Largest::is_a_number);

}  // namespace yoke::tool
