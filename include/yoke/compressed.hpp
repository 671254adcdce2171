#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace yoke {

/// The command that writes a compressed file's content to standard output ("zcat", "xzcat",
/// "zstdcat", "bzcat", "lz4cat", "7z x -so", "lzip -dc", "unzip -p"). The first 8 bytes of the file
/// decide. Empty if they are of no compressed file.
std::string_view decompressor_of(std::string_view bytes);

/// The same by the extension of a name: .gz, .xz, .lzma, .zst, .zstd, .bz2, .lz4, .Z, .7z, .lz or
/// .zip, in small or capital letters.
std::string_view decompressor_of_name(std::filesystem::path const& name);

/// The number of bytes that is_npy looks at.
inline constexpr std::size_t npy_bytes = 13;

/// Does a file begin as numpy.save writes it? `bytes` are the first npy_bytes of it, or all that
/// there are.
bool is_npy(std::string_view bytes);

}  // namespace yoke
