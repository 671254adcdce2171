#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/generate_keys.hpp>

#include "input_generator.hpp"
#include "key_file.hpp"
#include "parser.hpp"

// `yoke generate keys`.
namespace yoke::tool {

struct KeysArguments {
  std::string output;
  std::uint64_t count = 0;
  KeyShape shape;
  InputGenerator generator = InputGenerator::philox;
  std::optional<KeyType> type;
  bool json = false;
};

Parser add_keys(Parser parser, KeysArguments& arguments);
int write_generated_keys(KeysArguments const& arguments);

}  // namespace yoke::tool
