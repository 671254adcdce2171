#pragma once

#include <functional>
#include <string>
#include <yoke/tuner.hpp>

// What `yoke tune` makes least.
namespace yoke::tool {

// Measures one work(), for which prepare() makes the input: seconds or joules.
using Cost =
    std::function<double(std::function<void()> const& prepare, std::function<void()> const& work)>;

// Throws Failure if energy is asked for and a side has no counter.
Cost cost_by(TunedBy by);

std::string format_cost(double cost, TunedBy by);

}  // namespace yoke::tool
