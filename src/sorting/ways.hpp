#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "sorting/joint_share.hpp"
#include "sorting/out_of_core_runs.hpp"
#include "yoke/detail/sorting/capability.hpp"

namespace yoke::detail::sorting {

// Without a share that was asked for or tuned, a device alone. What comes from the host's memory
// and goes back there is sorted on its way.
template <class Word, class Value>
class SortWays {
 public:
  // `capability`: the call's name in tuning tables.
  static Ways of(char const* capability, Place place, std::size_t size,
                 SortCapacity const& capacity, SortOptions const& options, NodeSides const& sides) {
    if (options.algorithm == SortAlgorithm::sequential) return CallWay::of_share(1);
    if (is_joint(options))
      return CallWay{Way::both, joint_share(capability, place, size, options, sides)};
    double const share =
        host_share(options.split, tuned_call<Word>(capability, place, sides), size, sides.alone());
    bool const is_on_its_way =
        share == 0 && !sides.device_is_host && (place == Place::host || place == Place::pinned);
    if (!is_on_its_way) return CallWay::of_share(share);
    if (!is_short_of_memory(capacity, sides)) {
      if (size < least_streamed) return CallWay::of_share(0);
    } else if (options.split.is_automatic() &&
               !OutOfCoreRuns::pay(bytes(capacity), capacity.elements, columns,
                                   sides.device_memory)) {
      return CallWay::of_share(1);
    }
    return Ways(CallWay{Way::streamed}).then({Way::two_pass});
  }

  // Which side's sort has room is known with the arguments' places.
  static std::optional<Way> expected(SortCapacity const& capacity, SortOptions const& options,
                                     NodeSides const& sides) {
    if (is_joint(options)) return Way::both;
    if (is_short_of_memory(capacity, sides)) return std::nullopt;
    return way_of(options.split);
  }

  // Few elements find room.
  static bool is_large(SortCapacity const& capacity) { return capacity.elements >= least_streamed; }

 private:
  // Two runs.
  static constexpr std::size_t least_streamed = std::size_t(1) << 21;
  static constexpr int columns = std::is_same_v<Value, NoValue> ? 1 : 2;

  static bool is_joint(SortOptions const& options) {
    return options.algorithm == SortAlgorithm::joint_sample;
  }

  static double joint_share(char const* capability, Place place, std::size_t size,
                            SortOptions const& options, NodeSides const& sides) {
    std::string const name = std::string("joint_") + capability;
    return host_share(options.split, tuned_call<Word>(name.c_str(), place, sides), size,
                      untuned_joint_share(sides));
  }

  static std::uint64_t bytes(SortCapacity const& capacity) {
    return capacity.elements * (sizeof(Word) + (columns == 2 ? sizeof(Value) : 0));
  }
  // Is there less than copies of what lies elsewhere, those for their sort, and a little?
  static bool is_short_of_memory(SortCapacity const& capacity, NodeSides const& sides) {
    return sides.device_memory < 2 * bytes(capacity) + bytes(capacity) / 4 + (std::size_t(1) << 20);
  }
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Word, class Value>
struct WaysOf<sorting::Sort<Word, Value>> : sorting::SortWays<Word, Value> {
  using Capability = sorting::Sort<Word, Value>;

  static Ways of(typename Capability::Arguments const& arguments,
                 sorting::SortCapacity const& capacity, SortOptions const& options,
                 NodeSides const& sides) {
    return sorting::SortWays<Word, Value>::of(Capability::has_values ? "sort_by_key" : "sort",
                                              arguments.keys.place, arguments.keys.size, capacity,
                                              options, sides);
  }
};
template <class Word, class Index>
struct WaysOf<sorting::Argsort<Word, Index>> : sorting::SortWays<Word, Index> {
  static Ways of(typename sorting::Argsort<Word, Index>::Arguments const& arguments,
                 sorting::SortCapacity const& capacity, SortOptions const& options,
                 NodeSides const& sides) {
    return sorting::SortWays<Word, Index>::of("argsort", arguments.keys.place, arguments.keys.size,
                                              capacity, options, sides);
  }
};

}  // namespace yoke::detail
