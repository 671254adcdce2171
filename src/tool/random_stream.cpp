#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>

#include "random.hpp"
#include "share_out.hpp"

namespace yoke::tool {
namespace {

using Evenly = Kokkos::Schedule<Kokkos::Static>;

constexpr std::uint64_t group = 64;  // numbers: whatever is kept of each, together whole numbers

// Appends bits to words, the lowest first.
class BitPacker {
 public:
  explicit BitPacker(std::uint32_t* words) : words_(words) {}
  void add(std::uint32_t bits, std::uint64_t count) {
    held_ |= std::uint64_t(bits) << count_;
    count_ += count;
    if (count_ < 32) return;
    *words_++ = static_cast<std::uint32_t>(held_);
    held_ >>= 32;
    count_ -= 32;
  }

 private:
  std::uint32_t* words_;
  std::uint64_t held_ = 0, count_ = 0;
};

std::uint32_t reverse_bits(std::uint32_t word) {
  word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
  word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
  word = (word >> 4 & 0x0f0f0f0fu) | (word & 0x0f0f0f0fu) << 4;
  word = (word >> 8 & 0x00ff00ffu) | (word & 0x00ff00ffu) << 8;
  return std::rotl(word, 16);
}

std::uint32_t keep_lowest(std::uint32_t word, std::uint64_t bits) {
  return bits < 32 ? word & ((std::uint32_t(1) << bits) - 1) : word;
}

// What becomes of some numbers, of one word or two.
struct TransformGroup {
  std::uint32_t const* drawn;
  std::uint32_t* block;
  std::uint64_t streams, words_each, words_a_number, kept_bits;
  bool reverses;

  void operator()(std::uint64_t g) const {
    BitPacker out(block + g * group * kept_bits / 32);
    for (std::uint64_t i = g * group; i < (g + 1) * group; ++i) {
      std::uint32_t const* const number =
          drawn + i % streams * words_each + i / streams * words_a_number;
      std::uint32_t low = number[0], high = words_a_number == 2 ? number[1] : 0;
      if (reverses) {
        std::uint32_t const first = low;
        low = reverse_bits(words_a_number == 2 ? high : low);
        high = words_a_number == 2 ? reverse_bits(first) : 0;
      }
      std::uint64_t const of_low = std::min<std::uint64_t>(kept_bits, 32);
      out.add(keep_lowest(low, of_low), of_low);
      if (kept_bits > 32) out.add(keep_lowest(high, kept_bits - 32), kept_bits - 32);
    }
  }
};

}  // namespace

RandomStream::RandomStream(RandomArguments const& arguments)
    : streams_(arguments.interleave),
      width_(8 * bytes_of(arguments.type)),
      kept_bits_(arguments.low_bits == 0 ? width_ : arguments.low_bits),
      reverses_(arguments.reverse_bits) {
  // What a block takes stays in the cache that cores share: after each they wait for each other,
  // and longest where one of them is busy with something else. Of many streams each draws a group
  // of numbers, and nobody draws many times what is asked for.
  constexpr std::uint64_t most = 1 << 19;
  std::uint64_t const words_a_number = width_ / 32 * ((width_ + kept_bits_ - 1) / kept_bits_);
  std::uint64_t const wanted = std::min(arguments.words.value_or(most), most) * words_a_number;
  std::uint64_t const words_a_group = group * width_ / 32;
  words_each_ =
      std::max<std::uint64_t>(std::min(wanted, most) / streams_ / words_a_group, 1) * words_a_group;
  for (std::uint64_t s = 0; s < streams_; ++s) {
    sources_.push_back(make_source(arguments, arguments.stream + s, streams_ == 1));
  }
  drawn_.resize(streams_ * words_each_);
  if (streams_ > 1 || reverses_ || kept_bits_ < width_) {
    block_.resize(drawn_.size() / width_ * kept_bits_);
  }
}

bool RandomStream::has_work_for_all_cores() const {
  // One thread makes fewer words in less time than Kokkos takes to start.
  constexpr std::size_t many = 1 << 16;
  return drawn_.size() >= many &&
         (streams_ > 1 || !block_.empty() || sources_.front()->uses_all_cores());
}

std::span<std::uint32_t> RandomStream::next() {
  draw();
  if (block_.empty()) return drawn_;
  transform();
  return block_;
}

void RandomStream::draw() {
  auto const draw_stream = [this](std::uint64_t s) {
    sources_[s]->draw(std::span(drawn_).subspan(s * words_each_, words_each_));
  };
  if (streams_ == 1) return draw_stream(0);
  share_out<Evenly>("yoke::tool::draw_streams", streams_, draw_stream);
}

void RandomStream::transform() {
  share_out<Evenly>("yoke::tool::transform", drawn_.size() / (width_ / 32) / group,
                    TransformGroup{drawn_.data(), block_.data(), streams_, words_each_, width_ / 32,
                                   kept_bits_, reverses_});
}

}  // namespace yoke::tool
