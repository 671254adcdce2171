#pragma once

#include <yoke/output_files.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "input_file.hpp"
#include "parser.hpp"
#include "ranks.hpp"
#include "raw_words.hpp"

namespace yoke::tool {

// What raw little-endian words are.
enum class KeyType { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 };
inline constexpr std::array key_types{KeyType::u8,  KeyType::i8,  KeyType::u16, KeyType::i16,
                                      KeyType::u32, KeyType::i32, KeyType::u64, KeyType::i64,
                                      KeyType::f32, KeyType::f64};
// Those of 32 and 64 bits.
inline constexpr std::span wide_key_types = std::span(key_types).subspan<4>();

std::string_view to_string(KeyType type);
std::size_t width_of(KeyType type);

// --type.
Option add_key_type(Parser parser, std::optional<KeyType>& type, std::string const& description,
                    std::span<KeyType const> types = key_types);
// What a name ends in: .u32 and so on.
std::optional<KeyType> key_type_named(std::string const& name);
// The type asked for, else what the name ends in: .u32 and so on. Throws UsageError where neither
// says one of `types`.
KeyType key_type_of(std::string const& name, std::optional<KeyType> asked,
                    std::span<KeyType const> types = key_types);

// Calls work(Key()) for one of the wide types.
template <class Work>
auto on_wide_key_type(KeyType type, Work const& work) {
  switch (type) {
    case KeyType::u32:
      return work(std::uint32_t());
    case KeyType::i32:
      return work(std::int32_t());
    case KeyType::u64:
      return work(std::uint64_t());
    case KeyType::i64:
      return work(std::int64_t());
    case KeyType::f32:
      return work(float());
    default:
      return work(double());
  }
}

// Calls work(Key()) for the type.
template <class Work>
auto on_key_type(KeyType type, Work const& work) {
  switch (type) {
    case KeyType::u8:
      return work(std::uint8_t());
    case KeyType::i8:
      return work(std::int8_t());
    case KeyType::u16:
      return work(std::uint16_t());
    case KeyType::i16:
      return work(std::int16_t());
    default:
      return on_wide_key_type(type, work);
  }
}

// Keys in a file, in a pipe or from standard input, read once. Throws Failure.
class KeyFile {
 public:
  // The hints say what to do if it is text, and if words are not of this type.
  KeyFile(std::string const& name, KeyType type,
          std::string const& of_text = "this command reads no text",
          std::string const& of_others = "--type says what it is")
      : file_(name), words_(file_, width_of(type), of_others, of_text) {}

  std::string const& name() const { return file_.name(); }
  std::uint64_t size() const { return words_.size(); }

  // This rank's part, of the file's type. Once.
  template <class Key>
  void read(std::span<Key> keys) {
    words_.read(own_part(size()), reinterpret_cast<char*>(keys.data()));
  }

  // In place of that, on each rank all.
  template <class Key>
  void read_all(std::span<Key> keys) {
    words_.read({0, size()}, reinterpret_cast<char*>(keys.data()));
  }

 private:
  InputFile file_;
  RawWords words_;
};

// Throws Failure where this machine's memory cannot hold so many bytes, which `work` ("to sort it")
// takes.
void check_fits_in_memory(std::string const& file, std::string const& work, double bytes);

void write_bytes(OutputFile& file, std::span<std::byte const> bytes);

template <class Key>
void write_keys(OutputFile& file, std::span<Key const> keys) {
  write_bytes(file, std::as_bytes(keys));
}

}  // namespace yoke::tool
