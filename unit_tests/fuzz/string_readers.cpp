// Feeds bytes to what reads lines and FASTA files: everything is read, or refused with a place in
// the file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "string_io/parse.hpp"

namespace files = yoke::detail::files;

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

bool lies_in(std::string_view part, std::string_view file) {
  return file.data() <= part.data() && part.data() + part.size() <= file.data() + file.size();
}

void read_lines(std::string_view file) {
  std::size_t characters = 0, lines = 0;
  files::for_each_line(file, [&](std::string_view line) {
    require(lies_in(line, file));
    require(line.find('\n') == line.npos);
    characters += line.size();
    ++lines;
  });
  // What is no line's are the ends: one or two bytes each, but of the last line none.
  require(characters + 2 * lines >= file.size() && characters <= file.size());
}

void read_fasta(std::string_view file) {
  std::size_t headers = 0;
  try {
    files::for_each_fasta_part(
        file,
        [&](std::string_view header) {
          require(lies_in(header, file) && header.data() > file.data() && header.data()[-1] == '>');
          require(header.find_first_of("\r\n") == header.npos);
          ++headers;
        },
        [&](std::string_view part) {
          require(headers > 0 && lies_in(part, file) && !part.empty());
          for (char const c : part) require(files::is_of_sequence(c));
        });
  } catch (files::Fault const& fault) {
    require(lies_in({fault.at, 0}, file));
    require(!fault.reason.empty() && fault.reason.size() < 400);
    std::uint64_t const line = files::line_of(file, fault.at);
    require(line >= 1 && line <= file.size() + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const file(reinterpret_cast<char const*>(data), size);
  read_lines(file);
  read_fasta(file);
  return 0;
}
