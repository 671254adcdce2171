#pragma once

#include <stdexcept>

namespace yoke::tool {

// What the tool exits with.
enum ExitCode : int {
  success = 0,
  // Bad input data, a file that cannot be read or written, a verification that failed.
  failure = 1,
  // A command line that cannot be obeyed: by any build, or by this one.
  usage = 2,
};

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A message that is meant for the user as it is.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace yoke::tool
