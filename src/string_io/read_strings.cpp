#include "yoke/read_strings.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "files/file_bytes.hpp"
#include "files/memory_limit.hpp"
#include "string_io/parse.hpp"
#include "yoke/compressed.hpp"

namespace yoke {
namespace {

using detail::files::Compressed;
using detail::files::Fault;
using detail::files::FileBytes;

// What strings there are, before there is room for them.
struct Count {
  std::uint64_t strings = 0, characters = 0;
  std::uint64_t bytes() const { return characters + sizeof(std::int64_t) * (strings + 1); }
};

HostStrings make_strings(Count const& count) {
  auto const how = [](char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  };
  return {HostStrings::CharacterView(how("yoke::strings::characters"), count.characters),
          HostStrings::OffsetView(how("yoke::strings::offsets"), count.strings + 1)};
}

// Strings that are written one after the other, each in any number of parts.
class StringWriter {
 public:
  explicit StringWriter(HostStrings const& strings)
      : characters_(strings.characters.data()), offsets_(strings.offsets.data()) {
    offsets_[0] = 0;
  }
  void begin() {
    ++offsets_;
    *offsets_ = offsets_[-1];
  }
  void add(std::string_view part) {
    if (part.empty()) return;
    std::copy(part.begin(), part.end(), characters_ + *offsets_);
    *offsets_ += static_cast<std::int64_t>(part.size());
  }

 private:
  char* characters_;
  std::int64_t* offsets_;
};

// A file, and the exceptions that users see.
class StringFile {
 public:
  template <class... File>
  StringFile(std::filesystem::path const& name, StringReadOptions const& options,
             File const&... file)
      : name_(name),
        limit_(detail::files::memory_limit(options.memory_limit)),
        bytes_(file..., limit_,
               options.as_is ? Compressed::as_it_is : Compressed::expanded_by_default) {
    if (options.as_is || !is_npy(text())) return;
    throw malformed({text().data(), "it is an array of NumPy, no text (options.as_is takes it)"});
  }

  std::string_view text() const { return bytes_.bytes(); }

  void check_memory(std::uint64_t bytes) const {
    if (bytes_.bytes_held() + bytes <= limit_) return;
    throw malformed({text().data(), "reading it" + detail::files::more_than(limit_)});
  }
  MalformedFile malformed(Fault const& fault) const {
    return {name_.string(), MalformedFile::Unit::line, detail::files::line_of(text(), fault.at),
            fault.reason};
  }

 private:
  std::filesystem::path name_;
  std::uint64_t limit_;
  FileBytes bytes_;
};

HostStrings lines_of(StringFile const& file) {
  // An offset has more bytes than a line's end. Seen before the file is read through.
  file.check_memory(file.text().size());
  Count count;
  detail::files::for_each_line(file.text(), [&](std::string_view line) {
    ++count.strings;
    count.characters += line.size();
  });
  file.check_memory(count.bytes());
  auto const strings = make_strings(count);
  StringWriter writer(strings);
  detail::files::for_each_line(file.text(), [&](std::string_view line) {
    writer.begin();
    writer.add(line);
  });
  return strings;
}

FastaStrings records_of(StringFile const& file) {
  Count headers, sequences;
  try {
    detail::files::for_each_fasta_part(
        file.text(),
        [&](std::string_view header) {
          ++headers.strings;
          headers.characters += header.size();
        },
        [&](std::string_view part) { sequences.characters += part.size(); });
  } catch (Fault const& fault) {
    throw file.malformed(fault);
  }
  sequences.strings = headers.strings;
  file.check_memory(headers.bytes() + sequences.bytes());
  FastaStrings const records{make_strings(headers), make_strings(sequences)};
  StringWriter header_writer(records.headers), sequence_writer(records.sequences);
  detail::files::for_each_fasta_part(
      file.text(),
      [&](std::string_view header) {
        header_writer.begin();
        header_writer.add(header);
        sequence_writer.begin();
      },
      [&](std::string_view part) { sequence_writer.add(part); });
  return records;
}

}  // namespace

HostStrings read_lines(std::filesystem::path const& path, StringReadOptions const& options) {
  return lines_of(StringFile(path, options, path));
}
HostStrings read_lines(int descriptor, std::filesystem::path const& name,
                       StringReadOptions const& options) {
  return lines_of(StringFile(name, options, descriptor, name));
}

FastaStrings read_fasta(std::filesystem::path const& path, StringReadOptions const& options) {
  return records_of(StringFile(path, options, path));
}
FastaStrings read_fasta(int descriptor, std::filesystem::path const& name,
                        StringReadOptions const& options) {
  return records_of(StringFile(name, options, descriptor, name));
}

bool has_fasta_name(std::filesystem::path const& path) {
  constexpr std::array<std::string_view, 8> extensions{".fasta", ".fa",  ".faa", ".fas",
                                                       ".ffn",   ".fna", ".frn", ".mpfa"};
  std::string const name = detail::files::lower_case(path.filename().string());
  std::string_view bare = name;
  if (bare.ends_with(".gz")) bare.remove_suffix(3);
  return std::ranges::any_of(extensions,
                             [&](std::string_view extension) { return bare.ends_with(extension); });
}

}  // namespace yoke
