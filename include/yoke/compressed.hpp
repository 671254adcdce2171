#pragma once

#include <filesystem>
#include <string_view>

namespace yoke {

/// The command that writes a compressed file's content to standard output ("zcat", "xzcat",
/// "zstdcat", "bzcat", "unzip -p"). The first 8 bytes of the file decide. Empty if they are of no
/// compressed file.
std::string_view decompressor_of(std::string_view bytes);

/// The same by the extension of a name: .gz, .xz, .zst, .bz2, .lz4 ("lz4cat") or .zip.
std::string_view decompressor_of_name(std::filesystem::path const& name);

}  // namespace yoke
