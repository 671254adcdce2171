#pragma once

#include <Kokkos_Core.hpp>
#include <tuple>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/payload_mover.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/payloads.hpp"

namespace yoke::detail::sorting {

// Payloads follow keys that have gone to other ranks: each is packed in the order of its rank's
// sorted keys, sent as those were, and read in the order in which they were merged. Holds two
// copies of the largest payload.
template <class Space>
class PayloadExchange<Distributed<Space>> {
 public:
  // Makes room on all ranks or on none. `sorted`: which element of this rank came first, second,
  // ...; null where payloads already are in that order; `merged`: which of those that came.
  template <class Number, class... Views>
  void move(mpi::Network<Space>& ranks, mpi::Moved const& moved, Number const* sorted,
            Number const* merged, Payloads<Views...> const& payloads) {
    static_assert((is_accessible<Space, typename Views::memory_space>() && ...),
                  "yoke::sort_by_key: on several ranks payloads lie where the space works");
    std::apply([&](Views const&... views) { (move_one(ranks, moved, sorted, merged, views), ...); },
               payloads.views);
    ranks.exec().fence("yoke::mpi::sort: payloads moved");
  }

  template <class Number, class... Views>
  class Steps final : public PayloadSteps<Number> {
   public:
    Steps(PayloadExchange& exchange, mpi::Network<Space>& ranks, Payloads<Views...> const& payloads)
        : exchange_(exchange), ranks_(ranks), payloads_(payloads) {}
    void move(mpi::Moved const& moved, Number const* sorted, Number const* merged) const override {
      exchange_.move(ranks_, moved, sorted, merged, payloads_);
    }

   private:
    PayloadExchange& exchange_;
    mpi::Network<Space>& ranks_;
    Payloads<Views...> const& payloads_;
  };
  template <class Number, class... Views>
  Steps<Number, Views...> steps(mpi::Network<Space>& ranks, Payloads<Views...> const& payloads) {
    return {*this, ranks, payloads};
  }

 private:
  template <class Number, class V>
  void move_one(mpi::Network<Space>& ranks, mpi::Moved const& moved, Number const* sorted,
                Number const* merged, V const& payload) {
    using T = typename V::value_type;
    using Memory = typename Space::memory_space;
    Space const& exec = ranks.exec();
    std::size_t const size = payload.extent(0);
    T *packed = nullptr, *come = nullptr;
    agreed(ranks, [&] {
      std::size_t const bytes = size * sizeof(T);
      packed = reinterpret_cast<T*>(
          packed_.template reserved<std::byte, Memory>(exec, "yoke::mpi::sort::packed", bytes)
              .data());
      come = reinterpret_cast<T*>(
          come_.template reserved<std::byte, Memory>(exec, "yoke::mpi::sort::come", bytes).data());
    });
    WideRange<Space> const all(exec, 0, size);
    T const* sent = packed;
    if (sorted != nullptr) {
      Kokkos::parallel_for("yoke::mpi::sort::pack", all,
                           GatherPayload<V, Number>{payload, sorted, packed});
    } else if (payload.span_is_contiguous()) {
      sent = payload.data();
    } else {
      Kokkos::deep_copy(exec, Kokkos::View<T*, Memory, Kokkos::MemoryUnmanaged>(packed, size),
                        payload);
    }
    ranks.exchange(sent, moved.to, come, moved.from);
    using Come = Kokkos::View<T const*, Memory, Kokkos::MemoryUnmanaged>;
    if (payload.span_is_contiguous()) {
      Kokkos::parallel_for("yoke::mpi::sort::unpack", all,
                           GatherPayload<Come, Number>{Come(come, size), merged, payload.data()});
      return;
    }
    Kokkos::parallel_for("yoke::mpi::sort::unpack", all,
                         GatherPayload<Come, Number>{Come(come, size), merged, packed});
    Kokkos::parallel_for("yoke::mpi::sort::return", all, ReturnPayload<V>{payload, packed});
  }

  KeptBuffer packed_, come_;
};

template <class Device, class Host>
class PayloadExchange<Distributed<Hybrid<Device, Host>>> {
 public:
  template <class Number, class Network, class... Views>
  auto steps(Network const&, Payloads<Views...> const& payloads) {
    static_assert(sizeof...(Views) == 0,
                  "yoke::sort_by_key: ranks that are Hybrids take one View of values of 4 or 8 "
                  "bytes; for payloads, take a Distributed of one space");
    return payloads;
  }
};

}  // namespace yoke::detail::sorting
