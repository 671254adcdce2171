#include "sorting/ranks/streamed_order_impl.hpp"

namespace yoke::detail::mpi {

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template class StreamedOrder<Device, Host, std::uint32_t, sorting::NoValue>;
template class StreamedOrder<Device, Host, std::uint32_t, std::uint32_t>;
template class StreamedOrder<Device, Host, std::uint32_t, std::uint64_t>;

}  // namespace yoke::detail::mpi
