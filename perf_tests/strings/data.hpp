#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "support/arguments.hpp"
#include "support/spaces.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/sort_strings.hpp"
#include "yoke/validate_sort_strings.hpp"

namespace yoke_perf::strings {

// "random" and the longest length, or "protein" and how much a family shares.
inline yoke::StringShape shape_of(std::string const& set, std::uint64_t size) {
  auto const number = set.find_first_of("0123456789");
  std::string const kind = set.substr(0, number);
  if (number == std::string::npos || (kind != "random" && kind != "protein")) {
    throw UsageError("not random or protein and a number: '" + set + "'");
  }
  std::uint64_t const value = parse_count(set.substr(number));
  yoke::StringShape shape{.strings = size};
  if (kind == "random") {
    shape.longest = value;
  } else {
    shape.kind = yoke::StringKind::protein;
    shape.shared = value;
  }
  return shape;
}

// Strings to sort: the last set is kept, because generating takes longer than sorting.
template <class Memory>
struct Data {
  using Space = std::conditional_t<std::is_same_v<Memory, Device::memory_space>, Device, Host>;
  std::string name;
  yoke::GeneratedStrings<std::int64_t, Memory> strings;
  Kokkos::View<std::uint32_t*, Memory> permutation;

  Data(std::string const& its_name, yoke::StringShape const& shape)
      : name(its_name),
        strings(yoke::generate_strings<std::int64_t, Memory>(Space(), shape)),
        permutation("yoke_perf::permutation", shape.strings) {}

  void clear() const { Kokkos::deep_copy(permutation, 0); }
  std::string find_fault() const {
    try {
      yoke::validate_sort_strings(Space(), strings, permutation);
    } catch (yoke::InvalidInput const& error) {
      return error.what();
    }
    return "";
  }

  static Data const& of(std::string const& set, std::uint64_t size) {
    static std::unique_ptr<Data> last;
    [[maybe_unused]] static bool const freed_in_time =
        (Kokkos::push_finalize_hook([] { last.reset(); }), true);
    std::string const name = set + "/" + std::to_string(size);
    if (!last || last->name != name) {
      last.reset();
      last = std::make_unique<Data>(name, shape_of(set, size));
    }
    return *last;
  }
};

template <class Executor, class Memory>
std::function<void()> planned(Executor const& executor, Data<Memory> const& data,
                              yoke::SortStringsOptions const& options) {
  using Plan = yoke::SortStringsPlan<Executor, std::int64_t, std::uint32_t>;
  auto const plan = std::make_shared<Plan>(executor, data.strings.size(), options);
  return [plan, &data] { (*plan)(data.strings, data.permutation); };
}

}  // namespace yoke_perf::strings
