#pragma once

namespace yoke::tool {

// Obeys a command line, says on standard error what is wrong, and returns the ExitCode. The process
// has its RankSession, and watches signals.
int obey(int argc, char** argv);

}  // namespace yoke::tool
