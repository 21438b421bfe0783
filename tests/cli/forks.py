"""Runs strata-cli in forks of a program that is already linked: see strata-cli-forks.c.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import select
import selectors
import signal
import socket
import struct
import subprocess
import time

# The time limit of a command, in seconds.
TIMEOUT = 120


class Forks:
    """Like subprocess.run() with capture_output, for the words of a command line."""

    def __init__(self, program):
        self.socket, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen([program], stdin=theirs, start_new_session=True)  # pylint: disable=consider-using-with

    def send(self, words, env, cwd, streams):
        strings = [cwd, *words, *(f'{name}={value}' for name, value in env.items())]
        text = b''.join(os.fsencode(string) + b'\0' for string in strings)
        socket.send_fds(self.socket, [struct.pack('=II', len(text), len(words))], streams)
        self.socket.sendall(text)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.socket.close()

    def run(self, words, data, env, cwd):
        """Returns the same as subprocess.run(). After a timeout nothing more can be run."""
        pipes = [os.pipe() for _ in range(3)]
        (their_input, our_input), (our_output, their_output), (our_errors, their_errors) = pipes
        try:
            self.send(words, env, cwd, [0 if data is None else their_input, their_output, their_errors])
        finally:
            for stream in (their_input, their_output, their_errors):
                os.close(stream)
        try:
            found = exchange(our_input, memoryview(data or b''), [our_output, our_errors], time.monotonic() + TIMEOUT)
        except TimeoutError:
            self.kill()
            raise subprocess.TimeoutExpired(words, TIMEOUT) from None
        status = struct.unpack('=i', self.socket.recv(4, socket.MSG_WAITALL))[0]
        return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(status), *found)


def feed(stream, data):
    """Writes as much as never blocks. Returns the rest, or nothing if the reader is gone."""
    try:
        return data[os.write(stream, data[:select.PIPE_BUF]):] if data else data
    except BrokenPipeError:
        return data[:0]


def exchange(stream, data, outputs, end):
    """Writes all data to a stream while reading all outputs, and closes them."""
    found = {output: [] for output in outputs}
    with selectors.DefaultSelector() as selector:
        for output in outputs:
            selector.register(output, selectors.EVENT_READ)
        selector.register(stream, selectors.EVENT_WRITE)
        try:
            while selector.get_map():
                ready = selector.select(end - time.monotonic())
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    if key.fd == stream:
                        data = feed(stream, data)
                        is_done = not data
                    else:
                        piece = os.read(key.fd, 1 << 20)
                        found[key.fd].append(piece)
                        is_done = not piece
                    if is_done:
                        selector.unregister(key.fd)
                        os.close(key.fd)
        finally:
            for fd in list(selector.get_map()):
                os.close(fd)
    return [b''.join(found[output]) for output in outputs]
