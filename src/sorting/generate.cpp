#include <cstdint>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/sorting/make_key.hpp"

namespace yoke::detail::sorting {
namespace {

void check_within(char const* name, std::uint64_t value, std::uint64_t most) {
  check_range("yoke::generate_keys", std::string("shape.") + name, value, 1, most);
}

}  // namespace

void check_key_shape(KeyShape const& shape) {
  check_choice("yoke::generate_keys", "shape.distribution", shape.distribution,
               KeyDistribution::all_equal);
  check_within("blocks", shape.blocks, KeyShape::most_blocks);
  check_within("runs", shape.runs, KeyShape::most_runs);
  check_within("zipf_values", shape.zipf_values, KeyShape::most_zipf_values);
}

template <class Space, class Word>
void generate_keys(Space const& exec, RawArray<Word> keys, KeyKind kind, KeyShape const& shape,
                   Philox const& random) {
  make_keys(exec, keys, kind, shape, random);
}

#define YOKE_INSTANTIATE_FOR(Space, Word)                                             \
  template void generate_keys(Space const&, RawArray<Word>, KeyKind, KeyShape const&, \
                              Philox const&);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint8_t)  \
  YOKE_INSTANTIATE_FOR(Space, std::uint16_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::sorting
