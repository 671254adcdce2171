#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <yoke/sort_comparator.hpp>

#include "capabilities/cases.hpp"
#include "sorting/records.hpp"

namespace yoke_perf {
namespace {

using sorting::ByKey;
using sorting::Elements;
using sorting::Record;

template <class Space>
struct ComparatorCases {
  using Memory = typename Space::memory_space;

  static Cases all() {
    Sizes const sizes{1 << 16, 1 << 20, 1 << 24};
    return {{"sort_comparator/u32", sizes, sort<std::uint32_t>},
            {"sort_comparator/16_bytes", sizes, sort<Record<16>>},
            {"sort_comparator/48_bytes", sizes, sort<Record<48>>},
            {"sort_by_key_comparator/u32_u32", sizes, pairs}};
  }

  template <class Element>
  static Ready sort(std::uint64_t size) {
    auto const data = std::make_shared<Elements<Element, Memory>>("uniform", size, false, false);
    using Plan = yoke::ComparatorSortPlan<Space, Element>;
    auto const plan = std::make_shared<Plan>(Space(), size);
    return {size,
            {.prepare = [=] { data->fill(); },
             .run = [=] { (*plan)(data->elements, ByKey()); },
             .find_fault = [=] { return data->find_fault(); }},
            [=] { yoke::sort(Space(), data->elements, ByKey()); }};
  }

  static Ready pairs(std::uint64_t size) {
    using Data = Elements<std::uint32_t, Memory>;
    auto const data = std::make_shared<Data>("uniform", size, true, false);
    using Plan = yoke::ComparatorSortByKeyPlan<Space, std::uint32_t, std::uint32_t>;
    auto const plan = std::make_shared<Plan>(Space(), size);
    return {size,
            {.prepare = [=] { data->fill(); },
             .run = [=] { (*plan)(data->elements, data->values, ByKey()); },
             .find_fault = [=] { return data->find_fault(); }},
            [=] { yoke::sort_by_key(Space(), data->elements, data->values, ByKey()); }};
  }
};

}  // namespace

Cases comparator_cases(Side side) { return cases_of<ComparatorCases>(side); }

}  // namespace yoke_perf
