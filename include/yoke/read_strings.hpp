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

/// How to read strings.
struct StringReadOptions {
  /// The bytes that the strings and what a pipe or a compressed file holds may take together; 0:
  /// the machine's memory.
  std::uint64_t memory_limit = 0;
  /// Take the file as it is, even where it begins as files do that gzip, xz, zstd, bzip2 or zip
  /// made: nothing is expanded, and nothing refused for that.
  bool as_is = false;
};

/// The records of a FASTA file, in its order: as many headers as sequences.
struct FastaStrings {
  HostStrings headers;    ///< what follows '>' on its line
  HostStrings sequences;  ///< the lines of each record, joined, without blanks
};

/// The lines of a file as strings, without their ends, LF or CR LF; what follows the last end is a
/// line where there is anything. A regular file is mapped, anything else read to its end; what gzip
/// compressed is expanded,
/// unless options.as_is is set.
///
/// Throws std::runtime_error where the file cannot be read, yoke::MalformedFile where compressed
/// bytes are damaged or memory_limit is too small.
HostStrings read_lines(std::filesystem::path const& path, StringReadOptions const& options = {});
/// The same, of a descriptor that stays the caller's: 0 is standard input. `name` is for messages.
HostStrings read_lines(int descriptor, std::filesystem::path const& name,
                       StringReadOptions const& options = {});

/// The records of a FASTA file: lines that begin with '>' are headers, those after one its
/// sequence, in any number. Lines end with LF, CR LF or CR, the last one also with the file. Empty
/// lines, comments (lines that begin with ';') and blanks in sequences are read over; sequences are
/// of letters, '*', '-' and '.', as they are written.
///
/// Throws as read_lines; also yoke::MalformedFile, naming the line, where a sequence comes before
/// the first header or has another character. Then nothing has been read.
FastaStrings read_fasta(std::filesystem::path const& path, StringReadOptions const& options = {});
/// The same, of a descriptor.
FastaStrings read_fasta(int descriptor, std::filesystem::path const& name,
                        StringReadOptions const& options = {});

/// Is it a FASTA file by its name? .fasta, .fa, .faa, .fas, .ffn, .fna, .frn, .mpfa; .gz may
/// follow.
bool has_fasta_name(std::filesystem::path const& path);

}  // namespace yoke
