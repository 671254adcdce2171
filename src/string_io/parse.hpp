#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "files/text.hpp"

namespace yoke::detail::files {

// Calls line(text) for each line of a text, without its end, LF or CR LF. A CR elsewhere is a
// character: names of files have any.
template <class OnLine>
void for_each_line(std::string_view text, OnLine const& on_line) {
  while (!text.empty()) {
    auto const* const at = std::memchr(text.data(), '\n', text.size());
    std::size_t const size =
        at == nullptr ? text.size()
                      : static_cast<std::size_t>(static_cast<char const*>(at) - text.data());
    auto line = text.substr(0, size);
    if (at != nullptr && line.ends_with('\r')) line.remove_suffix(1);
    on_line(line);
    text.remove_prefix(at == nullptr ? size : size + 1);
  }
}

// What a FASTA file's lines are; see yoke::read_fasta.
inline bool is_of_sequence(char c) {
  return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '*' || c == '-' || c == '.';
}

// Calls on_header(text) for each header, and on_sequence(text) for each part of the sequence that
// belongs to the last header. Throws Fault.
template <class OnHeader, class OnSequence>
void for_each_fasta_part(std::string_view text, OnHeader const& on_header,
                         OnSequence const& on_sequence) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Lines lines(text);
  std::string_view line;
  bool has_header = false;
  while (lines.next(line)) {
    if (line.starts_with(';')) continue;
    if (line.starts_with('>')) {
      has_header = true;
      on_header(line.substr(1));
      continue;
    }
    Tokens tokens(line);
    for (auto part = tokens.next(); !part.empty(); part = tokens.next()) {
      if (!has_header) {
        throw Fault{part.data(), quoted(part) + " comes before the first header, '>' and a name"};
      }
      for (char const& c : part) {
        if (is_of_sequence(c)) continue;
        throw Fault{&c, quoted({&c, 1}) + " in a sequence, which is of letters, '*', '-' and '.'"};
      }
      on_sequence(part);
    }
  }
}

}  // namespace yoke::detail::files
