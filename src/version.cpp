#include <yoke/version.hpp>

namespace yoke {

std::string_view library_version() { return version; }

// In no header: a new commit compiles this file alone.
std::string_view git_commit() { return YOKE_GIT_COMMIT; }

}  // namespace yoke
