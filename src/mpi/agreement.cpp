#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "yoke/errors.hpp"
#include "yoke/mpi/detail/communicator.hpp"

// An exception as numbers and characters, for ranks that have not thrown it.

namespace yoke::detail::mpi {

namespace {

enum class Kind : std::uint64_t {
  invalid_argument,
  invalid_input,
  malformed_file,
  device_memory_exceeded,
  no_memory,
  logic_error,
  runtime_error,
};

struct Fault {
  std::uint64_t kind, one, other;
  std::string what;
};

Fault fault_of(std::exception_ptr const& error) {
  auto const make = [](Kind kind, std::string what, std::uint64_t one = 0,
                       std::uint64_t other = 0) {
    return Fault{static_cast<std::uint64_t>(kind), one, other, std::move(what)};
  };
  try {
    std::rethrow_exception(error);
  } catch (MalformedFile const& file) {
    // No path has a character of value 0.
    return make(Kind::malformed_file, file.path() + '\0' + file.reason(), file.index(),
                static_cast<std::uint64_t>(file.unit()));
  } catch (InvalidInput const& input) {
    return make(Kind::invalid_input, input.what(), input.index());
  } catch (DeviceMemoryExceeded const& memory) {
    return make(Kind::device_memory_exceeded, memory.what(), memory.needed(), memory.allowed());
  } catch (std::invalid_argument const& argument) {
    return make(Kind::invalid_argument, argument.what());
  } catch (std::bad_alloc const& memory) {
    return make(Kind::no_memory, memory.what());
  } catch (std::logic_error const& logic) {
    return make(Kind::logic_error, logic.what());
  } catch (std::exception const& other) {
    return make(Kind::runtime_error, other.what());
  } catch (...) {
    return make(Kind::runtime_error, "an exception of an unknown type");
  }
}

[[noreturn]] void throw_fault(Fault const& fault) {
  switch (static_cast<Kind>(fault.kind)) {
    case Kind::invalid_argument:
      throw std::invalid_argument(fault.what);
    case Kind::invalid_input:
      throw InvalidInput(fault.what, fault.one);
    case Kind::malformed_file: {
      auto const end = fault.what.find('\0');
      throw MalformedFile(fault.what.substr(0, end), static_cast<MalformedFile::Unit>(fault.other),
                          fault.one, fault.what.substr(end + 1));
    }
    case Kind::device_memory_exceeded:
      throw DeviceMemoryExceeded(fault.what, fault.one, fault.other);
    case Kind::no_memory:
      throw std::bad_alloc();
    case Kind::logic_error:
      throw std::logic_error(fault.what);
    case Kind::runtime_error:
      break;
  }
  throw std::runtime_error(fault.what);
}

}  // namespace

void Communicator::agree(std::exception_ptr const& error) { agree_on(error, true); }

void Communicator::agree_on(std::exception_ptr const& error, bool names_rank) {
  auto const ranks = static_cast<std::uint64_t>(ranks_);
  std::uint64_t const first = least(error == nullptr ? ranks : static_cast<std::uint64_t>(rank_));
  if (first == ranks) return;
  Fault const own = error == nullptr ? Fault{} : fault_of(error);
  Fault fault = own;
  std::uint64_t numbers[] = {fault.kind, fault.one, fault.other};
  MPI_Bcast(numbers, 3, MPI_UINT64_T, static_cast<int>(first), comm_);
  fault = {numbers[0], numbers[1], numbers[2], of_rank(first, fault.what)};
  // A file is the same for all, and its place in it says enough.
  bool const is_own = error != nullptr && own.kind == fault.kind && own.what == fault.what;
  bool const is_of_all = least(is_own ? 1 : 0) == 1;
  if (names_rank && !is_of_all && static_cast<Kind>(fault.kind) != Kind::malformed_file) {
    fault.what += " (on rank " + std::to_string(first) + ")";
  }
  throw_fault(fault);
}

}  // namespace yoke::detail::mpi
