#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <yoke/output_files.hpp>

#include "key_file.hpp"
#include "progress.hpp"

// Outputs of numbers that are of one type, whatever their file is called.
namespace yoke::tool {

// Does the name stand for raw words? Throws UsageError where these are not of the type with the
// name `own`. The message begins with `why`.
bool is_raw(std::string const& name, std::string_view own, std::string const& why);

// As text: value(i) for each i, or inf where it is `infinity`; `columns` a line, with tabs between
// them.
template <class Value, class ValueOf>
void write_lines(OutputFile& file, std::uint64_t size, std::uint64_t columns,
                 std::optional<Value> infinity, ValueOf const& value) {
  Progress progress("writing " + file.path().filename().string(), size);
  constexpr std::uint64_t block = 1 << 16;
  std::string lines;
  for (std::uint64_t begin = 0; begin < size; begin += block) {
    auto const end = std::min(size, begin + block);
    lines.clear();
    for (std::uint64_t i = begin; i < end; ++i) {
      Value const one = value(i);
      if (one == infinity) {
        lines += "inf";
      } else {
        fmt::format_to(std::back_inserter(lines), "{}", one);
      }
      lines += (i + 1) % columns == 0 ? '\n' : '\t';
    }
    file.write(lines);
    progress.advance(end - begin);
  }
}

// As raw words, or as text with one a line.
template <class Value>
void write_values(OutputFile& file, bool raw, std::span<Value const> values,
                  std::optional<Value> infinity = std::nullopt) {
  if (raw) {
    write_keys(file, values);
  } else {
    write_lines(file, values.size(), 1, infinity, [values](std::uint64_t i) { return values[i]; });
  }
}

}  // namespace yoke::tool
