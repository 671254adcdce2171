#pragma once

namespace yoke::tool {

// From now on SIGINT, SIGTERM and SIGHUP (those that are not ignored, as under nohup) remove the
// temporary files of the outputs before they end the process, as they would without this; where the
// outputs are complete already, the first of them is passed over. A file
// that grows beyond its limit is an error of the write, and so is a closed pipe. Called before any
// other thread is started.
void watch_signals();

// While one lives, the first of those signals ends nothing: the command, which asks for it, ends
// itself at a good moment. Another one, a tenth of a second later, ends it at once. One that nobody
// has asked for is passed over: the command was about to succeed.
class HeldSignal {
 public:
  HeldSignal();
  ~HeldSignal();
  HeldSignal(HeldSignal const&) = delete;
  HeldSignal& operator=(HeldSignal const&) = delete;

  int number() const;  // 0: none has come
};

// Ends the process by that signal, without what is not committed of its outputs.
[[noreturn]] void end_by_signal(int signal);

// Ends the process as SIGPIPE does where a pipe's reader was gone and that signal is not ignored.
void end_if_pipe_was_closed();

}  // namespace yoke::tool
