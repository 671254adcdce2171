#include <utility>

#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

namespace yoke {

MalformedFile::MalformedFile(std::string path, Unit unit, std::uint64_t place, std::string reason)
    : InvalidInput(printable(path + (unit == Unit::line ? ", line " : ", byte ") +
                             std::to_string(place) + ": " + reason),
                   place),
      path_(std::move(path)),
      reason_(std::move(reason)),
      unit_(unit) {}

}  // namespace yoke
