#include "sorting/joint_sorter.hpp"

YOKE_INSTANTIATE_JOINT_SORT(std::uint64_t, yoke::detail::sorting::NoValue)
YOKE_INSTANTIATE_JOINT_SORT(std::uint64_t, std::uint32_t)
YOKE_INSTANTIATE_JOINT_SORT(std::uint64_t, std::uint64_t)
