#pragma once

#include <string>
#include <yoke/generate_strings.hpp>

#include "input_generator.hpp"
#include "parser.hpp"

// `yoke generate strings`.
namespace yoke::tool {

struct StringsArguments {
  std::string output;
  StringShape shape;
  InputGenerator generator = InputGenerator::philox;
  bool json = false;
};

Parser add_strings(Parser parser, StringsArguments& arguments);
int write_generated_strings(StringsArguments const& arguments);

}  // namespace yoke::tool
