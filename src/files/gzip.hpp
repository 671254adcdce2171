#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "growing_bytes.hpp"

namespace yoke::detail::files {

bool is_gzip(std::string_view bytes);

// What gzip made of it: one member or several, as pigz and bgzip write them. Throws
// yoke::MalformedFile where the bytes are damaged or cut short, or where more than `limit` come out
// of them; std::runtime_error in a build without zlib. What is no gzip file may be read otherwise:
// the hint says how.
GrowingBytes expand_gzip(std::string_view compressed, std::filesystem::path const& name,
                         std::uint64_t limit, std::string const& hint);

}  // namespace yoke::detail::files
