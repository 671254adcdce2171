#include "key_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <yoke/compressed.hpp>
#include <yoke/machine_memory.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace yoke::tool {

std::string_view to_string(KeyType type) {
  constexpr std::array<std::string_view, key_types.size()> names{"u8",  "i8",  "u16", "i16", "u32",
                                                                 "i32", "u64", "i64", "f32", "f64"};
  return names[static_cast<std::size_t>(type)];
}

std::size_t width_of(KeyType type) {
  return on_key_type(type, [](auto key) { return sizeof(key); });
}

Option add_key_type(Parser parser, std::optional<KeyType>& type, std::string const& description,
                    std::span<KeyType const> types) {
  std::vector<std::pair<std::string, KeyType>> choices;
  choices.reserve(types.size());
  for (KeyType const one : types) choices.emplace_back(to_string(one), one);
  return add_choice<KeyType>(parser, "--type", type, choices,
                             description + "; by default as its name ends: .u32, .f64, ...");
}

std::optional<KeyType> key_type_named(std::string const& name) {
  auto const ending = std::filesystem::path(name).extension().string();
  for (KeyType const type : key_types) {
    if (ending == fmt::format(".{}", to_string(type))) return type;
  }
  return std::nullopt;
}

KeyType key_type_of(std::string const& name, std::optional<KeyType> asked,
                    std::span<KeyType const> types) {
  if (asked) return *asked;
  auto const named = key_type_named(name);
  if (named && std::ranges::find(types, *named) != types.end()) return *named;
  if (auto const program = decompressor_of_name(name); !program.empty()) {
    throw UsageError(
        fmt::format("{} is the name of a compressed file: {}, with an option that says what that "
                    "is (--help)",
                    name, hint_to_expand(program, name)));
  }
  if (std::filesystem::path(name).extension() == ".npy") {
    throw UsageError(fmt::format(
        "{} is the name of a NumPy array: write raw words by the array's tofile", name));
  }
  std::string endings;
  for (KeyType const type : types) endings += fmt::format(" .{}", to_string(type));
  if (named) {
    throw UsageError(fmt::format("{} ends in a type that this command does not take; it takes{}",
                                 name, endings));
  }
  throw UsageError(fmt::format("the name {} ends in none of{}: add --type", name, endings));
}

void check_fits_in_memory(std::string const& file, std::string const& work, double bytes) {
  auto const there_is = static_cast<double>(machine_memory());
  if (bytes <= there_is) return;
  throw Failure(fmt::format("{} is too large: {} takes {} of memory, and this machine has {}", file,
                            work, format_bytes(bytes), format_bytes(there_is)));
}

void write_bytes(OutputFile& file, std::span<std::byte const> bytes) {
  constexpr std::size_t block = std::size_t(4) << 20;
  Progress progress("writing " + file.path().filename().string(), bytes.size());
  for (std::size_t begin = 0; begin < bytes.size(); begin += block) {
    auto const part = bytes.subspan(begin, std::min(block, bytes.size() - begin));
    file.write({reinterpret_cast<char const*>(part.data()), part.size()});
    progress.advance(part.size());
  }
}

}  // namespace yoke::tool
