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
    started = []  # those that have not ended

    def __init__(self, program, environment):
        self.socket, other_end = socket.socketpair()
        with other_end:
            self.process = subprocess.Popen([program, str(other_end.fileno())], env=environment,
                                            stdin=subprocess.DEVNULL, pass_fds=[other_end.fileno()])
        self.started.append(self)

    def end(self):
        """The exit code: not 0 where a sanitizer has found a leak."""
        self.started.remove(self)
        self.socket.close()
        return self.process.wait()

    def run(self, command, folder, tuning, text, longest, content=None, stdin=0, stdout=None):
        """Standard input is the content, or else a file that is open. A pipe is read to its end."""
        output, errors, threads, theirs = [], [], [], []

        def pipe(ours, other, work, argument):
            threads.append(threading.Thread(target=work, args=(ours, argument)))
            theirs.append(other)
            return other

        if content is not None:
            reader, writer = os.pipe()
            stdin = pipe(writer, reader, write_all, content.encode() if text else content)
        stdout = pipe(*os.pipe(), read_all, output) if stdout is None else stdout
        streams = [stdin, stdout, pipe(*os.pipe(), read_all, errors)]
        streams = [stream if isinstance(stream, int) else stream.fileno() for stream in streams]
        words = b"".join(os.fsencode(word) + b"\0" for word in (folder, tuning, *command))
        self.socket.settimeout(longest)
        socket.send_fds(self.socket, [struct.pack("=Q", len(words))], streams)
        self.socket.sendall(words)
        for descriptor in theirs:
            os.close(descriptor)
        for thread in threads:
            thread.start()
        try:
            code = self.socket.recv(4, socket.MSG_WAITALL)
        except TimeoutError:
            self.process.kill()
            self.end()
            raise subprocess.TimeoutExpired(command, longest) from None
        # Where none comes, the process has ended: by a signal, or a code of its own.
        code = struct.unpack("=i", code)[0] if len(code) == 4 else self.end()
        for thread in threads:
            thread.join()
        said = [b"".join(output), b"".join(errors)]
        said = [io.TextIOWrapper(io.BytesIO(part)).read() if text else part for part in said]
        return subprocess.CompletedProcess(command, code, *said)
