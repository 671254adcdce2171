#include <limits>

#include "opened_file.hpp"
#include "yoke/graph_io.hpp"

namespace yoke {
namespace {

using detail::files::OpenedFile;

std::uint64_t twice(std::uint64_t count) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return count > most / 2 ? most : 2 * count;
}

}  // namespace

GraphFile::GraphFile(std::filesystem::path const& path, GraphReadOptions const& options)
    : file_(std::make_shared<OpenedFile const>(path, options)) {}

GraphFile::GraphFile(int descriptor, std::filesystem::path const& name,
                     GraphReadOptions const& options)
    : file_(std::make_shared<OpenedFile const>(descriptor, name, options)) {}

GraphFormat GraphFile::format() const { return file_->format(); }
std::string GraphFile::name() const { return file_->path().string(); }
std::uint64_t GraphFile::bytes() const { return file_->bytes().size(); }

std::uint64_t GraphFile::most_arcs(GraphReadOptions const& options) const {
  return file_->read([&] {
    if (detail::files::is_binary(format())) {
      auto const rows = detail::files::find_rows(file_->bytes(), format());
      return rows.is_symmetric && !options.accept_unsymmetric ? rows.arcs : twice(rows.arcs);
    }
    return twice(detail::files::most_edges(file_->bytes(), format(), options));
  });
}

}  // namespace yoke
