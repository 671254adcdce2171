#include "pieces.hpp"

#include <algorithm>

namespace yoke::detail::files {

void for_each_piece(std::size_t count, std::function<void(std::size_t)> const& body,
                    std::function<void(std::size_t)> const& after) {
  // Enough pieces a portion that threads seldom wait for its last one.
  std::size_t const portion = 8 * threads_at_once();
  for (std::size_t begin = 0; begin < count; begin += portion) {
    std::size_t const size = std::min(portion, count - begin);
    for_each_at_once(size, [&](std::size_t i) { body(begin + i); });
    if (after) after(begin + size);
  }
}

std::vector<std::string_view> split_at_lines(std::string_view text, std::size_t piece_bytes) {
  std::vector<std::string_view> pieces;
  piece_bytes = std::max<std::size_t>(piece_bytes, 1);
  while (!text.empty()) {
    std::size_t size = text.size();
    if (piece_bytes < size) {
      auto const end = text.find('\n', piece_bytes - 1);
      if (end != std::string_view::npos) size = end + 1;
    }
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

void for_each_text_piece(std::string_view whole, std::vector<std::string_view> const& pieces,
                         GraphFileProgress const& progress,
                         std::function<void(std::size_t, std::string_view)> const& body) {
  std::function<void(std::size_t)> after;
  if (progress) {
    after = [&](std::size_t done) {
      auto const& last = pieces[done - 1];
      progress(static_cast<std::uint64_t>(last.data() + last.size() - whole.data()), whole.size());
    };
  }
  for_each_piece(
      pieces.size(), [&](std::size_t piece) { body(piece, pieces[piece]); }, after);
}

}  // namespace yoke::detail::files
