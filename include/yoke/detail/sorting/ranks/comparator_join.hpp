#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/comparator_call.hpp"
#include "yoke/detail/sorting/ranks/comparator_order.hpp"
#include "yoke/detail/sorting/ranks/payload_exchange.hpp"

namespace yoke::detail::sorting {

// Keys in the order of a permutation.
template <class Keys, class Permutation>
struct PickOrdered {
  Keys keys;
  Permutation permutation;
  typename Keys::non_const_value_type* picked;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    picked[i] = keys(static_cast<std::uint64_t>(permutation(i)));
  }
};

// Numbers of a rank's elements become those among all ranks'.
template <class V>
struct ShiftNumbers {
  V numbers;
  std::uint64_t begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    numbers(i) =
        static_cast<typename V::value_type>(begin + static_cast<std::uint64_t>(numbers(i)));
  }
};

// Sorts by a comparator on several ranks, each of which has sorted its part.
template <class Space, class Key>
class ComparatorJoin<Distributed<Space>, Key> {
  using Network = mpi::Network<Space>;

 public:
  explicit ComparatorJoin(SortOptions const& options) : order_(options.report) {}

  template <class Keys, class Comparator>
  std::unique_ptr<JoinSteps> keys(Network& ranks, Keys const& keys, Comparator const& comparator) {
    if (ranks.ranks() == 1) return nullptr;
    return std::make_unique<JoinKeys<Keys, Comparator>>(*this, ranks, keys, comparator);
  }
  template <class Keys, class... Views, class Comparator>
  std::unique_ptr<JoinSteps> payloads(Network& ranks, Keys const& keys,
                                      Payloads<Views...> const& payloads,
                                      Comparator const& comparator) {
    if (ranks.ranks() == 1) return nullptr;
    return std::make_unique<JoinPayloads<Keys, Payloads<Views...>, Comparator>>(
        *this, ranks, keys, payloads, comparator);
  }
  template <class Keys, class Permutation, class Comparator>
  std::unique_ptr<JoinSteps> order(Network& ranks, Keys const& keys, Permutation const& permutation,
                                   Comparator const& comparator) {
    if (ranks.ranks() == 1) return nullptr;
    return std::make_unique<JoinOrder<Keys, Permutation, Comparator>>(*this, ranks, keys,
                                                                      permutation, comparator);
  }

 private:
  template <class Keys, class Comparator>
  class JoinKeys final : public JoinSteps {
   public:
    JoinKeys(ComparatorJoin& held, Network& ranks, Keys const& keys, Comparator const& comparator)
        : held_(held), ranks_(ranks), keys_(keys), comparator_(comparator) {}
    void prepare() override { own_ = held_.copy_.template array<Key, true>(ranks_.exec(), keys_); }
    void join() override {
      held_.order_.run(ranks_, own_.data, own_.size, comparator_);
      held_.copy_.write_back(ranks_.exec(), keys_);
    }

   private:
    ComparatorJoin& held_;
    Network& ranks_;
    Keys keys_;
    Comparator comparator_;
    RawArray<Key> own_;
  };

  // Payloads lie in the order of this rank's sorted keys.
  template <class Keys, class AllPayloads, class Comparator>
  class JoinPayloads final : public JoinSteps {
   public:
    JoinPayloads(ComparatorJoin& held, Network& ranks, Keys const& keys,
                 AllPayloads const& payloads, Comparator const& comparator)
        : held_(held), ranks_(ranks), keys_(keys), payloads_(payloads), comparator_(comparator) {}
    void prepare() override { own_ = held_.copy_.template array<Key, true>(ranks_.exec(), keys_); }
    void join() override {
      held_.move(ranks_, own_, payloads_, comparator_);
      held_.copy_.write_back(ranks_.exec(), keys_);
    }

   private:
    ComparatorJoin& held_;
    Network& ranks_;
    Keys keys_;
    AllPayloads payloads_;
    Comparator comparator_;
    RawArray<Key> own_;
  };

  // The permutation has the order of this rank's keys, which stay where they are: of a copy, in
  // that order, it is a payload.
  template <class Keys, class Permutation, class Comparator>
  class JoinOrder final : public JoinSteps {
    using Index = typename Permutation::value_type;

   public:
    JoinOrder(ComparatorJoin& held, Network& ranks, Keys const& keys,
              Permutation const& permutation, Comparator const& comparator)
        : held_(held),
          ranks_(ranks),
          keys_(keys),
          permutation_(permutation),
          comparator_(comparator) {}
    void prepare() override {
      Space const& exec = ranks_.exec();
      std::size_t const size = keys_.extent(0);
      auto const copy = held_.keys_.template reserved<Key, typename Space::memory_space>(
          exec, "yoke::mpi::argsort::keys", size);
      Kokkos::parallel_for("yoke::mpi::argsort::pick", WideRange<Space>(exec, 0, size),
                           PickOrdered<Keys, Permutation>{keys_, permutation_, copy.data()});
      exec.fence("yoke::mpi::argsort: picked");
      own_ = {copy.data(), size, place_of<typename Space::memory_space>()};
    }
    void join() override {
      auto const sizes = ranks_.gather(own_.size);
      std::uint64_t begin = 0, all = 0;
      for (std::size_t r = 0; r < sizes.size(); ++r) {
        if (r == static_cast<std::size_t>(ranks_.rank())) begin = all;
        all += sizes[r];
      }
      check_index_holds<Index>("yoke::argsort", "permutation", all);  // the same on all ranks
      Kokkos::parallel_for("yoke::mpi::argsort::number",
                           WideRange<Space>(ranks_.exec(), 0, own_.size),
                           ShiftNumbers<Permutation>{permutation_, begin});
      ranks_.exec().fence("yoke::mpi::argsort: numbered");
      held_.move(ranks_, own_, yoke::payloads(permutation_), comparator_);
    }

   private:
    ComparatorJoin& held_;
    Network& ranks_;
    Keys keys_;
    Permutation permutation_;
    Comparator comparator_;
    RawArray<Key> own_;
  };

  template <class AllPayloads, class Comparator>
  void move(Network& ranks, RawArray<Key> const& own, AllPayloads const& payloads,
            Comparator const& comparator) {
    if (own.size <= std::numeric_limits<std::uint32_t>::max()) {
      move_numbered<std::uint32_t>(ranks, own, payloads, comparator);
    } else {
      move_numbered<std::uint64_t>(ranks, own, payloads, comparator);
    }
  }
  template <class Number, class AllPayloads, class Comparator>
  void move_numbered(Network& ranks, RawArray<Key> const& own, AllPayloads const& payloads,
                     Comparator const& comparator) {
    Number* merged = nullptr;
    auto const moved = order_.run(ranks, own.data, merged, own.size, comparator);
    exchange_.move(ranks, moved, static_cast<Number const*>(nullptr),
                   static_cast<Number const*>(merged), payloads);
  }

  mpi::ComparatorOrder<Space, Key> order_;
  PayloadExchange<Distributed<Space>> exchange_;
  StridedCopy copy_;
  KeptBuffer keys_;
};

}  // namespace yoke::detail::sorting
