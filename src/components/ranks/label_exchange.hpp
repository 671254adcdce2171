#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <numeric>
#include <vector>

#include "components/ranks/label_exchange_steps.hpp"
#include "mpi/pack.hpp"
#include "primitives/findings.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Tells the owners of vertices what this rank's labels say of them, and joins what others say of
// the own ones. Most vertices that are told of are in one large component, for which a bit does,
// or in none that this rank knows of; the others' labels follow, of four bytes or eight each.
template <class Space, class Vertex>
class LabelExchange {
 public:
  // `begins`: of the ranks' vertices, and the number of all. Before anything is sent.
  void reserve(Network<Space> const& ranks, Counts const& begins) {
    Space const& exec = ranks.exec();
    own_ = static_cast<std::size_t>(ranks.rank());
    std::size_t const p = begins.size() - 1;
    if (!is_entered_ || begins != begins_) {
      is_entered_ = false;  // until there was memory for it
      begins_ = begins;
      said_first_.assign(1, 0);
      heard_first_.assign(1, 0);
      for (std::size_t rank = 0; rank < p; ++rank) {
        bool const is_own = rank == own_;
        said_first_.push_back(said_first_.back() + (is_own ? 0 : words_of(rank)));
        heard_first_.push_back(heard_first_.back() + (is_own ? 0 : words_of(own_)));
      }
      Counts tables = begins_;
      tables.insert(tables.end(), said_first_.begin(), said_first_.end());
      tables.insert(tables.end(), heard_first_.begin(), heard_first_.end());
      Kokkos::deep_copy(
          exec, Array<Space, std::uint64_t>(reserved(exec, tables_, tables.size()), tables.size()),
          Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
              tables.data(), tables.size()));
      exec.fence("yoke::connected_components: parts of the ranks");
      is_entered_ = true;
    }
    reserved(exec, marked_, VertexBits<Space>::words_for(begins_.back()));
    reserved(exec, said_words_, 2 * said_first_.back());
    reserved(exec, heard_words_, 2 * heard_first_.back());
    reserved(exec, said_before_, said_first_.back() + 1);
    reserved(exec, heard_before_, heard_first_.back() + 1);
    reserved(exec, counters_, p + 2);
  }

  // Points all vertices at their roots, and exchanges. `of_large` is a vertex of this rank's large
  // component, if it has one.
  void tell(Network<Space>& ranks, Labels<Space, Vertex> const& labels, Vertex of_large) {
    Space const& exec = ranks.exec();
    Counts to;
    agreed(ranks, [&] { to = say(exec, labels, of_large); });
    Counts numbers;
    for (auto const count : to) {
      numbers.push_back(count);
      numbers.push_back(of_large);
    }
    numbers = ranks.transpose(numbers);
    from_.clear();
    of_large_.clear();
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      from_.push_back(i / 2 == own_ ? 0 : numbers[i]);
      of_large_.push_back(static_cast<Vertex>(numbers[i + 1]));
    }
    agreed(ranks, [&] { reserved(exec, heard_, sum(from_)); });
    ranks.exchange_in_rounds(
        {{transfer_of(said_words_.data(), words(said_first_), heard_words_.data(),
                      words(heard_first_)),
          transfer_of(said_.data(), Parts::in_order(to, 1), heard_.data(),
                      Parts::in_order(from_, 1))}},
        [] {}, [](std::size_t) {});
  }

  // Joins the own vertices' components by what has come. Returns the number of pairs().
  std::uint64_t join(Space const& exec, Labels<Space, Vertex> const& labels) {
    Sayings const heard = heard_sayings();
    std::uint64_t most = 0;
    Kokkos::parallel_reduce("yoke::components::heard",
                            WideRange<Space>(exec, 0, 2 * heard_first_.back()),
                            CountSaid{heard.words}, most);
    exec.fence("yoke::connected_components: heard");
    if (most == 0) return 0;
    reserved(exec, pairs_, most);
    if (sum(from_) > 0 && own_of_.extent(0) < begins_.back()) {
      Kokkos::deep_copy(
          exec, Array<Space, Vertex>(reserved(exec, own_of_, begins_.back()), begins_.back()),
          unheard<Vertex>);
    }
    count_labels(exec, heard, heard_first_.back(), heard_before_.data());
    Array<Space, std::uint64_t> const count(counters_.data(), 1);
    Kokkos::deep_copy(exec, count, 0);
    std::uint64_t labels_before = 0;
    for (std::size_t rank = 0; rank < from_.size(); ++rank) {
      if (rank == own_) continue;
      join_one(exec, labels, heard, rank);
      Kokkos::parallel_for("yoke::components::forget", WideRange<Space>(exec, 0, from_[rank]),
                           ForgetLabels<Space, Vertex>{heard_.data() + labels_before, own_of()});
      labels_before += from_[rank];
    }
    return element(exec, count, 0);
  }

  JoinedPair<Vertex> const* pairs() const { return pairs_.data(); }

 private:
  std::uint64_t words_of(std::size_t rank) const {
    return Sayings::words_for(begins_[rank + 1] - begins_[rank]);
  }
  static std::uint64_t sum(Counts const& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
  }
  // Of a table of the ranks' words, of which each has two.
  static Parts words(Counts const& first) {
    Parts parts;
    for (std::size_t rank = 0; rank + 1 < first.size(); ++rank) {
      parts.begin.push_back(2 * first[rank]);
      parts.bytes.push_back(2 * (first[rank + 1] - first[rank]));
    }
    return parts;
  }
  Owners table(std::size_t number) const {
    return {tables_.data() + number * begins_.size(),
            static_cast<std::uint32_t>(begins_.size() - 1)};
  }
  Sayings said_sayings() const { return {said_words_.data(), table(1)}; }
  Sayings heard_sayings() const { return {heard_words_.data(), table(2)}; }
  Array<Space, Vertex> own_of() const {
    return Array<Space, Vertex>(own_of_.data(), own_of_.extent(0));
  }

  static void count_labels(Space const& exec, Sayings const& sayings, std::uint64_t words,
                           std::uint64_t* before) {
    Kokkos::parallel_scan("yoke::components::labels_before", WideRange<Space>(exec, 0, words),
                          LabelsBefore{sayings, words, before});
  }

  // Writes down what is to be sent. Returns how many labels each rank gets.
  Counts say(Space const& exec, Labels<Space, Vertex> const& labels, Vertex of_large) {
    std::uint64_t const all = begins_.back(), words = said_first_.back();
    std::size_t const p = begins_.size() - 1;
    VertexBits<Space> const marked{
        Array<Space, std::uint32_t>(marked_.data(), VertexBits<Space>::words_for(all))};
    Kokkos::deep_copy(exec, marked.words, 0);
    Kokkos::parallel_for(
        "yoke::components::settle", WideRange<Space>(exec, 0, all),
        SettleAndMark<Space, Vertex>{labels, begins_[own_], begins_[own_ + 1], marked});
    Counts counts(p);
    if (words == 0) return counts;
    Sayings const said = said_sayings();
    Kokkos::parallel_for("yoke::components::say", WideRange<Space>(exec, 0, words),
                         SayLabels<Space, Vertex>{labels, marked, table(0), said, of_large});
    count_labels(exec, said, words, said_before_.data());
    Kokkos::parallel_for("yoke::components::ends", WideRange<Space>(exec, 0, p),
                         EndsOfLabels{said, said_before_.data(), counters_.data()});
    Kokkos::deep_copy(
        exec,
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(counts.data(), p),
        Array<Space, std::uint64_t>(counters_.data(), p));
    exec.fence("yoke::connected_components: labels counted");
    if (counts.back() > 0) {
      reserved(exec, said_, counts.back());
      Kokkos::parallel_for(
          "yoke::components::write_labels", WideRange<Space>(exec, 0, words),
          WriteLabels<Space, Vertex>{labels, table(0), said, said_before_.data(), said_.data()});
    }
    std::adjacent_difference(counts.begin(), counts.end(), counts.begin());
    return counts;
  }

  void join_one(Space const& exec, Labels<Space, Vertex> const& labels, Sayings const& heard,
                std::size_t rank) {
    std::uint64_t const first = heard_first_[rank], words = heard_first_[rank + 1] - first;
    std::uint64_t const size = begins_[own_ + 1] - begins_[own_];
    std::uint32_t const* const in_large = heard.words + 2 * first;
    Kokkos::View<std::uint64_t, typename Space::memory_space, Kokkos::MemoryUnmanaged> const
        first_in_large(counters_.data() + 1);
    Kokkos::parallel_reduce(
        "yoke::components::first_in_large", WideRange<Space>(exec, 0, words),
        FirstInLarge{in_large},
        Kokkos::Min<std::uint64_t, typename Space::memory_space>(first_in_large));
    Kokkos::parallel_for(
        "yoke::components::join", WideRange<Space>(exec, 0, size),
        JoinHeard<Space, Vertex>{labels, begins_[own_], in_large, in_large + words, of_large_[rank],
                                 first_in_large.data(), heard_before_.data() + first, heard_.data(),
                                 own_of(), pairs_.data(), counters_.data()});
  }

  std::size_t own_ = 0;
  bool is_entered_ = false;                   // what follows, in tables_
  Counts begins_, said_first_, heard_first_;  // of vertices; of words
  Counts from_;                               // labels that came from each rank
  std::vector<Vertex> of_large_;              // of each rank
  Buffer<Space, std::uint64_t> tables_, counters_, said_before_, heard_before_;
  Buffer<Space, std::uint32_t> marked_, said_words_, heard_words_;
  Buffer<Space, Vertex> said_, heard_, own_of_;
  Buffer<Space, JoinedPair<Vertex>> pairs_;
};

}  // namespace yoke::detail::mpi
