// How messages show numbers, ranges and texts that may hold anything.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <yoke/counted.hpp>
#include <yoke/detail/checks.hpp>
#include <yoke/errors.hpp>
#include <yoke/messages.hpp>

namespace {

using namespace std::string_literals;
using yoke::in_quotes;
using yoke::printable;
using yoke::show_bound;
using yoke::show_number;
using yoke::show_range;

using yoke::show_count;
using yoke::there_are;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

TEST(Messages, CountsHaveTheirNouns) {
  EXPECT_EQ(show_count(0, "line"), "0 lines");
  EXPECT_EQ(show_count(1, "line"), "1 line");
  EXPECT_EQ(show_count(any, "line"), "18446744073709551615 lines");
  EXPECT_EQ(show_count(1, "vertex", "vertices"), "1 vertex");
  EXPECT_EQ(show_count(2, "vertex", "vertices"), "2 vertices");
  EXPECT_EQ(there_are(0, "line"), "there are 0 lines");
  EXPECT_EQ(there_are(1, "line"), "there is 1 line");
  EXPECT_EQ(there_are(1, "vertex", "vertices"), "there is 1 vertex");
  EXPECT_EQ(there_are(2, "vertex", "vertices"), "there are 2 vertices");
}

template <class Call>
std::string said_by(Call const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Messages, OneElementIsNotSeveral) {
  using namespace yoke::detail;
  EXPECT_EQ(said_by([] { check_same_size("yoke::f", "keys", 1, "values", 2); }),
            "yoke::f: keys has 1 element and values has 2");
  EXPECT_EQ(said_by([] { check_capacity("yoke::f", "keys", 1, 0); }),
            "yoke::f: keys has 1 element and the plan was made for 0");
}

TEST(Messages, NumbersHaveTheFewestDigitsThatReadBack) {
  EXPECT_EQ(show_number(0.0), "0");
  EXPECT_EQ(show_number(0.1), "0.1");
  EXPECT_EQ(show_number(0.1f), "0.1");
  EXPECT_EQ(show_number(1e-9), "1e-09");
  EXPECT_EQ(show_number(1.5e308), "1.5e+308");
  EXPECT_EQ(show_number(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(show_number(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(show_number(std::nan("")), "nan");
  EXPECT_EQ(show_number(-7), "-7");
  EXPECT_EQ(show_number(any), "18446744073709551615");
  std::mt19937_64 random(7);
  for (int i = 0; i < 100000; ++i) {
    auto const number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    auto const shown = show_number(number);
    ASSERT_EQ(std::strtod(shown.c_str(), nullptr), number) << shown;
    ASSERT_LE(shown.size(), 24u) << shown;
  }
}

TEST(Messages, RangesNameTheirBounds) {
  EXPECT_EQ(show_range(1, 1000000), "from 1 to 1000000");
  EXPECT_EQ(show_range(1, std::uint64_t(1) << 20), "from 1 to 2^20");
  EXPECT_EQ(show_range(0, (std::uint64_t(1) << 32) - 1), "from 0 to 2^32 - 1");
  EXPECT_EQ(show_range(1, any), "at least 1");
  EXPECT_EQ(show_range(0, any), "from 0 to 2^64 - 1");
  EXPECT_EQ(show_bound(1024), "1024");
  EXPECT_EQ(show_bound(65535), "65535");
  EXPECT_EQ(show_bound(65536), "2^16");
}

TEST(Messages, TextsAreEscapedWhereNobodySeesThem) {
  EXPECT_EQ(printable("graph.el"), "graph.el");
  EXPECT_EQ(printable("stra\u00dfe \u6f22 \U0001f600"), "stra\u00dfe \u6f22 \U0001f600");
  EXPECT_EQ(printable("a\nb\tc\rd\x1b[2J\x7f"), R"(a\nb\tc\rd\x1b[2J\x7f)");
  EXPECT_EQ(printable("\0"s), R"(\x00)");
  EXPECT_EQ(printable("\xc2\x9b[2J"), R"(\u009b[2J)");  // a control sequence in one character
  // It turns round the text after it.
  // NOLINTNEXTLINE(misc-misleading-bidirectional)
  EXPECT_EQ(printable("\u202etxt.exe"), R"(\u202etxt.exe)");
  EXPECT_EQ(printable("1\u00a02"), R"(1\u00a02)");
  EXPECT_EQ(printable("C:\\new"), "C:\\new");
}

TEST(Messages, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(printable("\xff"), R"(\xff)");
  EXPECT_EQ(printable("\xe9t\xe9"), R"(\xe9t\xe9)");  // Latin-1
  EXPECT_EQ(printable("\xc3"), R"(\xc3)");            // cut off
  EXPECT_EQ(printable("\xe6\xbc"
                      "a"),
            R"(\xe6\xbca)");
  EXPECT_EQ(printable("\xc0\xaf"), R"(\xc0\xaf)");          // longer than needed
  EXPECT_EQ(printable("\xed\xa0\x80"), R"(\xed\xa0\x80)");  // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), R"(\xf4\x90\x80\x80)");
  EXPECT_EQ(printable("\x80"), R"(\x80)");
}

// Whatever comes in: what is shown is printable UTF-8, and stays as it is when it is shown again.
TEST(Messages, WhatIsShownIsPrintable) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (int k = 0; k < 8; ++k) {
      auto const word = random();
      // Bytes that begin or go on with a character are frequent.
      text += static_cast<char>(word % 3 == 0 ? 0x80 | (word >> 8) % 64 : word >> 8);
    }
    auto const shown = printable(text);
    ASSERT_EQ(printable(shown), shown);
    for (char const c : shown) ASSERT_FALSE(static_cast<unsigned char>(c) < 0x20 || c == 0x7f);
  }
}

TEST(Messages, WordsAreCutAndWhatHidesInThemIsNamed) {
  EXPECT_EQ(in_quotes("12x"), "'12x'");
  std::string const as(40, 'a'), fewer(39, 'a');
  EXPECT_EQ(in_quotes(as), "'" + as + "'");
  EXPECT_EQ(in_quotes(as + "a"), "'" + as + "...'");
  EXPECT_EQ(in_quotes(fewer + "\u00df"), "'" + fewer + "...'");
  EXPECT_EQ(in_quotes("\ufeff0"), R"('\ufeff0' (\ufeff is a byte order mark))");
  EXPECT_EQ(in_quotes("\xff\xfe"
                      "0\0"s),
            R"('\xff\xfe0\x00' (\xff\xfe is the byte order mark of UTF-16))");
  EXPECT_EQ(in_quotes("1\u00a02"), R"('1\u00a02' (\u00a0 is a no-break space))");
}

TEST(Messages, AMalformedFileIsNamedPrintably) {
  yoke::MalformedFile const fault("a\x1b[2J\xff.el", yoke::MalformedFile::Unit::line, 3, "no \a");
  EXPECT_STREQ(fault.what(), R"(a\x1b[2J\xff.el, line 3: no \x07)");
  EXPECT_EQ(fault.path(), "a\x1b[2J\xff.el");
  EXPECT_EQ(fault.index(), 3u);
}

TEST(Messages, AnOptionOutOfRangeIsNamedWithItsRange) {
  yoke::detail::check_range("yoke::f", "options.bins", 1, 1, 4);
  yoke::detail::check_range("yoke::f", "options.bins", 4, 1, 4);
  try {
    yoke::detail::check_range("yoke::f", "options.bins", 0, 1, std::uint64_t(1) << 20);
    FAIL();
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(), "yoke::f: options.bins is 0; it must be from 1 to 2^20");
  }
}

}  // namespace
