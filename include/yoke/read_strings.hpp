#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>

#include "yoke/errors.hpp"
#include "yoke/strings.hpp"

namespace yoke {

/// Strings of a file, in host memory.
using HostStrings =
    Strings<Kokkos::View<char*, Kokkos::HostSpace>, Kokkos::View<std::int64_t*, Kokkos::HostSpace>>;

/// The options for reading strings.
struct StringReadOptions {
  /// A bound in bytes on the strings, together with the content of a pipe or a compressed file. 0:
  /// the machine's memory.
  std::uint64_t memory_limit = 0;
  /// Take the file as it is, even if it begins like a compressed file (yoke/compressed.hpp) or like
  /// an array of NumPy. Nothing is expanded, and nothing is refused for that reason.
  bool as_is = false;
};

/// The records of a FASTA file, in its order: one header for each sequence.
struct FastaStrings {
  HostStrings headers;    ///< the text after '>' on its line
  HostStrings sequences;  ///< the lines of each record, joined, without blanks
};

/// The lines of a file as strings, without their ends, LF or CR LF. Text after the last end is a
/// line if it is not empty. A regular file is mapped, and other files are read to their ends. gzip
/// files are expanded, unless options.as_is is set. Other compressed files are refused.
///
/// Throws std::runtime_error if the file cannot be read or is refused. Throws yoke::MalformedFile
/// if compressed bytes are damaged, memory_limit is too small, or it is an array of NumPy.
HostStrings read_lines(std::filesystem::path const& path, StringReadOptions const& options = {});
/// The same for a descriptor, which stays the caller's: 0 is standard input. `name` is for
/// messages.
HostStrings read_lines(int descriptor, std::filesystem::path const& name,
                       StringReadOptions const& options = {});

/// The records of a FASTA file. Lines that begin with '>' are headers. The lines after a header are
/// its sequence, in any number. Lines end with LF, CR LF or CR, the last one also with the file.
/// Empty lines, comments (lines that begin with ';') and blanks in sequences are skipped. Sequences
/// have letters, '*', '-' and '.', and keep their case.
///
/// Throws as read_lines does. Also throws yoke::MalformedFile, which names the line, if a sequence
/// comes before the first header or has another character. A file with such a fault gives no
/// records at all.
FastaStrings read_fasta(std::filesystem::path const& path, StringReadOptions const& options = {});
/// The same for a descriptor.
FastaStrings read_fasta(int descriptor, std::filesystem::path const& name,
                        StringReadOptions const& options = {});

/// Does the name end as a FASTA file's name: in .fasta, .fa, .faa, .fas, .ffn, .fna, .frn or .mpfa?
/// .gz may follow.
bool has_fasta_name(std::filesystem::path const& path);

}  // namespace yoke
