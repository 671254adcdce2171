#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace yoke {

/// A structure that breaks the call's rules: a list with a cycle, a successor out of range. index()
/// is an element at which the fault can be seen. A precondition that costs O(1) to check (sizes
/// that differ, a rank type that is too small) throws plain std::invalid_argument instead.
class InvalidInput : public std::invalid_argument {
 public:
  /// Makes the exception from the message and the element at which the fault can be seen.
  InvalidInput(std::string const& what, std::uint64_t index)
      : std::invalid_argument(what), index_(index) {}

  /// An element at which the fault can be seen.
  std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};

/// A file that breaks the rules of its format, or whose content the call cannot take. what() gives
/// the file, the line (from 1; in a binary file, the byte, from 0) and the reason, all printable
/// (yoke/messages.hpp). index() is the line or the byte. A file that cannot be opened or read
/// throws std::runtime_error with the system's reason instead.
class MalformedFile : public InvalidInput {
 public:
  /// The unit of a place in the file.
  enum class Unit { line, byte };

  /// Makes the exception from the file, the line or byte, and the fault there.
  MalformedFile(std::string path, Unit unit, std::uint64_t place, std::string reason);

  /// The file's path.
  std::string const& path() const noexcept { return path_; }
  /// The fault.
  std::string const& reason() const noexcept { return reason_; }
  /// The unit of index().
  Unit unit() const noexcept { return unit_; }

 private:
  std::string path_, reason_;
  Unit unit_;
};

/// A call needs more of the device's memory than its options allow, or than is free. The call or
/// plan has freed all memory that it had allocated.
class DeviceMemoryExceeded : public std::invalid_argument {
 public:
  /// Makes the exception from the message and both sizes, in bytes.
  DeviceMemoryExceeded(std::string const& what, std::uint64_t needed, std::uint64_t allowed)
      : std::invalid_argument(what), needed_(needed), allowed_(allowed) {}

  /// The least number of bytes needed, beyond the caller's arrays.
  std::uint64_t needed() const noexcept { return needed_; }
  /// The number of bytes allowed.
  std::uint64_t allowed() const noexcept { return allowed_; }

 private:
  std::uint64_t needed_, allowed_;
};

}  // namespace yoke
