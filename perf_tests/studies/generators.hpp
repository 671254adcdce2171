#pragma once

#include <yoke/hybrid.hpp>

#include "studies/measure.hpp"

namespace yoke_perf {

// Where the bits of a fractional independent set come from, other than the library's sources.
enum class BitGenerator { library_rand, md5, twister };

// As time_ranking with that algorithm. library_rand draws on the host while the device works. The
// others draw on the device.
RankTimes time_ranking_by(BitGenerator generator, yoke::Hybrid<> const& hybrid,
                          DeviceBench const& bench, yoke::ListRankOptions const& options, int runs,
                          Phases phases = Phases::no);

}  // namespace yoke_perf
