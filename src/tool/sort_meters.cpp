#include <Kokkos_Core.hpp>
#include <yoke/fill.hpp>
#include <yoke/generate_strings.hpp>
#include <yoke/random.hpp>
#include <yoke/sort.hpp>
#include <yoke/sort_strings.hpp>

#include "memory.hpp"
#include "sort.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

// Random keys.
template <class Index, class Memory>
class TunedKeys {
 public:
  explicit TunedKeys(TunedInput const& input)
      : made_(make_numbers<Index, Memory>("made", input.size)),
        keys_(make_numbers<Index, Memory>("keys", input.size)) {
    auto const words = make_numbers<Index, Kokkos::HostSpace>("words", input.size);
    fill(HostExec(), words, Philox(1));
    Kokkos::deep_copy(made_, words);
  }

  void restore() { Kokkos::deep_copy(keys_, made_); }

 protected:
  static SortOptions options(bool joint) {
    SortOptions options;
    if (joint) options.algorithm = SortAlgorithm::joint_sample;
    return options;
  }

  Numbers<Index, Memory> made_, keys_;
};

template <bool joint>
struct TunedSorts {
  template <class Index, class Memory>
  struct Keys : TunedKeys<Index, Memory> {
    using TunedKeys<Index, Memory>::TunedKeys;

    auto planned(Hybrid<> const& hybrid) {
      return [keys = this->keys_,
              plan = SortPlan<Hybrid<>, Index>(hybrid, this->keys_.extent(0),
                                               this->options(joint))]() mutable { plan(keys); };
    }
  };

  // Values are carried, whatever they are.
  template <class Index, class Memory>
  struct ByKey : TunedKeys<Index, Memory> {
    Numbers<Index, Memory> values;

    explicit ByKey(TunedInput const& input)
        : TunedKeys<Index, Memory>(input), values("yoke::tool::values", input.size) {}

    auto planned(Hybrid<> const& hybrid) {
      return [keys = this->keys_, values = values,
              plan = SortByKeyPlan<Hybrid<>, Index, Index>(hybrid, this->keys_.extent(0),
                                                           this->options(joint))]() mutable {
        plan(keys, values);
      };
    }
  };

  template <class Index, class Memory>
  struct Permutation : TunedKeys<Index, Memory> {
    Numbers<Index, Memory> permutation;

    explicit Permutation(TunedInput const& input)
        : TunedKeys<Index, Memory>(input),
          permutation(make_numbers<Index, Memory>("permutation", input.size)) {}

    auto planned(Hybrid<> const& hybrid) {
      return [keys = this->keys_, permutation = permutation,
              plan = ArgsortPlan<Hybrid<>, Index, Index>(hybrid, this->keys_.extent(0),
                                                         this->options(joint))]() mutable {
        plan(keys, permutation);
      };
    }
  };
};

// Random strings of up to 120 characters.
template <class Index, class Memory>
class TunedStrings {
  using Made = GeneratedStrings<std::int64_t, Kokkos::HostSpace>;

 public:
  explicit TunedStrings(TunedInput const& input)
      : TunedStrings(generate_strings<std::int64_t, Kokkos::HostSpace>(
            HostExec(), StringShape{.strings = input.size})) {}

  auto planned(Hybrid<> const& hybrid) {
    return [this, plan = SortStringsPlan<Hybrid<>, std::int64_t, Index>(
                      hybrid, permutation_.extent(0))]() mutable { plan(strings_, permutation_); };
  }

 private:
  explicit TunedStrings(Made const& made)
      : strings_(copied_to<Memory>(made.characters), copied_to<Memory>(made.offsets)),
        permutation_(make_numbers<Index, Memory>("permutation", made.offsets.extent(0) - 1)) {}

  GeneratedStrings<std::int64_t, Memory> strings_;
  Numbers<Index, Memory> permutation_;
};

}  // namespace

std::vector<TunedCapability> tuned_sorts() {
  using Alone = TunedSorts<false>;
  using Joint = TunedSorts<true>;
  auto const sizes = tuned_sizes(22, 26);
  return {{"sort", "keys", sizes, make_meter<Alone::Keys>},
          {"sort_by_key", "keys", sizes, make_meter<Alone::ByKey>},
          {"argsort", "keys", sizes, make_meter<Alone::Permutation>},
          {"joint_sort", "keys", sizes, make_meter<Joint::Keys>},
          {"joint_sort_by_key", "keys", sizes, make_meter<Joint::ByKey>},
          {"joint_argsort", "keys", sizes, make_meter<Joint::Permutation>},
          {"sort_strings", "strings", tuned_sizes(20, 22), make_meter<TunedStrings>,
           StringShape::most}};
}

}  // namespace yoke::tool
