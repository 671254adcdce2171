#include "signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "outputs.hpp"

namespace yoke::tool {
namespace {

bool is_ignored(int signal) {
  struct ::sigaction action;
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void unblock(int signal) {
  ::sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

int wait_for(::sigset_t const& signals) {
  int signal = 0;
  while (::sigwait(&signals, &signal) != 0) {
  }
  return signal;
}

using Clock = std::chrono::steady_clock;
// A launcher may send one signal to the process and one to its group, or two kinds: those that
// follow the first one closely say the same.
constexpr auto one_wish = std::chrono::milliseconds(100);

std::mutex hold_mutex;
bool holds_next = false;
int held = 0;

bool is_to_be_held(int signal) {
  std::lock_guard const lock(hold_mutex);
  if (!holds_next) return false;
  holds_next = false;
  held = signal;
  return true;
}

[[noreturn]] void raise_to_end(int signal) {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  unblock(signal);
  ::_exit(128 + signal);  // not reached: the signal has ended the process
}

// Not in a signal handler, which may lock nothing: files that are just being renamed together are
// waited for.
[[noreturn]] void end_by_next(::sigset_t const& signals) {
  int signal = wait_for(signals);
  if (is_to_be_held(signal)) {
    auto const held_since = Clock::now();
    do signal = wait_for(signals);
    while (Clock::now() - held_since < one_wish);
  }
  // One that comes when the outputs are complete comes too late: the command has succeeded. Should
  // nobody read its report, the next one ends it.
  if (!discard_outputs()) signal = wait_for(signals);
  raise_to_end(signal);
}

}  // namespace

void watch_signals() {
  ::signal(SIGXFSZ, SIG_IGN);
  ::sigset_t ends, blocked;
  ::sigemptyset(&ends);
  for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) ::sigaddset(&ends, signal);
  }
  // A write to a closed pipe fails then, and leaves the signal pending.
  blocked = ends;
  ::sigaddset(&blocked, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  std::thread([ends] { end_by_next(ends); }).detach();
}

HeldSignal::HeldSignal() {
  std::lock_guard const lock(hold_mutex);
  holds_next = true;
}

HeldSignal::~HeldSignal() {
  std::lock_guard const lock(hold_mutex);
  holds_next = false;
}

int HeldSignal::number() const {
  std::lock_guard const lock(hold_mutex);
  return held;
}

void end_by_signal(int signal) {
  discard_outputs();
  raise_to_end(signal);
}

void end_if_pipe_was_closed() { unblock(SIGPIPE); }

}  // namespace yoke::tool
