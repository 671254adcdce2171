#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "frame/fill_array.hpp"
#include "photons/hot_exits.hpp"
#include "photons/medium.hpp"
#include "photons/one_a_thread.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/photons/capability.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::photons {

// Photons of some numbers, added to tallies that lie where Space works.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  // Has fenced the instance when it returns.
  virtual void run(Photons::Arguments const& arguments) = 0;
};

inline TallyArrays tally_arrays(Photons::Arguments const& arguments) {
  return {arguments.absorbed.size > 0 ? arguments.absorbed.data : nullptr, arguments.reflected.data,
          arguments.transmitted.data, arguments.sums.data,
          static_cast<std::uint32_t>(arguments.sums.size / photon_batches)};
}

// The tissue and the grid in the memory of a space.
template <class Space, class Real>
class MediumWorkspace {
 public:
  MediumWorkspace(Space const& exec, Tissue const& tissue, PhotonGrid const& grid,
                  PhotonOptions const& options)
      : layers_(copied(exec, "yoke::photons::layers", medium_layers<Real>(tissue))),
        cosines_(copied(exec, "yoke::photons::cosines", exit_cosines<Real>(grid))),
        medium_(tissue, grid, options, layers_.data(), cosines_.data()) {}

  Medium<Real> const& medium() const { return medium_; }

 private:
  template <class T>
  static Buffer<Space, T> copied(Space const& exec, std::string const& label,
                                 std::vector<T> const& values) {
    auto const buffer = make_buffer<Space, T>(exec, label, values.size());
    using Source =
        Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(exec, buffer, Source(values.data(), values.size()));
    exec.fence("yoke::photons: the medium");
    return buffer;
  }

  Buffer<Space, MediumLayer<Real>> layers_;
  Buffer<Space, Real> cosines_;
  Medium<Real> medium_;
};

template <class Space, class Real, class Generator>
class OneAThread final : public Algorithm {
 public:
  OneAThread(Space const& exec, Photons::Capacity const& capacity, PhotonOptions const& options,
             Generator const& random)
      : exec_(exec),
        random_(random),
        workspace_(exec, capacity.tissue, capacity.grid, options),
        taken_(make_buffer<Space, std::uint64_t>(exec, "yoke::photons::taken",
                                                 photon_batches * taken_stride)),
        hot_(exec, TallyShape(capacity.tissue, capacity.grid)),
        seed_(options.seed),
        most_hops_(static_cast<std::uint32_t>(options.most_hops)) {}

  void run(Photons::Arguments const& arguments) override {
    if (arguments.source == nullptr) {
      follow(arguments, 0, arguments.count);
    } else {
      std::uint64_t begin, end;
      while (arguments.source->take(begin, end)) follow(arguments, begin, end);
    }
  }

 private:
  void follow(Photons::Arguments const& arguments, std::uint64_t begin, std::uint64_t end) {
    fill(exec_, array_of(taken_), 0);
    HotExits const hot = hot_.cleared(arguments);
    Task<Real> const task{
        workspace_.medium(), tally_arrays(arguments), seed_, arguments.first + begin, end - begin,
        most_hops_};
    follow_one_a_thread(exec_, task, random_, hot, taken_.data());
    hot_.join(hot, task.tally);
    exec_.fence("yoke::photons: followed");
  }

  Space exec_;
  Generator random_;
  MediumWorkspace<Space, Real> workspace_;
  Buffer<Space, std::uint64_t> taken_;
  HotExitsWorkspace<Space> hot_;
  std::uint64_t seed_;
  std::uint32_t most_hops_;
};

}  // namespace yoke::detail::photons
