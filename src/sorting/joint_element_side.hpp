#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "sorting/comparator_ways.hpp"
#include "sorting/device_element_sort.hpp"
#include "sorting/host_element_sort.hpp"
#include "sorting/joint_element_kernels.hpp"
#include "sorting/joint_elements.hpp"
#include "sorting/joint_phases.hpp"

namespace yoke::detail::sorting::joint {

// What one side is given.
struct GivenElements {
  std::byte const* input;  // the side's elements
  std::byte* result;       // the whole result
  bool is_near;            // where the side works, both
  std::uint64_t size;
};

// One side's work in a sort of both sides by a comparator: `by_teams` as a device does it, else as
// a host's threads do. What lies on the other side is copied on instances of type Copies.
//
// Holds two copies of the elements and what the side's own sort holds; a third copy where they lie
// on the other side.
template <class Space, class Copies, bool by_teams>
class ElementSide {
  static constexpr bool is_host = runs_on_host<Space>;
  using Steps = std::conditional_t<by_teams, DeviceSteps<Space>, HostSteps<Space>>;
  using Sort = std::conditional_t<by_teams, DeviceElementSort<Space>, HostElementSort<Space>>;
  // What the other side copies from and to, and where all else lies that is not its own.
  using Open = std::conditional_t<is_host, Kokkos::SharedHostPinnedSpace, Space>;
  using Far =
      std::conditional_t<is_host, Kokkos::DefaultExecutionSpace, Kokkos::SharedHostPinnedSpace>;

 public:
  // A host may play the device.
  ElementSide(Space const& exec, ComparatorSort::Capacity const& capacity,
              SortOptions const& options, bool is_device)
      : exec_(exec),
        capacity_(capacity),
        bytes_(capacity.sizes.element),
        timeline_(options.timeline),
        is_device_(is_device),
        phases_(options.timeline, options.report != nullptr),
        sort_(make_sort(exec, capacity)),
        tree_(make_buffer<Space, std::byte>(exec, "yoke::sort::splitters", buckets * bytes_)),
        tables_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::tables", 3 * row)),
        near_tables_(uninitialised("yoke::sort::tables"), 3 * row),
        near_begin_(uninitialised("yoke::sort::begin"), row),
        open_(uninitialised("yoke::sort::open"), checked_bytes(2 * capacity.elements, bytes_)) {}

  Sort& sorter() { return sort_; }

  // On the caller's thread: allocates what a call needs the first time.
  void begin(Steps const& steps, GivenElements const& given) {
    steps_ = &steps;
    given_ = given;
    phases_.clear();
    is_brought_ = false;  // a call before this one may have thrown
    if (given.is_near || workspace_.extent(0) > 0) return;
    workspace_ = Buffer<Open, std::byte>(uninitialised("yoke::sort::workspace"),
                                         checked_bytes(capacity_.elements, bytes_));
  }

  // The side's elements have been brought to workspace() by somebody else.
  void set_brought() { is_brought_ = true; }
  std::byte* workspace() const { return workspace_.data(); }

  // Phases I and II.
  void count(Splitters const& splitters, Copies const& copies) {
    if (!given_.is_near && !is_brought_ && given_.size > 0) {
      Span const span(timeline_, toward(), "elements");
      copy<Open, Far>(copies, workspace(), given_.input, given_.size * bytes_);
      copies.fence("yoke::sort: elements");
    }
    is_brought_ = false;
    phase("bin", [&] {
      if (given_.size > 0) label(splitters);
    });
    phase("histogram", [&] {
      if (given_.size > 0) find_begins(splitters.buckets());
    });
  }

  // Where each bucket begins; after count(), which a side without elements need not have run.
  void read_begins(Begins& begins) const {
    if (given_.size == 0) {
      begins.fill(0);
    } else {
      begins = begin_;
    }
  }

  // On the caller's thread: what the layout says.
  void set_layout(Part const& part, Part const& other, Range const& received, Begins const& begin) {
    part_ = part;
    other_ = other;
    received_ = received;
    places_ = ElementPlaces::of(part);
    for (std::size_t b = 0; b <= buckets; ++b) {
      mine_[b] = std::clamp(begin[b], part.result.begin, part.result.end) - part.result.begin;
    }
    std::copy(places_.shift.begin(), places_.shift.end(), near_tables_.data());
    std::copy(other.begin.begin(), other.begin.end(), near_tables_.data() + row);
    std::copy(other.shift.begin(), other.shift.end(), near_tables_.data() + 2 * row);
  }

  // Phase III.
  void scatter() {
    phase("scatter", [&] {
      if constexpr (by_teams) {
        copy<Space, Kokkos::SharedHostPinnedSpace>(exec_, tables_.data(), near_tables_.data(),
                                                   3 * row);
        if (given_.size > 0) scatter_by_teams();
      } else if (given_.size > 0) {
        sort_.scatter(*steps_, input(), open_.data(), given_.size, places_.shift);
      }
    });
  }

  std::byte const* sent() const { return open_at(places_.sent); }

  // What the other side has sent, to its places.
  template <class OtherMemory>
  void exchange(std::byte const* from, Copies const& copies) {
    if (received_.size() == 0) return;
    phases_.run(toward(), "exchange", [&] {
      copy<Open, OtherMemory>(copies, received(), from, received_.size() * bytes_);
      copies.fence("yoke::sort: exchange");
    });
    phase("exchange", [&] { place_received(); });
  }

  // Phase IV: the side's part of the result, written where the caller wants it, or, where that is
  // elsewhere, to sorted().
  void sort() {
    phase("base sort", [&] {
      std::uint64_t const size = part_.result.size();
      if (size == 0) return;
      if constexpr (by_teams) {
        PhaseTimer<Space> timer(exec_, static_cast<SortReport*>(nullptr));
        sort_.run(*steps_, choose_on_device(capacity_), own(), size, timer);
        if (given_.is_near) copy<Space, Space>(exec_, result(), own(), size * bytes_);
      } else {
        sort_.sort_partitioned(*steps_, own(), given_.is_near ? result() : workspace(), mine_,
                               size);
      }
    });
  }

  // What is to be copied to the result's part at result(); empty where it is there.
  std::byte* sorted() const { return by_teams ? own() : workspace(); }
  std::byte* result() const { return given_.result + part_.result.begin * bytes_; }
  std::uint64_t result_bytes() const { return given_.is_near ? 0 : part_.result.size() * bytes_; }

  void send_result(Copies const& copies) {
    if (result_bytes() == 0) return;
    phases_.run(is_device_ ? Lane::download : Lane::upload, "result", [&] {
      copy<Far, Open>(copies, result(), sorted(), result_bytes());
      copies.fence("yoke::sort: result");
    });
  }

  // The times of the call's phases, after what stands there.
  void write_phases(std::string const& side, std::vector<Phase>& phases) const {
    phases_.write(side, phases);
  }

 private:
  static constexpr std::size_t row = buckets + 1;

  static auto uninitialised(char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  }
  static Sort make_sort(Space const& exec, ComparatorSort::Capacity const& capacity) {
    if constexpr (by_teams) {
      return Sort(exec, capacity.elements, capacity.sizes, true, false, capacity.caller);
    } else {
      return Sort(exec, capacity.elements, capacity.sizes);
    }
  }

  std::byte const* input() const { return given_.is_near ? given_.input : workspace(); }
  std::byte* open_at(std::uint64_t place) const { return open_.data() + place * bytes_; }
  std::byte* own() const { return open_at(places_.result); }
  std::byte* received() const { return open_at(places_.received); }
  Lane lane() const { return is_device_ ? Lane::device : Lane::host; }
  Lane toward() const { return is_device_ ? Lane::upload : Lane::download; }

  template <class Work>
  void phase(char const* name, Work const& work) {
    phases_.run(lane(), name, [&] {
      work();
      exec_.fence("yoke::sort: phase");
    });
  }

  void label(Splitters const& splitters) {
    if constexpr (by_teams) {
      copy<Space, Kokkos::HostSpace>(exec_, tree_.data(),
                                     static_cast<std::byte const*>(splitters.splitters),
                                     (std::size_t(2) << splitters.log_leaves) * bytes_);
      sort_.label(*steps_, input(), given_.size, {tree_.data(), splitters.log_leaves});
    } else {
      sort_.label(*steps_, input(), given_.size, splitters);
    }
  }

  void find_begins(std::uint64_t labels) {
    if constexpr (by_teams) {
      sort_.sort_labels(given_.size, buckets);
      copy<Kokkos::SharedHostPinnedSpace, Space>(exec_, near_begin_.data(), sort_.begin(), row);
      exec_.fence("yoke::sort: begins");
      std::copy_n(near_begin_.data(), row, begin_.begin());
    } else {
      sort_.sum_up(given_.size, labels, begin_.data());
    }
  }

  void scatter_by_teams() {
    with_units(input(), open_.data(), bytes_, [&](auto unit, std::size_t units) {
      using Unit = decltype(unit);
      Kokkos::parallel_for("yoke::sort::scatter", WideRange<Space>(exec_, 0, given_.size * units),
                           ScatterUnits<Unit>{reinterpret_cast<Unit const*>(input()),
                                              sort_.labels(), sort_.numbers(), tables_.data(),
                                              units, reinterpret_cast<Unit*>(open_.data())});
    });
  }

  void place_received() {
    if constexpr (by_teams) {
      with_units(received(), own(), bytes_, [&](auto unit, std::size_t units) {
        using Unit = decltype(unit);
        Kokkos::parallel_for(
            "yoke::sort::received", WideRange<Space>(exec_, 0, received_.size() * units),
            PlaceReceivedUnits<Unit>{reinterpret_cast<Unit const*>(received()), received_.begin,
                                     tables_.data() + row, tables_.data() + 2 * row,
                                     part_.result.begin, units, reinterpret_cast<Unit*>(own())});
      });
    } else {
      using Dynamic = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
      Kokkos::parallel_for(
          "yoke::sort::received", Dynamic(exec_, 0, buckets, Kokkos::ChunkSize(1)),
          PlaceReceivedBucket{received(), received_, other_, part_.result.begin, bytes_, own()});
    }
  }

  Space exec_;
  ComparatorSort::Capacity capacity_;
  std::size_t bytes_;
  Timeline* timeline_;
  bool is_device_;
  SidePhases phases_;
  Sort sort_;
  Buffer<Space, std::byte> tree_;
  Buffer<Space, std::uint64_t> tables_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t> near_tables_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint32_t> near_begin_;
  Buffer<Open, std::byte> open_, workspace_;

  // Of the call.
  Steps const* steps_ = nullptr;
  GivenElements given_{nullptr, nullptr, true, 0};
  bool is_brought_ = false;
  Begins begin_{};
  Part part_, other_;
  Range received_;
  ElementPlaces places_;
  Begins mine_{};  // where each bucket begins in the side's part of the result
};

}  // namespace yoke::detail::sorting::joint
