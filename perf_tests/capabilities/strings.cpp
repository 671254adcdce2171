#include <cstdint>
#include <memory>
#include <string>

#include "capabilities/cases.hpp"
#include "strings/data.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct StringCases {
  using Data = strings::Data<typename Space::memory_space>;

  static Cases all() {
    Sizes const sizes{1 << 13, 1 << 17, 1 << 21};
    return {{"sort_strings/random120", sizes, [](auto size) { return sort("random120", size); }},
            {"sort_strings/protein24", sizes, [](auto size) { return sort("protein24", size); }}};
  }

  static Ready sort(std::string const& set, std::uint64_t size) {
    auto const data = std::make_shared<Data>(set, strings::shape_of(set, size));
    auto const call = strings::planned(Space(), *data, {});
    return {size,
            {.prepare = [=] { data->clear(); },
             .run = call,
             .find_fault = [=] { return data->find_fault(); }},
            [=] { yoke::sort_strings(Space(), data->strings, data->permutation); }};
  }
};

}  // namespace

Cases string_cases(Side side) { return cases_of<StringCases>(side); }

}  // namespace yoke_perf
