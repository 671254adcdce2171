#include "value_output.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "errors.hpp"

namespace yoke::tool {

bool is_raw(std::string const& name, std::string_view own, std::string const& why) {
  auto const ending = std::filesystem::path(name).extension().string();
  auto const names_it = [&](KeyType type) { return ending == fmt::format(".{}", to_string(type)); };
  if (std::ranges::none_of(key_types, names_it)) return false;
  if (ending == fmt::format(".{}", own)) return true;
  throw UsageError(fmt::format("{}: raw words go to a file *.{}, not *{}", why, own, ending));
}

}  // namespace yoke::tool
