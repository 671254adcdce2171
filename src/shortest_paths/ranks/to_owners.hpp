#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "mpi/owner_exchange.hpp"
#include "shortest_paths/ranks/global_steps.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// The list of other ranks' vertices whose owners are to be told of them, and the way there.
template <class Space, class Vertex, class Weight>
class ToOwners {
 public:
  using Others = shortest_paths::OtherVertices<Space, Vertex, Weight>;
  using Offers = OwnerExchange<Space, shortest_paths::Offer<Vertex, Weight>>;
  using Proposals = OwnerExchange<Space, shortest_paths::Proposal<Vertex, Weight>>;

  explicit ToOwners(Network<Space>& ranks) : ranks_(ranks) {}

  // For lists of up to `most` vertices. `sizes` are the ranks' numbers of vertices. By each rank
  // alone.
  void prepare(Counts const& sizes, std::uint64_t most, bool with_proposals) {
    reserved(exec(), list_, most);
    reserved(exec(), count_, 1);
    offers_.reserve(exec(), most);
    if (with_proposals) proposals_.reserve(exec(), most);
    Counts begins{0};
    for (auto const size : sizes) begins.push_back(begins.back() + size);
    Kokkos::deep_copy(
        exec(),
        Array<Space, std::uint64_t>(reserved(exec(), begins_, begins.size()), begins.size()),
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            begins.data(), begins.size()));
    exec().fence("yoke::shortest_paths: parts of the ranks");
    owners_ = {begins_.data(), static_cast<std::uint32_t>(sizes.size())};
  }
  // Begins with an empty list, before anybody is told.
  void start() {
    exchange_ = 0;
    begin_list();
  }

  // Other ranks' vertices with these arrays (global_steps.hpp), to be listed.
  Others others(Array<Space, Weight> const& distances,
                Array<Space, std::uint32_t> const& listed_for,
                Array<Space, Vertex> const& parents) const {
    return {distances, listed_for, parents, list_.data(), count_.data(), exchange_};
  }

  // Tells the owners of the listed vertices. Returns what this rank is told.
  typename Offers::Received send_offers(Others const& others) {
    std::uint64_t const size = listed();
    Kokkos::parallel_for("yoke::shortest_paths::make_offers", WideRange<Space>(exec(), 0, size),
                         shortest_paths::MakeOffers<Space, Vertex, Weight>{
                             list_.data(), others.distances, offers_.outgoing()});
    return sent(offers_, size);
  }
  typename Proposals::Received send_proposals(Others const& others) {
    std::uint64_t const size = listed();
    Kokkos::parallel_for("yoke::shortest_paths::make_proposals", WideRange<Space>(exec(), 0, size),
                         shortest_paths::MakeProposals<Space, Vertex, Weight>{
                             list_.data(), others, proposals_.outgoing()});
    return sent(proposals_, size);
  }

 private:
  Space const& exec() const { return ranks_.exec(); }

  void begin_list() {
    ++exchange_;
    Kokkos::deep_copy(exec(), Array<Space, std::uint64_t>(count_.data(), 1), std::uint64_t(0));
  }
  std::uint64_t listed() const {
    return element(exec(), Array<Space, std::uint64_t>(count_.data(), 1), 0);
  }
  template <class Exchange>
  typename Exchange::Received sent(Exchange& exchange, std::uint64_t size) {
    exec().fence("yoke::shortest_paths: messages to owners");
    auto const received = exchange.send(ranks_, size, owners_);
    begin_list();
    return received;
  }

  Network<Space>& ranks_;
  Buffer<Space, Vertex> list_;
  Buffer<Space, std::uint64_t> count_, begins_;
  Offers offers_;
  Proposals proposals_;
  Owners owners_{};
  std::uint32_t exchange_ = 0;
};

}  // namespace yoke::detail::mpi
