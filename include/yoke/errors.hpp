#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "yoke/messages.hpp"

namespace yoke {

/// A structure that is not what the call requires: a list with a cycle, a successor out of range.
/// index() is an element at which the fault can be seen. Broken preconditions that cost O(1) to see
/// (sizes that differ, a rank type that is too small) throw plain std::invalid_argument instead.
class InvalidInput : public std::invalid_argument {
 public:
  /// The message, and the element at which the fault can be seen.
  InvalidInput(std::string const& what, std::uint64_t index)
      : std::invalid_argument(what), index_(index) {}

  /// An element at which the fault can be seen.
  std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};

/// A file that is not what its format says, or that holds what the call cannot take. what() gives
/// the file, the line (from 1; of a binary file, the byte, from 0) and the reason, printable
/// (yoke/messages.hpp); index() is the line or the byte. A file that cannot be opened or read
/// throws std::runtime_error with the system's reason instead.
class MalformedFile : public InvalidInput {
 public:
  /// What a place in the file is counted in.
  enum class Unit { line, byte };

  /// Of the file, the line or byte, and what is wrong there.
  MalformedFile(std::string path, Unit unit, std::uint64_t place, std::string reason)
      : InvalidInput(printable(path + (unit == Unit::line ? ", line " : ", byte ") +
                               std::to_string(place) + ": " + reason),
                     place),
        path_(std::move(path)),
        reason_(std::move(reason)),
        unit_(unit) {}

  /// The file.
  std::string const& path() const noexcept { return path_; }
  /// What is wrong there.
  std::string const& reason() const noexcept { return reason_; }
  /// What index() counts.
  Unit unit() const noexcept { return unit_; }

 private:
  std::string path_, reason_;
  Unit unit_;
};

/// What a call would hold of the device's memory is more than its options allow, or than is free.
/// What the call, or the plan, had allocated by then is free again.
class DeviceMemoryExceeded : public std::invalid_argument {
 public:
  /// With the message and both sizes, in bytes.
  DeviceMemoryExceeded(std::string const& what, std::uint64_t needed, std::uint64_t allowed)
      : std::invalid_argument(what), needed_(needed), allowed_(allowed) {}

  /// At least so many bytes are needed, beyond the caller's arrays.
  std::uint64_t needed() const noexcept { return needed_; }
  /// So many are allowed.
  std::uint64_t allowed() const noexcept { return allowed_; }

 private:
  std::uint64_t needed_, allowed_;
};

}  // namespace yoke
