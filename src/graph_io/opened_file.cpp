#include "opened_file.hpp"

#include "yoke/counted.hpp"

namespace yoke::detail::files {

OpenedFile::OpenedFile(std::filesystem::path const& path, GraphReadOptions const& options)
    : path_(path),
      file_(path, memory_limit(options.memory_limit)),
      guess_(format_to_read(path, file_.bytes(), options.format)) {
  check_first_line();
}

OpenedFile::OpenedFile(int descriptor, std::filesystem::path const& name,
                       GraphReadOptions const& options)
    : path_(name),
      file_(descriptor, name, memory_limit(options.memory_limit)),
      guess_(format_to_read(name, file_.bytes(), options.format)) {
  check_first_line();
}

void OpenedFile::check_first_line() const {
  constexpr std::size_t most = std::size_t(1) << 28;
  if (is_binary(format()) || bytes().size() <= most) return;
  if (bytes().substr(0, most).find('\n') != std::string_view::npos) return;
  throw malformed({bytes().data(), "it is longer than " + show_count(most, "character") +
                                       ": this is no graph in text"});
}

MalformedFile OpenedFile::malformed(Fault const& fault) const {
  std::string reason = fault.reason;
  if (guess_.is_a_guess()) {
    reason += "; the file was taken for " + std::string(to_string(format())) + " " + guess_.reason +
              " (options.format)";
  }
  char const* const begin = bytes().data();
  auto const place = static_cast<std::uint64_t>(fault.at - begin);
  using Unit = MalformedFile::Unit;
  if (is_binary(format())) return {path_.string(), Unit::byte, place, reason};
  return {path_.string(), Unit::line, line_of(bytes(), fault.at), reason};
}

}  // namespace yoke::detail::files
