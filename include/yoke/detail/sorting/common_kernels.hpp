#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/splitter_tree.hpp"
#include "yoke/detail/sorting/unordered.hpp"

// Functors, not lambdas: what a user's source files instantiate must have names that are the same
// in all of them.
namespace yoke::detail::sorting {

template <class Element>
struct TakeSample {
  Element const* elements;
  std::uint64_t size;
  Element* sample;
  std::uint64_t first_word;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    sample[i] = elements[hash(first_word + i) % size];
  }
};

template <class Element, class Less>
struct SplitLevel {
  Element const* from;
  MergeLevel level;
  Less less;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    auto const pair = level.pair_of(t);
    level.splits[t] = split_merge(from + pair.begin, pair.middle - pair.begin, from + pair.middle,
                                  pair.end - pair.middle, t * level.tile - pair.begin, less);
  }
};

// What hosts and devices do in the same way. Base is HostSteps or DeviceSteps.
template <class Space, class Element, class Less, class Base>
class CommonKernels : public Base {
 public:
  explicit CommonKernels(Less const& less, UnorderedMark mark = nullptr)
      : less_(less), mark_(mark) {}

  void sample(Space const& exec, void const* elements, std::uint64_t size, void* sample,
              std::uint64_t samples, int round) const override {
    Kokkos::parallel_for("yoke::sort::sample", WideRange<Space>(exec, 0, samples),
                         TakeSample<Element>{read(elements), size, write(sample),
                                             static_cast<std::uint64_t>(round) << 32});
  }

  void build_tree(Space const& exec, void const* sample, std::uint64_t samples, void* splitters,
                  int log_leaves) const override {
    BuildTree<Element> const build{read(sample), samples, write(splitters), log_leaves};
    Kokkos::parallel_for("yoke::sort::tree", WideRange<Space>(exec, 0, build.places()), build);
  }

  void split(Space const& exec, void const* from, MergeLevel const& level) const override {
    Kokkos::parallel_for("yoke::sort::split", WideRange<Space>(exec, 0, level.tiles()),
                         SplitLevel<Element, Less>{read(from), level, less_});
  }

 protected:
  ~CommonKernels() = default;

  static Element const* read(void const* elements) { return static_cast<Element const*>(elements); }
  static Element* write(void* elements) { return static_cast<Element*>(elements); }
  Less const& less() const { return less_; }
  UnorderedMark mark() const { return mark_; }
  SplitterTree<Element, Less> tree(Splitters const& splitters) const {
    return {read(splitters.splitters), splitters.log_leaves, less_};
  }

 private:
  Less less_;
  UnorderedMark mark_;
};

}  // namespace yoke::detail::sorting
