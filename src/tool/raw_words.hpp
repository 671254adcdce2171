#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input_file.hpp"
#include "ranks.hpp"

namespace yoke::tool {

// Digits, white space, and the other characters of numbers with a sign, a point or an exponent.
bool is_of_text_numbers(char c);

// Throws Failure where several ranks are to read what one process alone can.
void check_ranks_can_read(InputFile const& file);

// What is left of a file as raw words of so many bytes, read once: a pipe's when it is asked how
// many there are. Throws Failure where it ends within a word, and where its name and its bytes are
// a compressed file's.
class RawWords {
 public:
  // The hint says what to do about that, and the other one what to do if it is text.
  RawWords(InputFile& file, std::size_t width, std::string const& hint, std::string of_text);

  std::uint64_t size() const { return size_; }
  // Those of a part, once; all ranks call it. Says on standard error where all that is read looks
  // like text, or the file like a compressed one.
  void read(RankPart const& part, char* target);

 private:
  void read_bytes(RankPart const& part, char* target);

  InputFile& file_;
  std::size_t width_;
  std::string of_text_;
  std::string_view decompressor_;  // of a file that begins as a compressed one
  std::uint64_t size_ = 0;
  std::vector<char> piped_;  // what only reading could tell the number of
};

}  // namespace yoke::tool
