#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "support/arguments.hpp"
#include "support/spaces.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/read_strings.hpp"
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

// "lines:" or "fasta:" and a file.
inline bool is_file(std::string const& set) {
  return set.starts_with("lines:") || set.starts_with("fasta:");
}

// In tables: a file's name without its folder.
inline std::string label_of(std::string const& set) {
  return is_file(set) ? std::filesystem::path(set.substr(set.find(':') + 1)).filename().string()
                      : set;
}

// As many of its first lines or sequences as there are, up to `most`.
template <class Memory>
yoke::GeneratedStrings<std::int64_t, Memory> read_set(std::string const& set, std::uint64_t most) {
  std::string const path = set.substr(set.find(':') + 1);
  auto const all =
      set.starts_with("fasta:") ? yoke::read_fasta(path).sequences : yoke::read_lines(path);
  auto const count = std::min<std::size_t>(all.size(), most);
  auto const characters = static_cast<std::size_t>(all.offsets(count));
  std::pair<std::size_t, std::size_t> const taken(0, characters), offsets(0, count + 1);
  yoke::GeneratedStrings<std::int64_t, Memory> const strings(
      Kokkos::View<char*, Memory>("yoke_perf::characters", characters),
      Kokkos::View<std::int64_t*, Memory>("yoke_perf::offsets", count + 1));
  Kokkos::deep_copy(strings.characters, Kokkos::subview(all.characters, taken));
  Kokkos::deep_copy(strings.offsets, Kokkos::subview(all.offsets, offsets));
  return strings;
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
  Data(std::string const& its_name, std::string const& file, std::uint64_t most)
      : name(its_name),
        strings(read_set<Memory>(file, most)),
        permutation("yoke_perf::permutation", strings.size()) {}

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
      last = is_file(set) ? std::make_unique<Data>(name, set, size)
                          : std::make_unique<Data>(name, shape_of(set, size));
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
