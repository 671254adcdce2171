#include "yoke/compressed.hpp"

#include <algorithm>
#include <array>
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
                                                    {"PK\x03\x04", "unzip -p"}});
  for (auto const& program : programs) {
    if (bytes.starts_with(program.mark)) return program.name;
  }
  return is_bzip2(bytes) ? "bzcat" : "";
}

std::string_view decompressor_of_name(std::filesystem::path const& name) {
  constexpr auto programs = std::to_array<Program>({{".gz", "zcat"},
                                                    {".xz", "xzcat"},
                                                    {".zst", "zstdcat"},
                                                    {".bz2", "bzcat"},
                                                    {".lz4", "lz4cat"},
                                                    {".zip", "unzip -p"}});
  auto const found = std::ranges::find(programs, name.extension().string(), &Program::mark);
  return found == programs.end() ? "" : found->name;
}

}  // namespace yoke
