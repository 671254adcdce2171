#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace yoke {

/// A number as every message shows it: the fewest digits that read back as the same number ("0.1",
/// "1.5e+308", "nan").
std::string show_number(double number);
/// The same in the precision of a float.
std::string show_number(float number);
/// A whole number, by its digits.
template <std::integral Number>
std::string show_number(Number number) {
  return std::to_string(number);
}

/// The bound of a range, by its digits, or from 2^16 on as a power of 2: "2^20", "2^32 - 1".
std::string show_bound(std::uint64_t bound);
/// The whole numbers that an argument may be: "from 1 to 2^20", or "at least 1" if `most` is the
/// largest number of 64 bits.
std::string show_range(std::uint64_t least, std::uint64_t most);

/// Any text, such as a file's name, as a message shows it. Control characters, invisible characters
/// and bytes that are not UTF-8 become escapes ("\n", "\u00a0", "\xff"). Escaping the result again
/// does not change it.
std::string printable(std::string_view text);

/// The same between quotes, for a word of a file or of a command line: at most 40 bytes of it. It
/// names the first invisible character: "'\ufeff0' (\ufeff is a byte order mark)".
std::string in_quotes(std::string_view word);

}  // namespace yoke
