#include <cstddef>
#include <stdexcept>

#include "frame/engine.hpp"
#include "frame/instantiate.hpp"
#include "frame/ways.hpp"
#include "yoke/detail/distance_matrix/capability.hpp"

namespace yoke::detail {

// The side that has the matrix reads it faster than the other one can get it.
template <class Weight>
struct WaysOf<distance_matrix::Summary<Weight>> {
  using Capability = distance_matrix::Summary<Weight>;
  static Ways of(typename Capability::Arguments const& arguments, all_pairs::MatrixCapacity const&,
                 DistanceMatrixOptions const& options, NodeSides const& sides) {
    if (!options.split.is_automatic()) return CallWay::of_share(options.split.host_share());
    bool const is_on_device = !sides.device_is_host && arguments.distances.place == Place::device;
    return CallWay::of_share(is_on_device ? 0 : 1);
  }
};

template <class Weight, class Device, class Host>
class HybridSolver<distance_matrix::Summary<Weight>, Device, Host> {
  using Capability = distance_matrix::Summary<Weight>;

 public:
  HybridSolver(Hybrid<Device, Host> const&, all_pairs::MatrixCapacity const&,
               DistanceMatrixOptions const&) {}
  void prepare(Way) {}
  std::size_t run(typename Capability::Arguments const&, CallWay const&) {
    throw std::logic_error("yoke::DistanceMatrixPlan: one side alone works");
  }
  OneAlgorithm algorithm() const { return OneAlgorithm::only; }
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::distance_matrix::Summary<std::int16_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::distance_matrix::Summary<std::int32_t>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::distance_matrix::Summary<float>)
YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::distance_matrix::Summary<double>)
