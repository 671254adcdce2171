#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// The type in which readers keep weights. Each is kept as the bits of a number of this type.
enum class WeightKind { none, float32, float64, int32, int64 };

constexpr bool is_whole(WeightKind kind) {
  return kind == WeightKind::int32 || kind == WeightKind::int64;
}

constexpr std::uint32_t bytes_of_weight(WeightKind kind) {
  return kind == WeightKind::float32 || kind == WeightKind::int32 ? 4 : 8;
}

// Calls function(Weight()) for the type of a kind that is not none.
template <class Function>
auto with_weight(WeightKind kind, Function const& function) {
  switch (kind) {
    case WeightKind::float32:
      return function(float());
    case WeightKind::float64:
      return function(double());
    case WeightKind::int32:
      return function(std::int32_t());
    default:
      return function(std::int64_t());
  }
}

template <class Weight>
constexpr WeightKind kind_of_weight() {
  if constexpr (std::is_floating_point_v<Weight>) {
    return sizeof(Weight) == 4 ? WeightKind::float32 : WeightKind::float64;
  } else {
    return sizeof(Weight) == 4 ? WeightKind::int32 : WeightKind::int64;
  }
}

template <class Weight>
using WeightBitsOf = std::conditional_t<sizeof(Weight) == 4, std::uint32_t, std::uint64_t>;

template <class Weight>
std::uint64_t bits_of_weight(Weight weight) {
  return std::bit_cast<WeightBitsOf<Weight>>(weight);
}
template <class Weight>
Weight weight_of_bits(std::uint64_t bits) {
  return std::bit_cast<Weight>(static_cast<WeightBitsOf<Weight>>(bits));
}

// A number of a text. Both zeros are one. Throws Fault where there is none, or where the type does
// not hold it.
std::uint64_t parse_weight(std::string_view token, WeightKind kind);
// The bits of a number at a place of a binary file, which are of kind `from`. The same.
std::uint64_t convert_weight(char const* at, std::uint64_t bits, WeightKind from, WeightKind to);
// As types are written: "float", "std::int32_t".
std::string_view name_of_weight(WeightKind kind);
// For a message.
std::string show_weight(std::uint64_t bits, WeightKind kind);

// What readers are asked for.
struct ReaderOptions : GraphReadOptions {
  // Implicit: without weights these are a caller's options.
  ReaderOptions(GraphReadOptions const& options, WeightKind weights = WeightKind::none)
      : GraphReadOptions(options), weight_kind(weights) {}

  WeightKind weight_kind;

  bool keeps_weights() const { return weight_kind != WeightKind::none; }
};

// How a message ends where a file has no weights.
inline constexpr char const* without_weights_hint =
    " (yoke::read_graph reads a graph without weights)";

}  // namespace yoke::detail::files
