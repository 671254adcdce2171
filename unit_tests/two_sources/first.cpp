#include "two_sources/templates.hpp"

namespace yoke_test::two_sources {

struct First;

std::vector<Answers> ask_in_first_source(std::uint64_t n) {
  std::vector<Answers> all;
#define YOKE_ASK(Space)                                        \
  all.push_back(ask<First, Space, std::uint32_t>(Space(), n)); \
  all.push_back(ask<First, Space, std::uint64_t>(Space(), n));
  YOKE_FOR_EACH_SPACE(YOKE_ASK)
#undef YOKE_ASK
  return all;
}

}  // namespace yoke_test::two_sources
