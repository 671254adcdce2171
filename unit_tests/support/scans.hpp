#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "support/lists.hpp"
#include "support/seed.hpp"
#include "yoke/list_scan_options.hpp"

// Scans along lists: operators, and the oracle.
namespace yoke_test {

// Three values whose operators do not commute, each with equality and a way to draw one.

// 2x2 matrices modulo a prime.
struct Matrix {
  std::uint32_t a, b, c, d;
  bool operator==(Matrix const&) const = default;
  static Matrix draw(std::mt19937_64& random) {
    auto const x = [&] { return static_cast<std::uint32_t>(random() % prime); };
    return {x(), x(), x(), x()};
  }
  static constexpr std::uint64_t prime = 2147483629;
  static Matrix identity() { return {1, 0, 0, 1}; }
};
struct Multiply {
  KOKKOS_FUNCTION static std::uint32_t dot(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                           std::uint64_t d) {
    return static_cast<std::uint32_t>((a * b % Matrix::prime + c * d % Matrix::prime) %
                                      Matrix::prime);
  }
  KOKKOS_FUNCTION Matrix operator()(Matrix const& x, Matrix const& y) const {
    return {dot(x.a, y.a, x.b, y.c), dot(x.a, y.b, x.b, y.d), dot(x.c, y.a, x.d, y.c),
            dot(x.c, y.b, x.d, y.d)};
  }
};

// x -> scale x + shift modulo 2^32, the left one applied first.
struct Affine {
  std::uint32_t scale, shift;
  bool operator==(Affine const&) const = default;
  static Affine draw(std::mt19937_64& random) {
    return {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
  }
  static Affine identity() { return {1, 0}; }
};
struct Compose {
  KOKKOS_FUNCTION Affine operator()(Affine const& f, Affine const& g) const {
    return {g.scale * f.scale, g.scale * f.shift + g.shift};
  }
};

// A string of which the first and the last letter, the length and whether each letter was followed
// by the one that its neighbour announced are kept: concatenation, with a witness of its order.
struct Chain {
  std::uint32_t first, last, length;
  bool unbroken;
  bool operator==(Chain const&) const = default;
  static Chain identity() { return {0, 0, 0, true}; }
};
struct Concatenate {
  KOKKOS_FUNCTION Chain operator()(Chain const& x, Chain const& y) const {
    if (x.length == 0) return y;
    if (y.length == 0) return x;
    return {x.first, y.last, x.length + y.length,
            x.unbroken && y.unbroken && x.last + 1 == y.first};
  }
};

// The oracle: every list by one loop, in the plainest way there is.
template <class Index, class Value, class Operator>
std::vector<Value> oracle_scan(std::vector<Index> const& successor, std::vector<Value> const& value,
                               Operator const& op, Value const& identity,
                               yoke::ListScanOptions const& options) {
  std::size_t const n = successor.size();
  auto const position = oracle_ranks(successor, options.tail, yoke::RankFrom::head);
  std::vector<Value> result(n);
  for (std::size_t head = 0; head < n; ++head) {
    if (position[head] != 0) continue;
    std::vector<std::size_t> nodes{head};
    while (true) {
      auto const node = nodes.back();
      auto const next = successor[node];
      bool const is_tail = options.tail.is_self_loop()
                               ? static_cast<std::size_t>(next) == node
                               : next == static_cast<Index>(options.tail.end_value());
      if (is_tail) break;
      nodes.push_back(static_cast<std::size_t>(next));
    }
    Value sum = identity;
    bool const exclusive = options.kind == yoke::ScanKind::exclusive;
    if (options.from == yoke::ScanFrom::head) {
      for (auto node : nodes) {
        Value const through = op(sum, value[node]);
        result[node] = exclusive ? sum : through;
        sum = through;
      }
    } else {
      for (std::size_t k = nodes.size(); k-- > 0;) {
        Value const through = op(value[nodes[k]], sum);
        result[nodes[k]] = exclusive ? sum : through;
        sum = through;
      }
    }
  }
  return result;
}

template <class Value>
std::vector<Value> draw(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Value> values(n);
  for (auto& value : values) value = Value::draw(random);
  return values;
}

inline yoke::ListScanOptions scan_options(yoke::ScanKind kind, yoke::ScanFrom from,
                                          yoke::Tail tail = yoke::Tail::self_loop()) {
  yoke::ListScanOptions options;
  options.kind = kind;
  options.from = from;
  options.tail = tail;
  options.seed = base_seed();
  return options;
}

}  // namespace yoke_test
