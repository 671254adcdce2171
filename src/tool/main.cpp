#include <fcntl.h>
#include <unistd.h>

#include "program.hpp"
#include "ranks.hpp"
#include "signals.hpp"
#include "waiting.hpp"

namespace {

// Else the first file that is opened would take the number of a standard stream that is closed, and
// get what is meant for that.
void keep_standard_numbers() {
  for (int const number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // The wrong way, so that using it stays an error.
    ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace yoke::tool;
  let_threads_sleep(argv);
  keep_standard_numbers();
  watch_signals();
  RankSession const session;
  return obey(argc, argv);
}
