#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sorting/element.hpp"
#include "yoke/mpi/detail/network.hpp"

// Where, in the order of all ranks' keys, each rank's part begins: found without sorting, by
// counting digits. The first pass reads every key; what it leaves in question, few keys where these
// are of many values, is set aside, and further passes read that.
namespace yoke::detail::mpi {

// Keys as unsigned words in their order; or words already.
template <class Key>
struct KeyWords {
  sorting::KeyOrder<Key> order;
  Key const* keys;
  bool are_words;

  KOKKOS_FUNCTION Key operator()(std::uint64_t i) const {
    return are_words ? keys[i] : order.rank(order.canonical(keys[i]));
  }
};

// The place of a word among ascending distinct ones, or how many there are.
template <class Key>
KOKKOS_FUNCTION std::uint32_t place_among(Key word, Key const* words, std::uint32_t count) {
  std::uint32_t low = 0, high = count;
  while (low < high) {
    std::uint32_t const middle = (low + high) / 2;
    if (words[middle] < word) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && words[low] == word ? low : count;
}

// A digit of a word, and the prefix that is before it.
template <class Key>
struct DigitOf {
  static constexpr int all_bits = 8 * sizeof(Key);
  int shift, bits;

  KOKKOS_FUNCTION Key prefix(Key word) const {
    return shift + bits == all_bits ? Key(0) : static_cast<Key>(word >> (shift + bits));
  }
  KOKKOS_FUNCTION std::uint32_t operator()(Key word) const {
    return static_cast<std::uint32_t>(word >> shift) & ((1u << bits) - 1);
  }
};

// Counts the digits that follow each of a few prefixes.
template <class Space, class Key>
class CountDigits {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Counters = Kokkos::View<std::uint32_t*, typename Space::scratch_memory_space,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int team_size = runs_on_host<Space> ? 1 : 256;
  static constexpr int at_once = 4;  // reads that a thread has under way

 public:
  // For so many digits of all prefixes together: 16 KiB of a team's memory.
  static constexpr std::uint32_t most_counters = 4096;

  CountDigits(KeyWords<Key> const& words, std::uint64_t size, DigitOf<Key> const& digit,
              Key const* prefixes, std::uint32_t prefix_count, std::uint64_t* counts)
      : words_(words),
        size_(size),
        digit_(digit),
        prefixes_(prefixes),
        prefix_count_(prefix_count),
        counts_(counts) {}

  // Adds to the counts, prefix by prefix. Does not fence.
  void run(Space const& exec) {
    if (size_ == 0) return;
    std::uint64_t const most =
        runs_on_host<Space> ? 4 * static_cast<std::uint64_t>(exec.concurrency()) : 1024;
    // As many as the counters of one team cost nothing beside, and no more than they hold.
    std::uint64_t const least = std::uint64_t(1) << 14, largest = std::uint64_t(1) << 31;
    per_team_ = std::min(std::max((size_ + most - 1) / most, least), largest);
    Kokkos::TeamPolicy<Space> policy(exec, static_cast<int>((size_ + per_team_ - 1) / per_team_),
                                     team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Counters::shmem_size(most_counters)));
    Kokkos::parallel_for("yoke::mpi::sort::count", policy, *this);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Counters const counters(member.team_scratch(0), most_counters);
    auto const thread = static_cast<std::uint32_t>(member.team_rank());
    std::uint32_t const used = prefix_count_ << digit_.bits;
    for (std::uint32_t c = thread; c < used; c += team_size) counters(c) = 0;
    member.team_barrier();
    std::uint64_t const begin = static_cast<std::uint64_t>(member.league_rank()) * per_team_;
    std::uint64_t const end = begin + per_team_ < size_ ? begin + per_team_ : size_;
    for (std::uint64_t i = begin + thread; i < end; i += at_once * team_size) {
      Key word[at_once];
      for (int k = 0; k < at_once; ++k) {
        word[k] = i + k * team_size < end ? words_(i + k * team_size) : Key(0);
      }
      for (int k = 0; k < at_once; ++k) {
        if (i + k * team_size < end) count(word[k], counters);
      }
    }
    member.team_barrier();
    for (std::uint32_t c = thread; c < used; c += team_size) {
      if (counters(c) > 0) Kokkos::atomic_add(&counts_[c], std::uint64_t(counters(c)));
    }
  }

 private:
  KOKKOS_FUNCTION void count(Key word, Counters const& counters) const {
    std::uint32_t const place = place_among(digit_.prefix(word), prefixes_, prefix_count_);
    if (place == prefix_count_) return;
    std::uint32_t& counter = counters((place << digit_.bits) + digit_(word));
    if constexpr (runs_on_host<Space>) {
      ++counter;
    } else {
      Kokkos::atomic_inc(&counter);
    }
  }

  KeyWords<Key> words_;
  std::uint64_t size_, per_team_ = 0;
  DigitOf<Key> digit_;
  Key const* prefixes_;
  std::uint32_t prefix_count_;
  std::uint64_t* counts_;
};

// Sets aside the words with one of the prefixes, in no order.
template <class Key>
struct SetAside {
  KeyWords<Key> words;
  DigitOf<Key> digit;  // before which the prefixes are
  Key const* prefixes;
  std::uint32_t prefix_count;
  Key* out;
  std::uint64_t* taken;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Key const word = words(i);
    if (place_among(digit.prefix(word), prefixes, prefix_count) == prefix_count) return;
    out[Kokkos::atomic_fetch_add(taken, std::uint64_t(1))] = word;
  }
};

// The words at which parts begin, ascending and each once; and how many of this rank's keys go to
// the ranks before each part, if keys are grouped by those words.
template <class Key>
struct RankCuts {
  std::vector<Key> words;
  Counts before;
};

template <class Space, class Key>
class CutFinder {
  using Counter = CountDigits<Space, Key>;
  static constexpr int all_bits = 8 * sizeof(Key);
  static constexpr int first_bits = 12, next_bits = 8;

 public:
  // How many words and digits there must be room for.
  static std::uint64_t words(int ranks) {
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(ranks), batch);
  }
  static constexpr std::uint64_t digits = Counter::most_counters;

  // `aside` has room for `size` words.
  CutFinder(Network<Space>& ranks, KeyWords<Key> const& keys, std::uint64_t size, Key* aside,
            Key* prefixes, std::uint64_t* digits)
      : ranks_(ranks),
        keys_(keys),
        size_(size),
        own_size_(size),
        aside_(aside),
        prefixes_(prefixes),
        digits_(digits) {}

  // `begins`: the places in the order of all keys at which the parts of ranks 1, 2, ... begin.
  RankCuts<Key> find(Counts const& begins) {
    std::vector<Part> parts;
    for (auto const begin : begins) parts.push_back({Key(0), begin, 0, size_});
    for (int left = all_bits; left > 0;) {
      int const bits = std::min(left == all_bits ? first_bits : next_bits, left);
      DigitOf<Key> const digit{left - bits, bits};
      follow(parts, digit);
      left -= bits;
      if (left > 0) set_aside(parts, {left - std::min(left, next_bits), std::min(left, next_bits)});
    }
    return share_equal(parts);
  }

 private:
  static constexpr std::uint32_t batch = Counter::most_counters >> next_bits;

  // Of what is known of a part's first key: its leading digits.
  struct Part {
    Key prefix;
    std::uint64_t missing;  // keys of all ranks with this prefix that come before it
    std::uint64_t smaller;  // keys of this rank with a smaller prefix
    std::uint64_t equal;    // keys of this rank with this one
  };

  static std::vector<Key> distinct(std::vector<Part> const& parts) {
    std::vector<Key> words;
    for (auto const& part : parts) {
      if (words.empty() || words.back() != part.prefix) words.push_back(part.prefix);
    }
    return words;
  }

  // One digit more: that of the first key before which no more are missing.
  void follow(std::vector<Part>& parts, DigitOf<Key> const& digit) {
    auto const prefixes = distinct(parts);
    Counts const own = count(prefixes, digit);
    Counts all = own;
    ranks_.sum(all.data(), all.size());
    std::size_t const digits = std::size_t(1) << digit.bits;
    std::size_t row = 0;
    for (auto& part : parts) {
      while (prefixes[row] != part.prefix) ++row;
      std::size_t place = row * digits;
      std::size_t const last = place + digits - 1;
      for (; place < last && part.missing >= all[place]; ++place) {
        part.missing -= all[place];
        part.smaller += own[place];
      }
      part.equal = own[place];
      part.prefix = static_cast<Key>(part.prefix << digit.bits | (place - row * digits));
    }
  }

  // This rank's digits after each prefix.
  Counts count(std::vector<Key> const& prefixes, DigitOf<Key> const& digit) {
    std::size_t const digits = std::size_t(1) << digit.bits;
    Counts counts(prefixes.size() * digits);
    std::size_t const most = Counter::most_counters / digits;
    for (std::size_t begin = 0; begin < prefixes.size(); begin += most) {
      std::size_t const size = std::min(most, prefixes.size() - begin);
      count_batch(prefixes.data() + begin, size, digit, counts.data() + begin * digits);
    }
    return counts;
  }

  void count_batch(Key const* prefixes, std::size_t size, DigitOf<Key> const& digit,
                   std::uint64_t* counts) {
    Space const& exec = ranks_.exec();
    std::size_t const used = size << digit.bits;
    Array<Space, std::uint64_t> const digits(digits_, used);
    Kokkos::deep_copy(exec, digits, std::uint64_t(0));
    bring(prefixes, size);
    Counter(keys_, size_, digit, prefixes_, static_cast<std::uint32_t>(size), digits_).run(exec);
    Kokkos::deep_copy(
        exec,
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(counts, used),
        digits);
    exec.fence("yoke::mpi::sort::count");
  }

  // Few enough of the keys in question are read alone from now on. One counter gives out their
  // places.
  void set_aside(std::vector<Part> const& parts, DigitOf<Key> const& digit) {
    if (keys_.are_words) return;
    auto const prefixes = distinct(parts);
    std::uint64_t left = 0;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (j == 0 || parts[j].prefix != parts[j - 1].prefix) left += parts[j].equal;
    }
    if (left > own_size_ / 512) return;
    Space const& exec = ranks_.exec();
    bring(prefixes.data(), prefixes.size());
    Kokkos::deep_copy(exec, Array<Space, std::uint64_t>(digits_, 1), std::uint64_t(0));
    Kokkos::parallel_for(
        "yoke::mpi::sort::set_aside", WideRange<Space>(exec, 0, size_),
        SetAside<Key>{keys_, digit, prefixes_, static_cast<std::uint32_t>(prefixes.size()), aside_,
                      digits_});
    exec.fence("yoke::mpi::sort::set_aside");
    keys_.keys = aside_;
    keys_.are_words = true;
    size_ = left;
  }

  // Keys that equal a part's first lie on both sides of it, those of the first ranks first.
  RankCuts<Key> share_equal(std::vector<Part> const& parts) {
    Counts equal, before;
    for (auto const& part : parts) equal.push_back(part.equal);
    auto const of_ranks_before = ranks_.sum_before(equal);
    for (std::size_t j = 0; j < parts.size(); ++j) {
      std::uint64_t const wanted = parts[j].missing, taken = of_ranks_before[j];
      before.push_back(parts[j].smaller +
                       (wanted > taken ? std::min(wanted - taken, parts[j].equal) : 0));
    }
    return {distinct(parts), before};
  }

  void bring(Key const* words, std::size_t size) {
    Kokkos::deep_copy(
        ranks_.exec(), Array<Space, Key>(prefixes_, size),
        Kokkos::View<Key const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(words, size));
  }

  Network<Space>& ranks_;
  KeyWords<Key> keys_;
  std::uint64_t size_, own_size_;
  Key* aside_;
  Key* prefixes_;
  std::uint64_t* digits_;
};

}  // namespace yoke::detail::mpi
