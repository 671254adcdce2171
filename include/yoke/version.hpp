#pragma once

#include <string_view>

// The version's only place. CMakeLists.txt reads these three lines.

/// The version's first number. Before 1.0 a new minor version may change the interface.
#define YOKE_VERSION_MAJOR 0
/// The version's second number.
#define YOKE_VERSION_MINOR 3
/// The version's third number: faults were fixed, the interface is the same.
#define YOKE_VERSION_PATCH 0

/// The version as one number that the preprocessor can compare: 300 is 0.3.0, 10203 is 1.2.3.
#define YOKE_VERSION (YOKE_VERSION_MAJOR * 10000 + YOKE_VERSION_MINOR * 100 + YOKE_VERSION_PATCH)

/// @cond
#define YOKE_TEXT_OF(number) #number
#define YOKE_DOTTED(major, minor, patch) \
  YOKE_TEXT_OF(major) "." YOKE_TEXT_OF(minor) "." YOKE_TEXT_OF(patch)
/// @endcond

/// The version as text: "0.3.0".
#define YOKE_VERSION_STRING YOKE_DOTTED(YOKE_VERSION_MAJOR, YOKE_VERSION_MINOR, YOKE_VERSION_PATCH)

namespace yoke {

inline constexpr int version_major = YOKE_VERSION_MAJOR;  ///< The version's first number.
inline constexpr int version_minor = YOKE_VERSION_MINOR;  ///< The version's second number.
inline constexpr int version_patch = YOKE_VERSION_PATCH;  ///< The version's third number.

/// The version of these headers, as text: "0.3.0".
inline constexpr std::string_view version = YOKE_VERSION_STRING;

/// The version of the library that the program is linked with. With a shared library it can differ
/// from `version`, which the program was compiled with.
std::string_view library_version();

/// The commit of the source tree when CMake configured the library: at least 12 digits, and
/// "-dirty" where files had changed since. Empty where the source tree had no history.
std::string_view git_commit();

}  // namespace yoke
