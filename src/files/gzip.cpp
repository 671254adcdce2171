#include "gzip.hpp"

#include <algorithm>
#include <string>

#include "memory_limit.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

#if defined(YOKE_HAS_ZLIB)
#include <zlib.h>
#include <utility>
#endif

namespace yoke::detail::files {

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

#if defined(YOKE_HAS_ZLIB)
namespace {

// zlib counts in 32 bits.
constexpr std::size_t block_bytes = std::size_t(1) << 20;

class Expansion {
 public:
  Expansion(std::string_view compressed, std::filesystem::path const& name, std::uint64_t limit,
            std::string const& hint)
      : compressed_(compressed), name_(name), limit_(limit), hint_(hint) {
    // 16: with gzip's header and check sums.
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Expansion() { inflateEnd(&stream_); }
  Expansion(Expansion const&) = delete;
  Expansion& operator=(Expansion const&) = delete;

  GrowingBytes run() {
    while (read_ < compressed_.size()) {
      expand_member();
      // gzip takes zeros after the last member for padding, as on tapes.
      if (compressed_.find_first_not_of('\0', read_) == compressed_.npos) break;
      inflateReset(&stream_);
    }
    return std::move(expanded_);
  }

 private:
  [[noreturn]] void fail(std::string const& reason) const {
    throw MalformedFile(name_.string(), MalformedFile::Unit::byte, read_, reason);
  }

  void expand_member() {
    for (int state = Z_OK; state != Z_STREAM_END;) {
      std::size_t const given = std::min(block_bytes, compressed_.size() - read_);
      // zlib only reads it.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed_.data() + read_));
      stream_.avail_in = static_cast<uInt>(given);
      stream_.next_out = reinterpret_cast<Bytef*>(expanded_.spare(block_bytes));
      stream_.avail_out = static_cast<uInt>(block_bytes);
      state = inflate(&stream_, Z_NO_FLUSH);
      read_ += given - stream_.avail_in;
      expanded_.grow(block_bytes - stream_.avail_out);
      if (expanded_.size() > limit_) fail("expanded, it" + more_than(limit_));
      if (state == Z_BUF_ERROR) fail("the compressed file is cut short" + hint_);
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      if (state != Z_OK && state != Z_STREAM_END) {
        fail(std::string("the compressed file is damaged: ") +
             (stream_.msg == nullptr ? "no gzip data" : stream_.msg) + hint_);
      }
    }
  }

  std::string_view compressed_;
  std::filesystem::path const& name_;
  std::uint64_t limit_;
  std::string const& hint_;
  z_stream stream_ = {};
  std::size_t read_ = 0;
  GrowingBytes expanded_;
};

}  // namespace

GrowingBytes expand_gzip(std::string_view compressed, std::filesystem::path const& name,
                         std::uint64_t limit, std::string const& hint) {
  return Expansion(compressed, name, limit, hint).run();
}

#else

GrowingBytes expand_gzip(std::string_view, std::filesystem::path const& name, std::uint64_t,
                         std::string const& hint) {
  throw std::runtime_error("cannot read " + printable(name.string()) +
                           ": it is compressed, and this Yoke was built without zlib; expand it "
                           "first (gunzip), or read the output of zcat from a pipe" +
                           hint);
}

#endif

}  // namespace yoke::detail::files
