#pragma once

#include <cstdlib>
#include <filesystem>

namespace yoke::tool {

// The folder of RAPL's files: a container may see the machine's elsewhere.
inline std::filesystem::path powercap() {
  char const* const folder = std::getenv("YOKE_POWERCAP");
  return folder == nullptr ? "/sys/class/powercap" : folder;
}

}  // namespace yoke::tool
