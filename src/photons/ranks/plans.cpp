#include <cstddef>
#include <cstdint>
#include <string>

#include "frame/ranks/plan_core.hpp"
#include "frame/ranks/shared_work.hpp"
#include "yoke/detail/even_part.hpp"
#include "yoke/detail/photons/capability.hpp"

namespace yoke::detail {

// Each rank follows a range of the photons. What befalls a photon depends on its number alone and
// counts are integers: the tallies are the same bits for any number of ranks.
template <class Space>
class RankSolver<photons::Photons, Space> : public SharedWork<photons::Photons, Space> {
  using Base = SharedWork<photons::Photons, Space>;
  using Arguments = photons::Photons::Arguments;

 public:
  using Base::Base;

  static void compare(mpi::Call& call, photons::Photons::Capacity const& capacity,
                      PhotonOptions const& options) {
    Tissue const& tissue = capacity.tissue;
    PhotonGrid const& grid = capacity.grid;
    call.same("options.arithmetic", options.arithmetic)
        .same("options.generator", options.generator)
        .same("options.seed", options.seed)
        .same("options.first_photon", options.first_photon)
        .same("options.beam", options.beam)
        .same("options.beam_radius", options.beam_radius)
        .same("options.most_hops", options.most_hops)
        .same("options.expander.length", options.expander.length)
        .same("options.expander.eighth", options.expander.eighth, mpi::eighth_value_names)
        .same("grid.nz", grid.nz)
        .same("grid.nr", grid.nr)
        .same("grid.na", grid.na)
        .same("grid.dz", grid.dz)
        .same("grid.dr", grid.dr)
        .same("tissue.index_above", tissue.index_above)
        .same("tissue.index_below", tissue.index_below)
        .same("the number of layers", tissue.layers.size());
    for (std::size_t i = 0; i < tissue.layers.size(); ++i) {
      auto const& layer = tissue.layers[i];
      std::string const name = "tissue.layers[" + std::to_string(i) + "].";
      call.same(name + "refractive_index", layer.refractive_index)
          .same(name + "absorption", layer.absorption)
          .same(name + "scattering", layer.scattering)
          .same(name + "anisotropy", layer.anisotropy)
          .same(name + "thickness", layer.thickness);
    }
  }
  static void compare(mpi::Call& call, Arguments const& arguments) {
    call.same("the number of photons", arguments.count)
        .same("the first photon", arguments.first)
        .same("the size of tallies.absorbed", arguments.absorbed.size)
        .same("the size of tallies.reflected", arguments.reflected.size)
        .same("the size of tallies.transmitted", arguments.transmitted.size)
        .same("the size of tallies.sums", arguments.sums.size);
  }

  void begin(Arguments arguments) {
    EvenPart const part{static_cast<std::uint64_t>(this->ranks().rank()),
                        static_cast<std::uint64_t>(this->ranks().ranks())};
    std::uint64_t const count = arguments.count;
    arguments.first += part.begin(count);
    arguments.count = part.size(count);
    Base::begin(arguments);
  }
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::photons::Photons)
