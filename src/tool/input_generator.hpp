#pragma once

#include <cstdint>
#include <yoke/expander.hpp>
#include <yoke/random.hpp>

#include "arguments.hpp"

namespace yoke::tool {

// What draws generated input.
enum class InputGenerator { philox, threefry, expander };

inline Option add_input_generator(Parser parser, InputGenerator& generator) {
  return add_choice<InputGenerator>(parser, "--generator", generator,
                                    {{"philox", InputGenerator::philox},
                                     {"threefry", InputGenerator::threefry},
                                     {"expander", InputGenerator::expander}},
                                    "What draws the random numbers")
      .show_default("philox");
}

// use(generator).
template <class Use>
auto with_generator(InputGenerator generator, std::uint64_t seed, Use const& use) {
  if (generator == InputGenerator::threefry) return use(Threefry(seed));
  if (generator == InputGenerator::expander) return use(ExpanderStreams(seed));
  return use(Philox(seed));
}

}  // namespace yoke::tool
