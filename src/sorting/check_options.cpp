#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::sorting {
namespace {

bool is_set(JointSampleOptions const& joint) {
  JointSampleOptions const unset;
  return joint.splitters != unset.splitters || joint.levels != unset.levels ||
         joint.base_size != unset.base_size;
}

void check_joint(std::string const& caller, SortOptions const& options) {
  auto const& joint = options.joint;
  auto const refuse = [&](std::string const& why) {
    throw std::invalid_argument(caller + ": options.joint." + why);
  };
  auto const check = [&](std::string const& name, int value, int least, int most) {
    if (value < 0) {
      refuse(name + " is " + std::to_string(value) + "; it must be " +
             show_range(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most)));
    }
    check_range(caller, "options.joint." + name, static_cast<std::uint64_t>(value),
                static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most));
  };
  check("splitters", joint.splitters, 2, 255);
  check("levels", joint.levels, 1, std::numeric_limits<int>::max());
  check_range(caller, "options.joint.base_size", joint.base_size, 16,
              std::numeric_limits<std::uint64_t>::max());
  if (options.algorithm != SortAlgorithm::joint_sample) {
    throw std::invalid_argument(caller + ": options.joint is set, but options.algorithm is " +
                                std::string(to_string(options.algorithm)) +
                                ": only joint_sample takes it");
  }
  if (joint.levels == 1 && joint.base_size != JointSampleOptions().base_size) {
    refuse("base_size is " + std::to_string(joint.base_size) +
           ", but options.joint.levels is 1, and one level leaves its buckets whole: ask for more "
           "levels, or leave base_size out");
  }
}

}  // namespace

void check_options(char const* caller, SortOptions const& options) {
  check_choice(caller, "options.order", options.order, SortOrder::descending);
  // The check makes strings, which would add to the time of a plan of few keys.
  if (is_set(options.joint)) check_joint(caller, options);
}

void check_comparator_options(char const* caller, SortOptions const& options) {
  check_options(caller, options);
  if (options.order != SortOrder::ascending) {
    throw std::invalid_argument(std::string(caller) +
                                ": options.order is descending, but a comparator gives the order");
  }
  if (options.joint.levels == 1) return;
  throw std::invalid_argument(std::string(caller) + ": options.joint.levels is " +
                              std::to_string(options.joint.levels) +
                              ", but by a comparator joint_sample has one level: leave it at 1");
}

}  // namespace yoke::detail::sorting
