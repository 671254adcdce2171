#include "frame/packing.hpp"

#include <algorithm>

#include "frame/host_copy.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {
namespace {

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

// Calls work(Word(), Stored()) with a word, and what is stored of it, of so many bytes.
template <class Work>
void with_types(std::size_t word_bytes, int stored_bytes, Work const& work) {
  auto const with_word = [&](auto word) {
    if (stored_bytes == 1) return work(word, std::uint8_t());
    if (stored_bytes == 2) return work(word, std::uint16_t());
    work(word, std::uint32_t());
  };
  word_bytes == 4 ? with_word(std::uint32_t()) : with_word(std::uint64_t());
}

// What is subtracted from element 0, and by how much more from each of the next.
template <class Word>
struct Line {
  Word base, slope;

  explicit Line(Packing const& packing)
      : base(static_cast<Word>(packing.base)), slope(static_cast<Word>(packing.slope)) {}
  KOKKOS_FUNCTION Word at(std::uint64_t i) const {
    return static_cast<Word>(base + slope * static_cast<Word>(i));
  }
};

template <class Word, class Stored>
bool pack_part(Word const* words, std::size_t begin, std::size_t end, Line<Word> line,
               Stored* packed) {
  Word all = 0;
  for (std::size_t i = begin; i < end; ++i) {
    Word const rest = words[i] - line.at(i);
    all |= rest;
    packed[i] = static_cast<Stored>(rest);
  }
  return static_cast<Stored>(all) == all;
}

// Through a buffer that stays in a core's own cache, from which the words are streamed.
template <class Word, class Stored>
void unpack_part(Stored const* packed, std::size_t begin, std::size_t end, Line<Word> line,
                 Word* words) {
  constexpr std::size_t block = 1024;
  Word buffer[block];
  for (std::size_t done = begin; done < end; done += block) {
    std::size_t const size = std::min(block, end - done);
    for (std::size_t i = 0; i < size; ++i) buffer[i] = packed[done + i] + line.at(done + i);
    stream_bytes(reinterpret_cast<std::byte*>(words + done),
                 reinterpret_cast<std::byte const*>(buffer), size * sizeof(Word));
  }
}

// Parts of [0, count), one a thread, that begin at multiples of a cache line's elements.
class Parts {
 public:
  Parts(Host const& host, std::size_t count)
      : count_(count),
        parts_(
            std::clamp<std::size_t>(count / 4096, 1, static_cast<std::size_t>(host.concurrency()))),
        size_((count / parts_ / 64 + 1) * 64) {}
  std::size_t number() const { return parts_; }
  std::size_t begin(std::size_t part) const { return std::min(part * size_, count_); }

 private:
  std::size_t count_, parts_, size_;
};

template <class Word>
struct AddToSpread {
  Word const* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Spread& spread) const {
    spread.add(words[i], i);
  }
};
template <class Word, class Stored>
struct PackElement {
  Word const* words;
  Line<Word> line;
  Stored* packed;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    packed[i] = static_cast<Stored>(words[i] - line.at(i));
  }
};
template <class Word, class Stored>
struct UnpackElement {
  Stored const* packed;
  Line<Word> line;
  Word* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { words[i] = packed[i] + line.at(i); }
};

}  // namespace

Packing packing_of(Spread const& spread, std::size_t word_bytes, std::size_t least) {
  auto const width = [&](int s) {
    return static_cast<std::uint64_t>(spread.high[s]) - static_cast<std::uint64_t>(spread.low[s]);
  };
  int best = 0;
  for (int s = 1; s < Spread::slopes; ++s) best = width(s) < width(best) ? s : best;
  for (std::size_t bytes = least; bytes <= word_bytes / 2; bytes *= 2) {
    std::uint64_t const most = (std::uint64_t(1) << 8 * bytes) - 1;
    if (width(best) > most) continue;
    auto const low = static_cast<std::uint64_t>(spread.low[best]);
    return {static_cast<int>(bytes), low - (most - width(best)) / 2, best - 1};
  }
  return {};
}

Packing guess_packing(std::byte const* words, std::size_t count, std::size_t word_bytes,
                      std::size_t least) {
  Packing packing;
  with_types(word_bytes, 1, [&](auto word, auto) {
    auto const* all = reinterpret_cast<decltype(word) const*>(words);
    Spread spread;
    constexpr std::size_t asked = 64;
    for (std::size_t k = 0; k <= asked; ++k) {
      AddToSpread<decltype(word)>{all}((count - 1) * k / asked, spread);
    }
    packing = packing_of(spread, word_bytes, least);
  });
  return packing;
}

bool pack_by_all(Host const& host, std::byte const* words, std::size_t count,
                 std::size_t word_bytes, Packing const& packing, std::byte* packed) {
  int misfits = 0;
  with_types(word_bytes, packing.bytes, [&](auto word, auto stored) {
    using Word = decltype(word);
    using Stored = decltype(stored);
    Parts const parts(host, count);
    Line<Word> const line(packing);
    auto const* all = reinterpret_cast<Word const*>(words);
    auto* to = reinterpret_cast<Stored*>(packed);
    Kokkos::parallel_reduce(
        "yoke::pack_by_all", Kokkos::RangePolicy<Host>(host, 0, parts.number()),
        [=](std::size_t part, int& sum) {
          sum += !pack_part(all, parts.begin(part), parts.begin(part + 1), line, to);
        },
        misfits);
  });
  host.fence("yoke::pack_by_all");
  return misfits == 0;
}

void unpack_by_all(Host const& host, std::byte const* packed, std::size_t count,
                   std::size_t word_bytes, Packing const& packing, std::byte* words) {
  with_types(word_bytes, packing.bytes, [&](auto word, auto stored) {
    using Word = decltype(word);
    using Stored = decltype(stored);
    Parts const parts(host, count);
    Line<Word> const line(packing);
    auto const* from = reinterpret_cast<Stored const*>(packed);
    auto* to = reinterpret_cast<Word*>(words);
    Kokkos::parallel_for("yoke::unpack_by_all", Kokkos::RangePolicy<Host>(host, 0, parts.number()),
                         [=](std::size_t part) {
                           unpack_part(from, parts.begin(part), parts.begin(part + 1), line, to);
                         });
  });
  host.fence("yoke::unpack_by_all");
}

void find_spread(Device const& exec, std::byte const* words, std::size_t count,
                 std::size_t word_bytes, Spread* spread) {
  Kokkos::View<Spread, Kokkos::SharedHostPinnedSpace> const result(spread);
  Kokkos::Sum<Spread, Kokkos::SharedHostPinnedSpace> const sum(result);
  WideRange<Device> const all(exec, 0, count);
  if (word_bytes == 4) {
    AddToSpread<std::uint32_t> const add{reinterpret_cast<std::uint32_t const*>(words)};
    Kokkos::parallel_reduce("yoke::find_spread", all, add, sum);
  } else {
    AddToSpread<std::uint64_t> const add{reinterpret_cast<std::uint64_t const*>(words)};
    Kokkos::parallel_reduce("yoke::find_spread", all, add, sum);
  }
}

void pack(Device const& exec, std::byte const* words, std::size_t count, std::size_t word_bytes,
          Packing const& packing, std::byte* packed) {
  with_types(word_bytes, packing.bytes, [&](auto word, auto stored) {
    using Word = decltype(word);
    using Stored = decltype(stored);
    PackElement<Word, Stored> const step{reinterpret_cast<Word const*>(words), Line<Word>(packing),
                                         reinterpret_cast<Stored*>(packed)};
    Kokkos::parallel_for("yoke::pack", WideRange<Device>(exec, 0, count), step);
  });
}

void unpack(Device const& exec, std::byte const* packed, std::size_t count, std::size_t word_bytes,
            Packing const& packing, std::byte* words) {
  with_types(word_bytes, packing.bytes, [&](auto word, auto stored) {
    using Word = decltype(word);
    using Stored = decltype(stored);
    UnpackElement<Word, Stored> const step{reinterpret_cast<Stored const*>(packed),
                                           Line<Word>(packing), reinterpret_cast<Word*>(words)};
    Kokkos::parallel_for("yoke::unpack", WideRange<Device>(exec, 0, count), step);
  });
}

}  // namespace yoke::detail
