// Runs of the tool, one after another in one process, or on the same ranks, for many_runs.py:
// Kokkos and the GPU start once.
//
//   tool_many_runs NAME     the abstract name of a Unix socket, which the tests listen to
//
// The process says first which rank it is, as 4 bytes. For each run a message comes: the size of a
// text as 8 bytes, and with them the descriptors of the run's three standard streams; then the
// text, words that each end in a null character. These are the folder to run in, the file of tuned
// shares, and the command line. The answer is the exit code, as 4 bytes.

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "program.hpp"
#include "ranks.hpp"
#include "signals.hpp"

namespace {

using Streams = std::array<int, 3>;

// Returns -1 where nobody listens.
int connect_to(std::string const& name) {
  ::sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);  // after a null: an abstract one
  auto const size = offsetof(::sockaddr_un, sun_path) + 1 + name.size();
  int const socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  auto const* const listener = reinterpret_cast<::sockaddr const*>(&address);
  if (::connect(socket, listener, static_cast<::socklen_t>(size)) != 0) return -1;
  std::int32_t const rank = yoke::tool::rank();
  return ::send(socket, &rank, sizeof rank, MSG_NOSIGNAL) == sizeof rank ? socket : -1;
}

struct Request {
  Streams streams{};
  std::string text;
};

// The next one. A socket that the tests have closed is the end.
enum class Received { request, end, fault };

Received receive(int socket, Request& request) {
  std::uint64_t size = 0;
  ::iovec part{&size, sizeof size};
  alignas(::cmsghdr) std::array<char, CMSG_SPACE(sizeof(Streams))> control{};
  ::msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  auto const bytes = ::recvmsg(socket, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  if (bytes == 0) return Received::end;
  if (bytes != sizeof size) return Received::fault;
  ::cmsghdr const* const first = CMSG_FIRSTHDR(&message);
  if (first == nullptr || first->cmsg_len != CMSG_LEN(sizeof(Streams))) return Received::fault;
  std::memcpy(request.streams.data(), CMSG_DATA(first), sizeof(Streams));
  request.text.resize(size);
  auto const read = ::recv(socket, request.text.data(), size, MSG_WAITALL);
  return read == static_cast<ssize_t>(size) ? Received::request : Received::fault;
}

void become_standard(Streams const& streams) {
  for (int number = 0; number < 3; ++number) {
    ::dup2(streams[static_cast<std::size_t>(number)], number);
    ::close(streams[static_cast<std::size_t>(number)]);
  }
}

// A closed pipe is an error of a write, as the tool begins.
void block_pipe_signal() {
  ::sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

int run(Request& request) {
  std::vector<char*> words;
  for (std::size_t begin = 0; begin < request.text.size();
       begin = request.text.find('\0', begin) + 1) {
    words.push_back(&request.text[begin]);
  }
  int const argc = static_cast<int>(words.size()) - 2;
  words.push_back(nullptr);
  become_standard(request.streams);
  block_pipe_signal();
  bool const is_ready = ::chdir(words[0]) == 0 && ::setenv("YOKE_TUNING", words[1], 1) == 0;
  int const code = is_ready ? yoke::tool::obey(argc, words.data() + 2) : -1;
  for (auto* const stream : {stdout, stderr}) {
    std::fflush(stream);
    ::__fpurge(stream);  // what a full disk did not take
    std::clearerr(stream);
  }
  std::cout.clear();
  // Who reads the run's output sees its end.
  int const nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  become_standard({nothing, ::dup(nothing), ::dup(nothing)});
  return code;
}

}  // namespace

int main(int, char** argv) {
  yoke::tool::watch_signals();
  yoke::tool::RankSession const ranks;
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  int const socket = connect_to(argv[1]);
  if (socket == -1) return 1;
  int const errors = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  while (true) {
    Request request;
    auto const received = receive(socket, request);
    if (received != Received::request) {
      ::dup2(errors, STDERR_FILENO);  // where a sanitizer tells of leaks
      return received == Received::end ? 0 : 1;
    }
    std::int32_t const code = run(request);
    if (::send(socket, &code, sizeof code, MSG_NOSIGNAL) != sizeof code) return 1;
  }
}
