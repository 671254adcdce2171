#include "files/file_bytes.hpp"
#include "files/memory_limit.hpp"
#include "files/text.hpp"
#include "photon_io/parse_mci.hpp"
#include "yoke/mcml_io.hpp"

namespace yoke {
namespace {

// With the exceptions that users see.
template <class... File>
std::vector<McmlRun> read(std::filesystem::path const& name, MciReadOptions const& options,
                          File const&... file) {
  std::uint64_t const limit = detail::files::memory_limit(options.memory_limit);
  detail::files::FileBytes const bytes(file..., limit);
  try {
    return detail::files::parse_mci(bytes.bytes(), limit);
  } catch (detail::files::Fault const& fault) {
    throw MalformedFile(name.string(), MalformedFile::Unit::line,
                        detail::files::line_of(bytes.bytes(), fault.at), fault.reason);
  }
}

}  // namespace

std::vector<McmlRun> read_mci(std::filesystem::path const& path, MciReadOptions const& options) {
  return read(path, options, path);
}
std::vector<McmlRun> read_mci(int descriptor, std::filesystem::path const& name,
                              MciReadOptions const& options) {
  return read(name, options, descriptor, name);
}

}  // namespace yoke
