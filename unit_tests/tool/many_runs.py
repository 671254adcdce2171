"""Runs of the tool in one process (many_runs.cpp), as subprocess.run would have them."""

import io
import os
import socket
import struct
import subprocess
import threading


def read_all(descriptor, parts):
    with open(descriptor, "rb") as pipe:
        parts.append(pipe.read())


def write_all(descriptor, content):
    try:
        with open(descriptor, "wb", buffering=0) as pipe:
            pipe.write(content)
    except BrokenPipeError:  # the run does not want it
        pass


class ManyRuns:
    def __init__(self, program, environment):
        self.socket, other_end = socket.socketpair()
        with other_end:
            self.process = subprocess.Popen([program, str(other_end.fileno())], env=environment,
                                            stdin=subprocess.DEVNULL, pass_fds=[other_end.fileno()])

    def end(self):
        self.socket.close()
        return self.process.wait()

    def run(self, command, folder, tuning, text, content, stdin):
        """Standard input is the content, or else a file that is open."""
        pipes = [os.pipe() for _ in range(3 if content is not None else 2)]
        output, errors = [], []
        threads = [threading.Thread(target=read_all, args=(pipes[0][0], output)),
                   threading.Thread(target=read_all, args=(pipes[1][0], errors))]
        theirs = [pipes[0][1], pipes[1][1]]
        if content is not None:
            stdin = pipes[2][0]
            content = content.encode() if text else content
            threads.append(threading.Thread(target=write_all, args=(pipes[2][1], content)))
        stdin = stdin if isinstance(stdin, int) else stdin.fileno()
        words = b"".join(os.fsencode(word) + b"\0" for word in (folder, tuning, *command))
        socket.send_fds(self.socket, [struct.pack("=Q", len(words))], [stdin, *theirs])
        self.socket.sendall(words)
        for descriptor in theirs if content is None else [*theirs, stdin]:
            os.close(descriptor)
        for thread in threads:
            thread.start()
        code = self.socket.recv(4, socket.MSG_WAITALL)
        # Where none comes, the process has ended: by a signal, or a code of its own.
        code = struct.unpack("=i", code)[0] if len(code) == 4 else self.end()
        for thread in threads:
            thread.join()
        said = [io.TextIOWrapper(io.BytesIO(part)).read() if text else part for part in (*output, *errors)]
        return subprocess.CompletedProcess(command, code, *said)
