#include <cstddef>
#include <stdexcept>

#include "distance_matrix/ways.hpp"
#include "frame/engine.hpp"
#include "frame/instantiate.hpp"

namespace yoke::detail {

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
