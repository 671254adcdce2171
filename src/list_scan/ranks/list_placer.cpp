#include "list_scan/ranks/list_placer.hpp"

#include <numeric>
#include <stdexcept>

#include "list_ranking/ranks/list_kernels.hpp"
#include "list_ranking/ranks/list_ranker.hpp"
#include "yoke/detail/even_part.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::mpi {

namespace {

// A rank's nodes, for the owners of their places.
template <class Word>
struct NodesByPlace {
  Word const* place;
  KOKKOS_FUNCTION Word operator()(std::uint64_t i) const { return static_cast<Word>(i); }
  KOKKOS_FUNCTION std::uint32_t owner(std::uint64_t i, Owners const& owners) const {
    return owners(place[i]);
  }
};

// Where a node's value goes in its owner's stretch, twice, and 1 more at a tail. A stretch is at
// most half as long as Word can number.
template <class Word>
struct TellPlace {
  Word const* order;
  Word const* place;
  OwnNodes<Word> nodes;
  Owners owners;
  Word* told;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    Word const i = order[k];
    std::uint64_t const own = place[i] - owners.begins[owners(place[i])];
    told[k] = static_cast<Word>(2 * own + nodes.ends_at(i));
  }
};

// What came k-th goes to the place that it has been told. Of several with one place any stays.
template <class Word>
struct TakePlace {
  Word const* told;
  Word* come;
  std::uint64_t size;
  KOKKOS_FUNCTION Word own(std::uint64_t k) const { return told[k] / 2; }
  KOKKOS_FUNCTION Word what(std::uint64_t k) const {
    return static_cast<Word>(2 * k + told[k] % 2);
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    if (own(k) < size) relaxed_store(&come[own(k)], what(k));
  }
};
// Counts those that have no place, or one in which another has stayed. No value of `come` stands
// for an empty place: of 2^32 - 1 nodes on two ranks each one says something.
template <class Word>
struct CheckPlace {
  TakePlace<Word> took;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& faults) const {
    faults += took.own(k) >= took.size || took.come[took.own(k)] != took.what(k);
  }
};

}  // namespace

template <class Space, class Word>
struct ListPlacer<Space, Word>::State {
  Line<Word> run(Network<Space>& ranks, RankSizes const& sizes, RawArray<Word const> successor,
                 ListRankOptions const& options) {
    std::uint64_t const own = successor.size;
    Counts const begins = share_out(ranks, sizes);
    auto const r = static_cast<std::size_t>(ranks.rank());
    Line<Word> line{0, nullptr, {}, {}, begins[r + 1] - begins[r], nullptr};
    // Before the ranker looks at how much memory is left. What comes is more than the stretch only
    // where lists run into each other.
    agreed(ranks, [&] {
      reserved(ranks.exec(), place, own);
      reserved(ranks.exec(), order, own);
      reserved(ranks.exec(), told, own);
      reserved(ranks.exec(), heard, line.size);
      reserved(ranks.exec(), come, line.size);
    });
    line.lists =
        ranker.places(ranks, sizes, successor,
                      {place.data(), own, place_of<typename Space::memory_space>()}, options);
    OwnNodes<Word> nodes{};
    nodes.successor = successor.data;
    nodes.base = sizes.before;
    nodes.tail = end_rule<Word>(options.tail, "yoke::list_rank: options.tail");
    tell_places(ranks, nodes, own, line);
    if (ranks.sum(take_places(ranks, line)) > 0) throw_fault(ranks, sizes, successor, options);
    return line;
  }

 private:
  // Where each rank's stretch of the line begins.
  Counts share_out(Network<Space>& ranks, RankSizes const& sizes) {
    std::uint64_t const p = sizes.each.size();
    Counts found;
    for (std::uint64_t rank = 0; rank <= p; ++rank) {
      found.push_back(EvenPart{rank, p}.begin(sizes.all));
    }
    agreed(ranks, [&] {
      Space const& exec = ranks.exec();
      using Host = Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
      Kokkos::deep_copy(
          exec,
          Array<Space, std::uint64_t>(reserved(exec, line_begins, found.size()), found.size()),
          Host(found.data(), found.size()));
      exec.fence("yoke::list_scan::begins");
    });
    return found;
  }

  void tell_places(Network<Space>& ranks, OwnNodes<Word> const& nodes, std::uint64_t own,
                   Line<Word>& line) {
    Space const& exec = ranks.exec();
    Owners const owners{line_begins.data(), static_cast<std::uint32_t>(ranks.ranks())};
    agreed(ranks, [&] {
      line.to = packer.pack_from(exec, NodesByPlace<Word>{place.data()}, own, owners, order.data());
    });
    line.order = order.data();
    line.from = ranks.transpose(line.to);
    std::uint64_t const received =
        std::accumulate(line.from.begin(), line.from.end(), std::uint64_t(0));
    agreed(ranks, [&] { reserved(exec, heard, received); });
    line.come = come.data();
    Kokkos::parallel_for("yoke::list_scan::tell_places", WideRange<Space>(exec, 0, own),
                         TellPlace<Word>{order.data(), place.data(), nodes, owners, told.data()});
    exec.fence("yoke::list_scan::tell_places");
    ranks.exchange(told.data(), line.to, heard.data(), line.from);
  }

  // Returns how many places are not taken once.
  std::uint64_t take_places(Network<Space>& ranks, Line<Word> const& line) {
    Space const& exec = ranks.exec();
    std::uint64_t const received =
        std::accumulate(line.from.begin(), line.from.end(), std::uint64_t(0));
    TakePlace<Word> const take{heard.data(), come.data(), line.size};
    WideRange<Space> const all(exec, 0, received);
    std::uint64_t faults = 0;
    Kokkos::parallel_for("yoke::list_scan::take_places", all, take);
    Kokkos::parallel_reduce("yoke::list_scan::check_places", all, CheckPlace<Word>{take}, faults);
    exec.fence("yoke::list_scan::check_places");
    return faults + (received != line.size);
  }

  // Lists that run into each other, of which a check of all links finds the node.
  [[noreturn]] void throw_fault(Network<Space>& ranks, RankSizes const& sizes,
                                RawArray<Word const> successor, ListRankOptions options) {
    options.validate = true;
    options.route = ListRankRoute::messages;
    ranker.run(ranks, sizes, successor, nullptr,
               {place.data(), successor.size, place_of<typename Space::memory_space>()}, options);
    throw std::logic_error("yoke::list_rank: two nodes of lists without a fault have one place");
  }

  ListRanker<Space, Word> ranker;
  Packer<Space> packer;
  Buffer<Space, std::uint64_t> line_begins;
  Buffer<Space, Word> place, order, told, heard, come;
};

template <class Space, class Word>
ListPlacer<Space, Word>::ListPlacer() : state_(std::make_unique<State>()) {}
template <class Space, class Word>
ListPlacer<Space, Word>::~ListPlacer() = default;
template <class Space, class Word>
ListPlacer<Space, Word>::ListPlacer(ListPlacer&&) noexcept = default;
template <class Space, class Word>
ListPlacer<Space, Word>& ListPlacer<Space, Word>::operator=(ListPlacer&&) noexcept = default;

template <class Space, class Word>
Line<Word> ListPlacer<Space, Word>::run(Network<Space>& ranks, RankSizes const& sizes,
                                        RawArray<Word const> successor,
                                        ListRankOptions const& options) {
  return state_->run(ranks, sizes, successor, options);
}

#define YOKE_INSTANTIATE(Space)                    \
  template class ListPlacer<Space, std::uint32_t>; \
  template class ListPlacer<Space, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
