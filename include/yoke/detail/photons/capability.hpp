#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/photon_options.hpp"
#include "yoke/photon_tallies.hpp"
#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

// Where the threads of a host take the numbers of the photons that they follow, a few at a time.
class PhotonSource {
 public:
  virtual ~PhotonSource() = default;
  // The next ones, from the call's first on; false where none is left. Any thread may ask.
  virtual bool take(std::uint64_t& begin, std::uint64_t& end) = 0;
};

// Following photons of some numbers through a tissue.
struct Photons {
  using Algorithm = PhotonAlgorithm;
  using Options = PhotonOptions;
  using Report = PhotonReport;
  static constexpr auto const& algorithms = photon_algorithms;
  static constexpr char const* name = "yoke::simulate_photons";
  static constexpr char const* busy = "simulate";
  static constexpr RankForm ranks = RankForm::of_spaces;

  struct Capacity {
    Tissue tissue;
    PhotonGrid grid;
  };
  // Throws where there are none such.
  static Capacity checked(Tissue const& tissue, PhotonGrid const& grid) {
    static_cast<void>(TallyShape(tissue, grid));
    return {tissue, grid};
  }

  struct Arguments {
    InOutArray<std::uint64_t> absorbed, reflected, transmitted, sums;
    TallyShape shape;
    std::uint64_t first = 0, count = 0;  // the photons' numbers
    PhotonSource* source = nullptr;      // those of them that are to be followed; null: all

    static constexpr std::array names{"absorbed", "reflected", "transmitted", "sums"};
    static constexpr std::array on_ranks{OnRanks::summed, OnRanks::summed, OnRanks::summed,
                                         OnRanks::summed};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.absorbed, self.reflected, self.transmitted, self.sums);
    }
  };

  static void check_options(PhotonOptions const& options);  // check_options.cpp
  static void check(std::string const& caller, Arguments const& arguments) {
    auto const check_size = [&](char const* which, std::size_t size, std::size_t wanted) {
      if (size == wanted) return;
      throw std::invalid_argument(caller + ": tallies." + which + " has " +
                                  show_count(size, "element") +
                                  "; of this tissue and grid it has " + std::to_string(wanted));
    };
    TallyShape const& shape = arguments.shape;
    if (arguments.absorbed.size > 0) check_size("absorbed", arguments.absorbed.size, shape.cells);
    check_size("reflected", arguments.reflected.size, shape.exits);
    check_size("transmitted", arguments.transmitted.size, shape.exits);
    check_size("sums", arguments.sums.size, shape.sums);
    if (arguments.count > most_photons) {
      throw std::invalid_argument(caller + ": " + show_count(arguments.count, "photon") +
                                  "; tallies hold up to " + std::to_string(most_photons));
    }
    // The last one's number may be 2^64 - 1.
    if (arguments.count > 0 && arguments.first + (arguments.count - 1) < arguments.first) {
      throw std::invalid_argument(caller + ": " + show_count(arguments.count, "photon") +
                                  " from number " + std::to_string(arguments.first) +
                                  " on end beyond 2^64");
    }
  }
  static void check_fits(Arguments const&, Capacity const&) {}
  static bool is_empty(Arguments const& arguments) { return arguments.count == 0; }
};

}  // namespace yoke::detail::photons
