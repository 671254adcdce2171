#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "all_pairs/parts.hpp"
#include "all_pairs/steps.hpp"
#include "all_pairs/streamed_bands.hpp"
#include "frame/host_copy.hpp"
#include "frame/phase_timer.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::all_pairs {

// The distances of a matrix in host memory that is larger than the device's. The matrix is cut into
// bands of rows. A round takes the steps of one band's vertices:
//
// 1. The band's rows, and the matrix's columns of the same vertices, are on the device. The steps
//    read nothing else. They lower these elements, and their panels are kept.
// 2. Each band goes up, is lowered by all these panels, and comes down, while others go up and come
//    down. An element's minima are those of the same sums in the same order as in one memory: the
//    bytes are the same.
// 3. On the way the next band's rows, and each band's columns of its vertices, are put aside on the
//    device. So the next round begins when the last band has been lowered.
//
// The first round's are put aside when the weights are looked at, for which the matrix goes up once
// more. The round begins with its own band, whose rows are on the device. The place of its rows is
// free then, and its columns' place is free band by band.
template <class Weight, class Device, class Host>
class StreamedDistances {
  using Capability = AllPairs<Weight>;
  using Arguments = typename Capability::Arguments;
  using Bands = StreamedBands<Weight>;
  using Rows = MatrixRows<Weight>;
  using Pinned = Kokkos::SharedHostPinnedSpace;
  using Lanes = Pipeline<std::byte, Device, Host>;
  using Block = typename Lanes::HostBlock;
  using Blocks = typename Lanes::DeviceBlock;
  static constexpr std::size_t in_flight = Bands::in_flight;

 public:
  // Bands of `width` vertices, a multiple of Steps::corner.
  StreamedDistances(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t width,
                    AllPairsOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        width_(width),
        lanes_(hybrid, {.in_flight = in_flight}),
        steps_(hybrid.device(), vertices, width / block),
        pivot_rows_(on_device<Weight>("yoke::all_pairs::pivot_rows", width * vertices)),
        pivot_columns_(on_device<Weight>("yoke::all_pairs::pivot_columns", width * vertices)),
        bands_(on_device<Weight>("yoke::all_pairs::bands", in_flight * width * vertices)),
        looks_(on_device<LastLook>("yoke::all_pairs::looks", Bands::count(vertices, width))) {
    hybrid.device().fence("yoke::all_pairs: streamed");
  }
  // The steps of the lanes refer to this.
  StreamedDistances(StreamedDistances const&) = delete;
  StreamedDistances& operator=(StreamedDistances const&) = delete;

  // Rows without gaps between them. Returns the number of pairs with a path. Where it throws for a
  // weight, the matrix is as it was. Pageable memory goes through pinned memory.
  std::size_t run(Arguments const& arguments, bool through_pinned) {
    n_ = arguments.vertices;
    bands_of_matrix_ = Bands::count(n_, width_);
    matrix_ = arguments.distances.data;
    transposed_ = arguments.transposed;
    has_negative_ = false;
    if (through_pinned) reserve_pinned();
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    look_at_weights(through_pinned);
    timer.done("check");
    steps_.begin_parts(n_, {has_negative_, transposed_});
    take_rounds(through_pinned);
    timer.done("steps");
    if (options_.report) options_.report->may_be_clamped = steps_.found(clamped) == 1;
    refuse_faults();
    LastLook const look = last_look();
    refuse_seen<Weight>(Capability::name, look);
    return look.pairs;
  }

 private:
  template <class T>
  Buffer<Device, T> on_device(char const* label, std::size_t size) const {
    return make_buffer<Device, T>(hybrid_.device(), label, size);
  }
  void reserve_pinned() {
    std::size_t const size = in_flight * width_ * n_;
    if (pinned_.extent(0) >= size) return;
    pinned_ = Buffer<Pinned, Weight>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::all_pairs::pinned")),
        size);
  }

  // The vertices of a band.
  std::size_t begin_of(std::size_t band) const { return band * width_; }
  std::size_t end_of(std::size_t band) const { return std::min((band + 1) * width_, n_); }
  std::size_t size_of(std::size_t band) const { return end_of(band) - begin_of(band); }

  // A band's places: on the device, while block `number` is under way, and at home.
  Rows on_its_way(std::size_t number, std::size_t band) const {
    return {bands_.data() + number % in_flight * width_ * n_, begin_of(band), size_of(band), n_,
            n_};
  }
  Weight* pinned(std::size_t number) const {
    return pinned_.data() + number % in_flight * width_ * n_;
  }
  Weight* home(std::size_t band) const { return matrix_ + begin_of(band) * n_; }
  std::size_t elements(std::size_t band) const { return size_of(band) * n_; }

  // The band of a block of the rounds, and if it has one. A band goes up in_flight blocks or more
  // after it was begun in the round before, so it has come down.
  struct Turn {
    std::size_t round, band;
    bool is_first, has_band;
    bool goes_up() const { return has_band && band != round; }
  };
  std::size_t round_length() const { return std::max(bands_of_matrix_, 1 + in_flight); }
  Turn turn_of(std::size_t number) const {
    std::size_t const round = number / round_length(), place = number % round_length();
    return {round, (round + place) % bands_of_matrix_, place == 0, place < bands_of_matrix_};
  }

  template <class To, class From>
  static void copy(Device const& exec, Weight* target, Weight const* source, std::size_t size) {
    Kokkos::deep_copy(exec, Array<To, Weight>(target, size),
                      Array<From, Weight const>(source, size));
  }
  // A band's way up and down, in steps of the lanes.
  void fill(std::size_t number, std::size_t band) const {
    copy_by_all(hybrid_.host(), reinterpret_cast<std::byte*>(pinned(number)),
                reinterpret_cast<std::byte const*>(home(band)), elements(band) * sizeof(Weight));
  }
  void upload(std::size_t number, std::size_t band, Device const& exec, bool through_pinned) const {
    copy<Device, Pinned>(exec, on_its_way(number, band).data,
                         through_pinned ? pinned(number) : home(band), elements(band));
  }
  void download(std::size_t number, std::size_t band, Device const& exec,
                bool through_pinned) const {
    copy<Pinned, Device>(exec, through_pinned ? pinned(number) : home(band),
                         on_its_way(number, band).data, elements(band));
  }
  // The result is not read soon.
  void drain(std::size_t number, std::size_t band) const {
    stream_by_all(hybrid_.host(), reinterpret_cast<std::byte*>(home(band)),
                  reinterpret_cast<std::byte const*>(pinned(number)),
                  elements(band) * sizeof(Weight));
  }

  // Every band goes up once. Of columns the first wrong weight may be in any of them.
  void look_at_weights(bool through_pinned) {
    std::optional<InvalidInput> first_wrong;
    typename Lanes::Steps steps;
    if (through_pinned) {
      steps.fill = [this](std::size_t number, Block) {
        fill(number, number);
        return std::size_t(0);
      };
    }
    steps.upload = [=, this](std::size_t number, Device const& exec, Block, Blocks) {
      upload(number, number, exec, through_pinned);
      return std::size_t(0);
    };
    steps.compute = [&, this](std::size_t number, Device const& exec, Blocks, Blocks) {
      Rows const rows = on_its_way(number, number);
      try {
        has_negative_ = steps_.check(Capability::name, rows, transposed_) || has_negative_;
      } catch (InvalidInput const& wrong) {
        if (!first_wrong || wrong.index() < first_wrong->index()) first_wrong = wrong;
      }
      steps_.clear_diagonal(rows);
      put_aside(exec, rows, number, 0);
      return std::size_t(0);
    };
    lanes_.run(bands_of_matrix_, steps, options_.timeline);
    if (first_wrong) throw InvalidInput(*first_wrong);
  }

  void take_rounds(bool through_pinned) {
    typename Lanes::Steps steps;
    if (through_pinned) {
      steps.fill = [this](std::size_t number, Block) {
        Turn const turn = turn_of(number);
        if (turn.goes_up()) fill(number, turn.band);
        return std::size_t(0);
      };
      steps.drain = [this](std::size_t number, Block) {
        Turn const turn = turn_of(number);
        if (turn.has_band) drain(number, turn.band);
      };
    }
    steps.upload = [=, this](std::size_t number, Device const& exec, Block, Blocks) {
      Turn const turn = turn_of(number);
      if (turn.goes_up()) upload(number, turn.band, exec, through_pinned);
      return std::size_t(0);
    };
    steps.compute = [this](std::size_t number, Device const& exec, Blocks, Blocks) {
      Turn const turn = turn_of(number);
      if (turn.is_first) take_steps(turn.round);
      if (turn.has_band) lower(exec, on_its_way(number, turn.band), turn);
      return std::size_t(0);
    };
    steps.download = [=, this](std::size_t number, Device const& exec, Blocks, Block) {
      Turn const turn = turn_of(number);
      if (turn.has_band) download(number, turn.band, exec, through_pinned);
      return std::size_t(0);
    };
    lanes_.run(bands_of_matrix_ * round_length(), steps, options_.timeline);
  }

  // The steps of a band, on its rows and columns alone. What follows a fault is not worth its time.
  void take_steps(std::size_t band) {
    refuse_faults();
    std::size_t const begin = begin_of(band), end = end_of(band);
    Rows const rows{pivot_rows_.data(), begin, end - begin, n_, n_};
    Rows const columns{pivot_columns_.data(), 0, n_, end - begin, width_};
    for (std::size_t first = begin; first < end; first += block) {
      steps_.close(first, rows.data + (first - begin) * n_, n_, columns.data + (first - begin),
                   width_);
      steps_.lower(first, rows, begin, 0);
      steps_.lower(first, columns, 0, begin);
    }
  }

  // A band's rows by the steps of a round. Those of the round's own band are ready, and so are its
  // columns.
  void lower(Device const& exec, Rows const& rows, Turn const& turn) {
    if (turn.band == turn.round) {
      copy<Device, Device>(exec, rows.data, pivot_rows_.data(), elements(turn.band));
    } else {
      std::size_t const begin = begin_of(turn.round), end = end_of(turn.round);
      if (turn.round == 0) steps_.clear_diagonal(rows);
      lower(turn.round, rows, 0, begin);
      lower(turn.round, rows, end, n_);
      Rows const columns{pivot_columns_.data() + rows.first * width_, rows.first, rows.count,
                         end - begin, width_};
      copy_rows(exec, columns, rows.data + begin, n_);
    }
    if (turn.round + 1 < bands_of_matrix_) {
      put_aside(exec, rows, turn.band, turn.round + 1);
    } else {
      steps_.look_at(rows, looks_.data() + turn.band);
    }
  }
  // Some of their columns.
  void lower(std::size_t round, Rows part, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    part.data += begin;
    part.vertices = end - begin;
    for (std::size_t first = begin_of(round); first < end_of(round); first += block) {
      steps_.lower(first, part, part.first, begin);
    }
  }

  // What the round of band `next` needs of a band.
  void put_aside(Device const& exec, Rows rows, std::size_t band, std::size_t next) const {
    if (band == next) {
      copy<Device, Device>(exec, pivot_rows_.data(), rows.data, elements(band));
    }
    rows.data += begin_of(next);
    rows.vertices = size_of(next);
    copy_rows(exec, rows, pivot_columns_.data() + rows.first * width_, width_);
  }

  void refuse_faults() const {
    if (!has_negative_) return;
    refuse_found<Weight>(Capability::name, steps_.found(negative_cycle), steps_.found(too_low));
  }
  LastLook last_look() const {
    std::vector<LastLook> looks(bands_of_matrix_);
    Kokkos::deep_copy(hybrid_.device(), Array<Host, LastLook>(looks.data(), looks.size()),
                      Array<Device, LastLook const>(looks_.data(), looks.size()));
    hybrid_.device().fence("yoke::all_pairs: result looked at");
    LastLook all;
    for (LastLook const& look : looks) all.add(look);
    return all;
  }

  Hybrid<Device, Host> const& hybrid_;
  AllPairsOptions options_;
  std::size_t width_;
  Lanes lanes_;
  Steps<Device, Weight> steps_;
  Buffer<Device, Weight> pivot_rows_, pivot_columns_, bands_;
  Buffer<Device, LastLook> looks_;
  Buffer<Pinned, Weight> pinned_;

  // Of the call.
  std::size_t n_ = 0, bands_of_matrix_ = 0;
  Weight* matrix_ = nullptr;
  bool transposed_ = false, has_negative_ = false;
};

}  // namespace yoke::detail::all_pairs
