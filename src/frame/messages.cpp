#include "yoke/messages.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <limits>

namespace yoke {
namespace detail::messages {
namespace {

template <class Number>
std::string shortest(Number number) {
  std::array<char, 64> digits{};
  auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

std::string hexadecimal(char const* prefix, std::uint32_t number, std::size_t width) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown(prefix);
  while (width-- > 0) shown += digits[number >> (4 * width) & 15];
  return shown;
}

// The first of a text's characters, of one to four bytes; of one byte and none where it is no
// UTF-8.
struct Character {
  std::size_t bytes = 1;
  bool is_utf8 = false;
  std::uint32_t code = 0;
};

Character first_of(std::string_view text) {
  auto const byte = [text](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  std::uint32_t const lead = byte(0);
  if (lead < 0x80) return {1, true, lead};
  std::size_t const bytes =
      static_cast<std::size_t>(std::countl_one(static_cast<unsigned char>(lead)));
  if (bytes < 2 || bytes > 4 || text.size() < bytes) return {};
  std::uint32_t code = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  // The shortest form alone, and neither half of a surrogate pair nor what is above all of Unicode.
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  bool const is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[bytes] || is_surrogate || code > 0x10ffff) return {};
  return {bytes, true, code};
}

// Characters that nobody sees, or that turn round what follows them.
bool is_visible(std::uint32_t code) {
  struct Codes {
    std::uint32_t first, last;
  };
  constexpr std::array<Codes, 8> hidden{{{0x0000, 0x001f},
                                         {0x007f, 0x00a0},
                                         {0x00ad, 0x00ad},
                                         {0x2000, 0x200f},
                                         {0x2028, 0x202f},
                                         {0x205f, 0x206f},
                                         {0x3000, 0x3000},
                                         {0xfeff, 0xfeff}}};
  return std::ranges::none_of(
      hidden, [code](Codes const& codes) { return codes.first <= code && code <= codes.last; });
}

std::string show(std::string_view text, Character const& character) {
  if (!character.is_utf8) {
    return hexadecimal("\\x", static_cast<unsigned char>(text.front()), 2);
  }
  if (is_visible(character.code)) return std::string(text.substr(0, character.bytes));
  if (character.code == '\n') return "\\n";
  if (character.code == '\t') return "\\t";
  if (character.code == '\r') return "\\r";
  if (character.code < 0x80) return hexadecimal("\\x", character.code, 2);
  return hexadecimal("\\u", character.code, 4);
}

// What the first hidden thing of a word is, where a reader may not know it by its number.
std::string name_hidden(std::string_view word) {
  struct Name {
    std::string_view bytes, shown, name;
  };
  constexpr std::array<Name, 7> names{{{std::string_view("\xff\xfe\0\0", 4), "\\xff\\xfe\\x00\\x00",
                                        "the byte order mark of UTF-32"},
                                       {"\xff\xfe", "\\xff\\xfe", "the byte order mark of UTF-16"},
                                       {"\xfe\xff", "\\xfe\\xff", "the byte order mark of UTF-16"},
                                       {"\xef\xbb\xbf", "\\ufeff", "a byte order mark"},
                                       {"\xc2\xa0", "\\u00a0", "a no-break space"},
                                       {"\xe2\x80\xaf", "\\u202f", "a no-break space"},
                                       {"\xe2\x80\x8b", "\\u200b", "a space without width"}}};
  for (auto rest = word; !rest.empty(); rest.remove_prefix(first_of(rest).bytes)) {
    auto const named = std::ranges::find_if(
        names, [rest](Name const& name) { return rest.starts_with(name.bytes); });
    if (named == names.end()) continue;
    return " (" + std::string(named->shown) + " is " + std::string(named->name) + ")";
  }
  return "";
}

}  // namespace
}  // namespace detail::messages

std::string show_number(double number) { return detail::messages::shortest(number); }
std::string show_number(float number) { return detail::messages::shortest(number); }

std::string show_bound(std::uint64_t bound) {
  constexpr std::uint64_t from = std::uint64_t(1) << 16;
  auto const power = [](std::uint64_t of_two) {
    return "2^" + std::to_string(std::countr_zero(of_two));
  };
  if (bound >= from && std::has_single_bit(bound)) return power(bound);
  if (bound == std::numeric_limits<std::uint64_t>::max()) return "2^64 - 1";
  if (bound >= from && std::has_single_bit(bound + 1)) return power(bound + 1) + " - 1";
  return std::to_string(bound);
}

std::string show_range(std::uint64_t least, std::uint64_t most) {
  if (most == std::numeric_limits<std::uint64_t>::max() && least > 0) {
    return "at least " + show_bound(least);
  }
  return "from " + show_bound(least) + " to " + show_bound(most);
}

std::string printable(std::string_view text) {
  using namespace detail::messages;
  std::string shown;
  while (!text.empty()) {
    auto const character = first_of(text);
    shown += show(text, character);
    text.remove_prefix(character.bytes);
  }
  return shown;
}

std::string in_quotes(std::string_view word) {
  using namespace detail::messages;
  constexpr std::size_t longest = 40;
  std::size_t kept = 0;
  while (kept < word.size()) {
    auto const bytes = first_of(word.substr(kept)).bytes;
    if (kept + bytes > longest) break;
    kept += bytes;
  }
  bool const is_cut = kept < word.size();
  word = word.substr(0, kept);
  return "'" + printable(word) + (is_cut ? "...'" : "'") + name_hidden(word);
}

}  // namespace yoke
