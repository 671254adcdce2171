#include "yoke/compressed.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace yoke {
namespace {

struct Program {
  std::string_view mark, name;
};

// Its mark alone may begin a text: a block's mark follows, or that of the end.
bool is_bzip2(std::string_view bytes) {
  if (!bytes.starts_with("BZh")) return false;
  auto const then = bytes.substr(3).substr(0, 5);
  return then.ends_with("1AY&") || then.ends_with("\x17\x72\x45\x38");
}

}  // namespace

std::string_view decompressor_of(std::string_view bytes) {
  constexpr auto programs = std::to_array<Program>({{"\x1f\x8b\x08", "zcat"},
                                                    {"\xfd\x37zXZ", "xzcat"},
                                                    {"\x28\xb5\x2f\xfd", "zstdcat"},
                                                    {"\x04\x22\x4d\x18", "lz4cat"},
                                                    {"\x02\x21\x4c\x18", "lz4cat"},
                                                    {"\x1f\x9d\x90", "zcat"},
                                                    {"7z\xbc\xaf\x27\x1c", "7z x -so"},
                                                    {"LZIP\x01", "lzip -dc"},
                                                    {"PK\x03\x04", "unzip -p"}});
  for (auto const& program : programs) {
    if (bytes.starts_with(program.mark)) return program.name;
  }
  return is_bzip2(bytes) ? "bzcat" : "";
}

std::string_view decompressor_of_name(std::filesystem::path const& name) {
  constexpr auto programs = std::to_array<Program>({{".gz", "zcat"},
                                                    {".xz", "xzcat"},
                                                    {".lzma", "xzcat"},
                                                    {".zst", "zstdcat"},
                                                    {".zstd", "zstdcat"},
                                                    {".bz2", "bzcat"},
                                                    {".lz4", "lz4cat"},
                                                    {".z", "zcat"},
                                                    {".7z", "7z x -so"},
                                                    {".lz", "lzip -dc"},
                                                    {".br", "brotli -dc"},
                                                    {".tgz", "tar -xzOf"},
                                                    {".zip", "unzip -p"}});
  auto extension = name.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto const found = std::ranges::find(programs, extension, &Program::mark);
  return found == programs.end() ? "" : found->name;
}

bool is_npy(std::string_view bytes) {
  constexpr std::string_view mark = "\x93NUMPY";
  if (bytes.size() < npy_bytes || !bytes.starts_with(mark)) return false;
  // A version of two bytes, and the header's length, of two bytes in version 1. The header is a
  // dictionary.
  char const version = bytes[mark.size()];
  return 1 <= version && version <= 3 && bytes[version == 1 ? 10 : 12] == '{';
}

}  // namespace yoke
