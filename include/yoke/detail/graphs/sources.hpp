#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

// A source of any integer type as a vertex. A number that is no vertex becomes the largest value,
// which numbers no vertex.
template <class Vertex, class Integer>
Vertex source_word(Integer source) {
  if constexpr (std::is_signed_v<Integer>) {
    if (source < 0) return static_cast<Vertex>(~Vertex(0));
  }
  std::uint64_t const wide = static_cast<std::uint64_t>(source);
  return wide >= static_cast<Vertex>(~Vertex(0)) ? static_cast<Vertex>(~Vertex(0))
                                                 : static_cast<Vertex>(wide);
}

// One source that the host can read need not travel in an array.
template <class Arguments>
void take_one_source(Arguments& arguments) {
  if (arguments.sources.size != 1 || arguments.sources.place == Place::device) return;
  arguments.source = *arguments.sources.data;
  arguments.has_one_source = true;
  arguments.sources = {};
}

// Of the source in place i.
[[noreturn]] inline void throw_no_vertex(std::string const& caller, std::uint64_t i,
                                         std::string const& source, std::uint64_t vertices) {
  throw InvalidInput(caller + ": source " + std::to_string(i) + " is no vertex: it is " + source +
                         ", and " + there_are(vertices, "vertex", "vertices") + ", from 0",
                     i);
}

// A source that is a number is named as it was given, also where no vertex is that wide.
template <class Integer>
void check_source(char const* caller, Integer source, std::uint64_t vertices) {
  bool is_vertex = static_cast<std::uint64_t>(source) < vertices;
  if constexpr (std::is_signed_v<Integer>) is_vertex = is_vertex && source >= 0;
  if (!is_vertex) throw_no_vertex(caller, 0, std::to_string(source), vertices);
}

}  // namespace yoke::detail
