#include "value_output.hpp"

#include <fmt/core.h>

#include "errors.hpp"

namespace yoke::tool {

bool is_raw(std::string const& name, std::string_view own, std::string const& why) {
  auto const named = key_type_named(name);
  if (!named) return false;
  if (to_string(*named) == own) return true;
  throw UsageError(
      fmt::format("{}: raw words go to a file *.{}, not *.{}", why, own, to_string(*named)));
}

}  // namespace yoke::tool
