#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/stream_store.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::sorting {

// Brings elements of one bucket together, stably, reading and writing each once and counting
// nothing beforehand: each thread collects the elements of a bucket in a block, and a full block
// goes, past the caches, behind the blocks that its tile of the input has filled already, whatever
// their buckets. So a bucket is a list of blocks. Of what a bucket's number says all, only the
// number of elements is kept.
//
// Holds a copy of the elements and 1/80 of that, and for each thread 612 bytes a bucket.
template <class Space, class Word, class Value>
class BlockPartition {
  using Moved = Element<Word, Value>;
  using Number = std::uint16_t;
  // Some take 24 bytes.
  static constexpr std::uint64_t in_lines = elements_in_lines(sizeof(Moved));
  static_assert(in_lines * sizeof(Moved) % stream_line == 0 && in_lines > 0);
  static constexpr std::uint64_t lines_bytes = in_lines * sizeof(Moved);
  static constexpr std::uint64_t block =
      lines_bytes < 512 ? 512 / lines_bytes * in_lines : in_lines;
  static constexpr std::uint64_t block_bytes = block * sizeof(Moved);
  // Evens out threads that are disturbed.
  static constexpr std::uint64_t tiles_each = 4;

  // What a tile has of a bucket: blocks in the tile's list from one on; and the elements that
  // filled no block, from one on.
  struct Part {
    std::uint64_t first_block, rest, counted;
  };

 public:
  // What is read, and into which bucket it goes; `labels(element)`. Elements of buckets that
  // `is_counted` names are counted alone.
  template <class Source, class Label>
  struct Input {
    Source source;
    Label label;
    std::uint64_t size;
    std::vector<char> const& is_counted;
  };

  BlockPartition(Space const& exec, std::size_t capacity, int most_buckets)
      : exec_(exec),
        threads_(static_cast<std::uint64_t>(exec.concurrency())),
        most_buckets_(static_cast<std::uint64_t>(most_buckets)),
        elements_(make_buffer<Space, Moved>(exec, "yoke::sort::records", capacity)) {
    advise_huge_pages(elements_.data(), capacity * sizeof(Moved));
    // An allocation of Kokkos takes 4000 instructions, of no elements too.
    if (most_buckets == 0) return;
    open_ = make_buffer<Space, Moved>(exec, "yoke::sort::open_blocks",
                                      threads_ * most_buckets_ * block);
    filled_ =
        make_buffer<Space, std::uint32_t>(exec, "yoke::sort::filled", threads_ * most_buckets_);
    bucket_of_block_ =
        make_buffer<Space, Number>(exec, "yoke::sort::bucket_of_block", capacity / block);
    blocks_ = make_buffer<Space, std::uint32_t>(exec, "yoke::sort::blocks", capacity / block);
    parts_ = make_buffer<Space, Part>(exec, "yoke::sort::parts",
                                      threads_ * tiles_each * (most_buckets_ + 1));
  }

  Moved* elements() const { return elements_.data(); }
  std::uint64_t tiles() const { return tiles_; }

  // Stores where each bucket begins, and where the last one ends.
  template <class Source, class Label>
  void run(Input<Source, Label> const& input, std::uint64_t* begin) {
    auto const buckets = static_cast<std::uint64_t>(input.is_counted.size());
    buckets_ = buckets;
    std::uint64_t const wanted = threads_ * tiles_each;
    tile_ = std::max<std::uint64_t>((input.size + wanted - 1) / wanted, 4096);
    tile_ = (tile_ + block - 1) / block * block;
    tiles_ = (input.size + tile_ - 1) / tile_;
    std::atomic<std::uint64_t> next(0);
    Kokkos::parallel_for("yoke::sort::partition", Kokkos::RangePolicy<Space>(exec_, 0, threads_),
                         [&](std::uint64_t thread) {
                           for (std::uint64_t tile; (tile = next++) < tiles_;) {
                             partition(thread, tile, input);
                           }
                         });
    exec_.fence("yoke::sort: partition");
    begin[0] = 0;
    for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
      begin[bucket + 1] = begin[bucket];
      for (std::uint64_t tile = 0; tile < tiles_; ++tile) {
        begin[bucket + 1] += size_of(tile, bucket);
      }
    }
  }

  std::uint64_t size_of(std::uint64_t tile, std::uint64_t bucket) const {
    Part const *const part = part_of(tile, bucket), *const next = part + 1;
    return (next->first_block - part->first_block) * block + (next->rest - part->rest) +
           part->counted;
  }

  // visit(elements, how many) for each block of a tile's elements of a bucket, in order.
  template <class Visit>
  void for_each_block(std::uint64_t tile, std::uint64_t bucket, Visit const& visit) const {
    constexpr std::uint64_t ahead = 4;
    Part const *const part = part_of(tile, bucket), *const next = part + 1;
    Moved const* const elements = elements_.data() + tile * tile_;
    std::uint32_t const* const blocks = blocks_.data() + tile * (tile_ / block);
    for (std::uint64_t i = part->first_block; i < next->first_block; ++i) {
      if (i + ahead < next->first_block) {
        auto const* const bytes =
            reinterpret_cast<std::byte const*>(elements + blocks[i + ahead] * block);
        for (std::uint64_t k = 0; k < block_bytes; k += stream_line) __builtin_prefetch(bytes + k);
      }
      visit(elements + blocks[i] * block, block);
    }
    if (next->rest > part->rest) visit(elements + part->rest, next->rest - part->rest);
  }

 private:
  Part* part_of(std::uint64_t tile, std::uint64_t bucket) const {
    return parts_.data() + tile * (most_buckets_ + 1) + bucket;
  }

  template <class Source, class Label>
  void partition(std::uint64_t thread, std::uint64_t tile, Input<Source, Label> const& input) {
    constexpr std::uint64_t together = 8;
    Moved* const open = open_.data() + thread * most_buckets_ * block;
    std::uint32_t* const filled = filled_.data() + thread * most_buckets_;
    Part* const parts = part_of(tile, 0);
    for (std::uint64_t b = 0; b < buckets_; ++b) {
      filled[b] = static_cast<std::uint32_t>(b * block);
      parts[b] = {0, 0, 0};
    }
    Moved* out = elements_.data() + tile * tile_;
    Number* const bucket_of_block = bucket_of_block_.data() + tile * (tile_ / block);
    std::uint64_t blocks = 0;
    auto const put = [&](Moved const& element, int bucket) {
      std::uint32_t const place = filled[bucket]++;
      open[place] = element;
      if ((place + 1) % block != 0) return;
      filled[bucket] -= static_cast<std::uint32_t>(block);
      if (input.is_counted[static_cast<std::size_t>(bucket)]) {
        parts[bucket].counted += block;
        return;
      }
      auto* const to = reinterpret_cast<std::byte*>(out);
      auto const* const from = reinterpret_cast<std::byte const*>(open + (place + 1 - block));
      for (std::uint64_t k = 0; k < block_bytes; k += stream_line) stream_store(to + k, from + k);
      out += block;
      bucket_of_block[blocks++] = static_cast<Number>(bucket);
    };
    // Their buckets are looked up independently of each other.
    std::uint64_t i = tile * tile_;
    std::uint64_t const end = std::min(i + tile_, input.size);
    for (; i + together <= end; i += together) {
      std::array<Moved, together> elements;
      std::array<int, together> buckets;
      for (std::uint64_t k = 0; k < together; ++k) elements[k] = input.source(i + k);
      for (std::uint64_t k = 0; k < together; ++k) buckets[k] = input.label(elements[k]);
      for (std::uint64_t k = 0; k < together; ++k) put(elements[k], buckets[k]);
    }
    for (; i < end; ++i) {
      Moved const element = input.source(i);
      put(element, input.label(element));
    }
    end_streaming();
    store_rests(tile, open, filled, input.is_counted, out);
    list_blocks(tile, bucket_of_block, blocks);
  }

  // What filled no block, bucket by bucket.
  void store_rests(std::uint64_t tile, Moved const* open, std::uint32_t const* filled,
                   std::vector<char> const& is_counted, Moved* out) {
    Moved* const elements = elements_.data() + tile * tile_;
    Part* const parts = part_of(tile, 0);
    for (std::uint64_t b = 0; b < buckets_; ++b) {
      std::uint64_t const rest = filled[b] - b * block;
      parts[b].rest = static_cast<std::uint64_t>(out - elements);
      if (is_counted[b]) {
        parts[b].counted += rest;
      } else {
        out = std::copy(open + b * block, open + b * block + rest, out);
      }
    }
    parts[buckets_] = {0, static_cast<std::uint64_t>(out - elements), 0};
  }

  // Sorts the numbers of blocks by bucket.
  void list_blocks(std::uint64_t tile, Number const* bucket_of_block, std::uint64_t count) {
    Part* const parts = part_of(tile, 0);
    std::uint32_t* const blocks = blocks_.data() + tile * (tile_ / block);
    for (std::uint64_t i = 0; i < count; ++i) ++parts[bucket_of_block[i]].first_block;
    std::uint64_t sum = 0;
    for (std::uint64_t b = 0; b <= buckets_; ++b)
      parts[b].first_block = sum += parts[b].first_block;
    // From ends down to beginnings.
    for (std::uint64_t i = count; i-- > 0;) {
      blocks[--parts[bucket_of_block[i]].first_block] = static_cast<std::uint32_t>(i);
    }
  }

  Space exec_;
  std::uint64_t threads_, most_buckets_;
  std::uint64_t buckets_ = 0, tile_ = 0, tiles_ = 0;
  Buffer<Space, Moved> elements_;
  Buffer<Space, Moved> open_;
  Buffer<Space, std::uint32_t> filled_;
  Buffer<Space, Number> bucket_of_block_;
  Buffer<Space, std::uint32_t> blocks_;
  Buffer<Space, Part> parts_;
};

}  // namespace yoke::detail::sorting
