#include <cstdint>
#include <memory>

#include "capabilities/cases.hpp"
#include "histogram/data.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct HistogramCases {
  using Data = histogram::Data<typename Space::memory_space>;

  static Cases all() {
    Sizes const sizes{1 << 18, 1 << 24, 1 << 26};
    return {{"histogram/256_even", sizes, [](auto size) { return count(size, 256, false); }},
            {"histogram/256_bounds", sizes, [](auto size) { return count(size, 256, true); }},
            {"histogram/65536_even", sizes, [](auto size) { return count(size, 65536, false); }},
            {"histogram/10_values", ten, count_once}};
  }

  static Ready count_once(std::uint64_t size) {
    auto const data = std::make_shared<Data>("uniform", size, 16, false);
    return {size,
            {.prepare = [=] { data->clear(); },
             .run =
                 [=] {
                   yoke::histogram(Space(), data->values,
                                   yoke::EvenBins{data->range.lower, data->range.upper},
                                   data->counts);
                 },
             .find_fault = [=] { return data->find_fault(); }}};
  }

  static Ready count(std::uint64_t size, std::uint64_t bins, bool by_bounds) {
    auto const data = std::make_shared<Data>("uniform", size, bins, by_bounds);
    auto const call = histogram::planned(Space(), *data);
    return {size,
            {.prepare = [=] { data->clear(); },
             .run = call,
             .find_fault = [=] { return data->find_fault(); }},
            [=] {
              auto call = [](auto const&... given) { yoke::histogram(Space(), given...); };
              histogram::count(call, *data);
            }};
  }
};

}  // namespace

Cases histogram_cases(Side side) { return cases_of<HistogramCases>(side); }

}  // namespace yoke_perf
