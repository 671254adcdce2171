#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill_options.hpp"

namespace yoke::detail::filling {

// What the library is compiled for.
using Generator = std::variant<Philox, Threefry, ExpanderStreams>;

// Filling an array of words of a width, or of the floating-point numbers made of such words.
template <class Word>
struct Fill {
  using Algorithm = FillAlgorithm;
  using Options = FillOptions;
  using Report = FillReport;
  static constexpr auto const& algorithms = fill_algorithms;
  static constexpr char const* name = "yoke::fill";
  static constexpr char const* busy = "fill";
  static constexpr RankForm ranks = RankForm::of_spaces;

  struct Capacity {
    std::size_t numbers;
  };

  struct Arguments {
    RawArray<Word> numbers;
    Generator generator = Philox(0);
    bool is_real = false;     // the bits of floating-point numbers from 0 to below 1
    std::uint64_t first = 0;  // the number of the first of them

    static constexpr std::array names{"numbers"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.numbers);
    }
  };

  static void check(std::string const& caller, Arguments const& arguments) {
    auto const* const walks = std::get_if<ExpanderStreams>(&arguments.generator);
    if (walks != nullptr) {
      check_choice(caller, "the generator's eighth", walks->options().eighth,
                   EighthValue::diagonal);
      if (walks->options().length == 0) {
        throw std::invalid_argument(caller +
                                    ": the generator's length is 0; a walk has at least 1 step");
      }
    }
    std::uint64_t const size = arguments.numbers.size;
    if (size == 0 || arguments.first <= ~std::uint64_t(0) - (size - 1)) return;
    throw std::invalid_argument(caller + ": options.first is " + std::to_string(arguments.first) +
                                " and numbers has " + show_count(size, "element") +
                                "; the last one's number must be below 2^64");
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "numbers", arguments.numbers.size, capacity.numbers);
  }
};

}  // namespace yoke::detail::filling
