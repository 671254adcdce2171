#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/lists.hpp"
#include "support/sampled.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking.hpp"

// What the tests of Wyllie's algorithm, recursive Helman-JaJa and random splitter share.

namespace yoke_test::classic {

using Algorithm = yoke::ListRankAlgorithm;
using yoke::Finish;
using yoke::HelmanJajaOptions;
using yoke::ListOrder;
using yoke::ListRankOptions;
using yoke::ListShape;
using yoke::RandomSplitterOptions;
using yoke::RankFrom;
using yoke::Tail;

template <class SpaceType, class IndexType>
struct Parameters {
  using Space = SpaceType;
  using Index = IndexType;
};

template <class... Parameter>
struct ParameterList {};

template <class... Left, class... Right>
ParameterList<Left..., Right...> operator+(ParameterList<Left...>, ParameterList<Right...>);

#define EVERY_INDEX(Space)                                                          \
  +ParameterList<Parameters<Space, std::uint32_t>, Parameters<Space, std::int32_t>, \
                 Parameters<Space, std::uint64_t>, Parameters<Space, std::int64_t>>()
using EveryParameter = decltype(ParameterList<>() YOKE_FOR_EACH_SPACE(EVERY_INDEX));

template <class List>
struct AsTypes;
template <class... Parameter>
struct AsTypes<ParameterList<Parameter...>> {
  using type = yoke_test::Sampled<Parameter...>;
};

// Every way to configure the three algorithms that takes another path.
struct Variant {
  std::string name;
  ListRankOptions options;
};

inline std::vector<Variant> make_variants() {
  std::vector<Variant> variants;
  auto const add = [&](std::string const& name, Algorithm algorithm) -> ListRankOptions& {
    variants.push_back({name, {}});
    variants.back().options.algorithm = algorithm;
    return variants.back().options;
  };
  add("wyllie", Algorithm::wyllie);
  add("helman_jaja", Algorithm::helman_jaja);
  // A low limit makes the recursion deep.
  auto& deep = add("helman_jaja n/log n, limit 16, sequential", Algorithm::helman_jaja).helman_jaja;
  deep.splitters = HelmanJajaOptions::Splitters::n_over_log_n;
  deep.limit = 16;
  deep.finish = Finish::sequential;
  auto& few = add("helman_jaja n/2log2 n, limit 0", Algorithm::helman_jaja).helman_jaja;
  few.splitters = HelmanJajaOptions::Splitters::n_over_2_log2_n;
  few.limit = 0;
  auto& sequential = add("helman_jaja sequential", Algorithm::helman_jaja).helman_jaja;
  sequential.finish = Finish::sequential;
  auto& one = add("helman_jaja limit 100, one thread", Algorithm::helman_jaja).helman_jaja;
  one.finish = Finish::one_thread;
  one.limit = 100;
  add("random_splitter 64", Algorithm::random_splitter);
  add("random_splitter 48", Algorithm::random_splitter).random_splitter.packing =
      RandomSplitterOptions::Packing::bits_48;
  auto& many = add("random_splitter 48, 65536 sublists", Algorithm::random_splitter);
  many.random_splitter.packing = RandomSplitterOptions::Packing::bits_48;
  many.random_splitter.sublists = 65536;
  add("random_splitter 64, 1 sublist", Algorithm::random_splitter).random_splitter.sublists = 1;
  add("random_splitter 64, a sublist a node", Algorithm::random_splitter).random_splitter.sublists =
      std::size_t(1) << 40;
  return variants;
}

template <class Space, class Index>
void expect_oracle_ranks(std::vector<Index> const& successor, ListRankOptions const& options,
                         std::uint64_t lists) {
  auto const rank = yoke_test::to_space<Space>(std::vector<Index>(successor.size(), Index(123)));
  auto const found = yoke::list_rank(Space(), yoke_test::to_space<Space>(successor), rank, options);
  EXPECT_EQ(found, lists);
  auto const expected = yoke_test::oracle_ranks(successor, options.tail, options.from);
  auto const actual = yoke_test::to_vector(rank);
  if (actual == expected) return;
  auto const i =
      std::mismatch(actual.begin(), actual.end(), expected.begin()).first - actual.begin();
  ADD_FAILURE() << "rank(" << i << ") is " << actual[i] << ", not " << expected[i];
}

template <class Parameter>
class ClassicListRanking : public ::testing::Test {
 public:
  using Space = typename Parameter::Space;
  using Index = typename Parameter::Index;
};
TYPED_TEST_SUITE(ClassicListRanking, typename AsTypes<EveryParameter>::type);

}  // namespace yoke_test::classic
