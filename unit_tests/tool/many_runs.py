"""Runs of the tool in one process, or on the same ranks (many_runs.cpp), as subprocess.run would have them."""

import io
import os
import socket
import struct
import subprocess
import threading
import time


LONGEST_START = 300  # seconds
NOTHING = os.open(os.devnull, os.O_RDWR)


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
    """The program is started by a launcher, such as mpirun -n 2, if one is given."""

    started = []  # those that have not ended

    def __init__(self, program, environment, launcher=(), ranks=1):
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("")  # the system chooses an abstract name
            listening.listen(ranks)
            listening.settimeout(0.1)
            name = listening.getsockname()[1:].decode()
            self.process = subprocess.Popen([*launcher, program, name], env=environment, stdin=subprocess.DEVNULL)
            self.started.append(self)
            sockets = [self.accept(listening) for _ in range(ranks)]
        # In the order of their ranks.
        self.sockets = sorted(sockets, key=lambda one: struct.unpack("=i", one.recv(4, socket.MSG_WAITALL)))

    def accept(self, listening):
        """The next rank's connection. A process that ends before ends the wait."""
        begin = time.monotonic()
        while True:
            try:
                return listening.accept()[0]
            except TimeoutError:
                is_late = time.monotonic() - begin > LONGEST_START
                if is_late:
                    self.process.kill()
                if is_late or self.process.poll() is not None:
                    self.started.remove(self)
                    raise RuntimeError(f"{self.process.args} did not start: {self.process.wait()}") from None

    def end(self):
        """The exit code: not 0 where a sanitizer has found a leak."""
        self.started.remove(self)
        for one in self.sockets:
            one.close()
        return self.process.wait()

    def run(self, command, folder, tuning, text, longest, content=None, stdin=0, stdout=None):
        """Standard input is the content, or else a file that is open. A pipe is read to its end. Only the first
        rank has an input and an output, as in the tool. Errors are those of the ranks in their order."""
        output, errors, threads, theirs = [], [[] for _ in self.sockets], [], []

        def pipe(ours, other, work, argument):
            threads.append(threading.Thread(target=work, args=(ours, argument)))
            theirs.append(other)
            return other

        if content is not None:
            reader, writer = os.pipe()
            stdin = pipe(writer, reader, write_all, content.encode() if text else content)
        words = b"".join(os.fsencode(word) + b"\0" for word in (folder, tuning, *command))
        stdout = pipe(*os.pipe(), read_all, output) if stdout is None else stdout
        for one, error in zip(self.sockets, errors):
            streams = [stdin, stdout, pipe(*os.pipe(), read_all, error)]
            streams = [stream if isinstance(stream, int) else stream.fileno() for stream in streams]
            one.settimeout(longest)
            socket.send_fds(one, [struct.pack("=Q", len(words))], streams)
            one.sendall(words)
            stdin = stdout = NOTHING
        for descriptor in theirs:
            os.close(descriptor)
        for thread in threads:
            thread.start()
        code = self.code_of_run(command, longest)
        for thread in threads:
            thread.join()
        said = [b"".join(output), b"".join(sum(errors, []))]
        said = [io.TextIOWrapper(io.BytesIO(part)).read() if text else part for part in said]
        return subprocess.CompletedProcess(command, code, *said)

    def code_of_run(self, command, longest):
        """That of the first rank which has failed, as mpirun has it."""
        codes = []
        try:
            for one in self.sockets:
                codes.append(one.recv(4, socket.MSG_WAITALL))
        except TimeoutError:
            self.process.kill()
            self.end()
            raise subprocess.TimeoutExpired(command, longest) from None
        except ConnectionResetError:
            codes.append(b"")
        # Where none comes, the process has ended: by a signal, or a code of its own.
        if any(len(code) != 4 for code in codes):
            return self.end()
        codes = [struct.unpack("=i", code)[0] for code in codes]
        return next((code for code in codes if code != 0), 0)
