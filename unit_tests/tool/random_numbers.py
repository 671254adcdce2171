"""What `yoke random` writes: known answers, what is made of the words, pipes and full disks.

    python3 random_numbers.py PATH_OF_YOKE [unittest's arguments]
"""

import array
import ctypes
import os
import pty
import resource
import signal
import subprocess
import struct
import unittest

from tool_test import IS_SANITIZED, ToolTest, run_tests

GENERATORS = ("philox", "threefry", "expander", "xoshiro", "mt19937", "xorwow", "mwc", "rand",
              "rand31", "lcg")
MASK = 2**32 - 1


def xorwow(seed):
    """Marsaglia's, 2003, seeded as cuRAND does."""
    low = 1099087573 * (seed & MASK ^ 0xaad26b49) & MASK
    high = 2591861531 * (seed >> 32 ^ 0xf7dcefdd) & MASK
    x, y, z, w, v = (123456789 + low & MASK, 362436069 ^ low, 521288629 + high & MASK,
                     88675123 ^ high, 5783321 + low & MASK)
    d = 6615241 + low + high & MASK
    while True:
        t = x ^ x >> 2
        x, y, z, w, v = y, z, w, v, (v ^ v << 4 ^ t ^ t << 1) & MASK
        d = d + 362437 & MASK
        yield v + d & MASK


def library_rand(seed):
    """The C library's, 31 bits a call, without gaps."""
    library = ctypes.CDLL(None)
    library.srand(ctypes.c_uint(seed))
    bits = held = 0
    while True:
        while held < 32:
            bits |= library.rand() << held
            held += 31
        yield bits & MASK
        bits, held = bits >> 32, held - 32


def walk(words, length, eighth):
    """The thesis's algorithms 6 and 7, of 3 bits a step from the lowest up."""
    bits = ((word >> i) & 1 for word in words for i in range(32))

    def start():
        return sum(next(bits) << i for i in range(32))

    x, y, steps = start(), start(), 64 + length
    while True:
        while steps > 0:
            number = next(bits) | next(bits) << 1 | next(bits) << 2
            if number == 7 and eighth == "retry":
                continue
            if 1 <= number <= 3:
                y = y + 2 * x + number - 1 & MASK
            elif 4 <= number <= 6:
                x = x + 2 * y + number - 4 & MASK
            elif number == 7 and eighth == "diagonal":
                x, y = x + 1 & MASK, y + 1 & MASK
            steps -= 1
        yield x | y << 32
        steps = length


class RandomTest(ToolTest):
    def words(self, count, *options, typecode="I"):
        done = subprocess.run([self.YOKE, "random", "--raw", "--words", str(count),
                               *map(str, options)], capture_output=True, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, b""), options)
        numbers = array.array(typecode)
        numbers.frombytes(done.stdout)
        self.assertEqual(len(numbers), count)
        return list(numbers)


class Generators(RandomTest):
    def test_known_answers(self):
        """Of Random123 and of the C++ standard."""
        self.assertEqual(self.words(6), self.words(6, "--generator", "philox", "--seed", 1))
        self.assertEqual(self.words(2), [0xe3e80670, 0xe50a0ebc])
        self.assertEqual(self.words(4, "--stream", 2)[3], 0x0a0afddd)
        self.assertEqual(self.words(10000, "--seed", 20111115)[-1], 1955073260)
        self.assertEqual(self.words(2, "--generator", "threefry"), [0xb8ed4609, 0x11293615])
        self.assertEqual(self.words(4, "--generator", "threefry", "--stream", 2)[3], 0x8e1bc9ef)
        self.assertEqual(self.words(10000, "--generator", "mt19937", "--seed", 5489)[-1], 4123659995)

    def test_xorwow(self):
        for seed in (0, 1, 2**32 + 7, 2**64 - 1):
            expected = xorwow(seed)
            self.assertEqual(self.words(100, "--generator", "xorwow", "--seed", seed),
                             [next(expected) for _ in range(100)])

    def test_xoshiro(self):
        """128++, from a state of four of Philox's words."""
        def rotate(word, by):
            return (word << by | word >> 32 - by) & MASK

        a, b, c, d = self.words(4, "--seed", 9, "--stream", 2)
        for word in self.words(100, "--generator", "xoshiro", "--seed", 9, "--stream", 2):
            self.assertEqual(word, rotate(a + d & MASK, 7) + a & MASK)
            a, b, c, d = a ^ b ^ d, a ^ b ^ c, c ^ a ^ b << 9 & MASK, rotate(b ^ d, 11)

    def test_multiply_with_carry(self):
        for seed in (0, 1, 2**64 - 1):
            words = self.words(1000, "--generator", "mwc", "--seed", seed)
            # Two numbers give away the carry.
            state = (words[1] - words[0] * 4294967118) % 2**32 << 32 | words[0]
            for word in words:
                self.assertEqual(word, state & MASK)
                state = (state & MASK) * 4294967118 + (state >> 32)

    @unittest.skipUnless(os.confstr("CS_GNU_LIBC_VERSION"), "of the GNU C library")
    def test_rand_is_the_librarys(self):
        for seed in (0, 1, 12345, 2**31, 2**32 - 1):
            expected = library_rand(seed)
            self.assertEqual(self.words(2000, "--generator", "rand", "--seed", seed),
                             [next(expected) for _ in range(2000)])
            library = ctypes.CDLL(None)
            library.srand(ctypes.c_uint(seed))
            self.assertEqual(self.words(2000, "--generator", "rand31", "--seed", seed),
                             [library.rand() for _ in range(2000)])

    def test_linear_congruential(self):
        self.assertEqual(self.words(2, "--generator", "lcg", "--seed", 0),
                         [12345, (1103515245 * 12345 + 12345) & MASK])

    def test_walks_over_any_feed(self):
        for feed in ("philox", "threefry", "mt19937", "rand", "lcg"):
            for length, eighth in ((1, "stay"), (8, "retry"), (32, "diagonal"), (50, "stay")):
                options = ["--seed", 3, "--stream", 5]
                expected = walk(self.words(3000, "--generator", feed, *options), length, eighth)
                self.assertEqual(self.words(200, "--generator", "expander", "--feed", feed, *options,
                                            "--length", length, "--eighth", eighth, "--type", "u64",
                                            typecode="Q"), [next(expected) for _ in range(200)])
        self.assertEqual(self.words(100, "--generator", "expander"),
                         self.words(100, "--generator", "expander", "--feed", "philox", "--length", 32,
                                    "--eighth", "diagonal"))

    def test_streams_and_seeds_differ(self):
        for generator in GENERATORS:
            kinds = {tuple(self.words(4, "--generator", generator, "--seed", seed, "--stream", stream))
                     for seed, stream in ((1, 0), (5, 0), (1, 1), (1, 2))}
            self.assertEqual(len(kinds), 4, generator)

    def test_any_number_of_threads_writes_the_same(self):
        for options in (["--interleave", 5], ["--low-bits", 3], ["--generator", "threefry"]):
            written = set()
            for threads in ("1", "2", "5"):
                self.environment["OMP_NUM_THREADS"] = threads
                written.add(tuple(self.words(300000, *options)))
            self.assertEqual(len(written), 1, options)
            # Few words are made without Kokkos.
            self.assertEqual(list(written.pop())[:5000], self.words(5000, *options))

    def test_kokkos_is_asked_about_its_options_however_few_words_there_are(self):
        for kind in ("philox", "rand"):
            self.assertIn("does not know the option --kokkos-no-such-thing",
                          self.fails(2, "random", "--words", 3, "--generator", kind,
                                     "--kokkos-no-such-thing"))
        self.environment["OMP_NUM_THREADS"] = "100000"
        self.assertIn("OMP_NUM_THREADS=100000", self.fails(2, "random", "--words", 3))


class Transformations(RandomTest):
    def test_types_are_made_of_the_words(self):
        for generator in GENERATORS:
            words = self.words(2000, "--generator", generator)
            wide = [low | high << 32 for low, high in zip(words[::2], words[1::2])]
            self.assertEqual(self.words(1000, "--generator", generator, "--type", "u64", typecode="Q"),
                             wide)
            self.assertEqual(self.words(2000, "--generator", generator, "--type", "float",
                                        typecode="f"), [(word >> 8) / 2**24 for word in words])
            self.assertEqual(self.words(1000, "--generator", generator, "--type", "double",
                                        typecode="d"), [(word >> 11) / 2**53 for word in wide])

    def test_text(self):
        for kind in ("u32", "u64"):
            numbers = self.words(500, "--type", kind, typecode="I" if kind == "u32" else "Q")
            text = self.yoke("random", "--words", 500, "--type", kind).stdout
            self.assertEqual(text, "".join(f"{number}\n" for number in numbers))
        for kind, code in (("float", "f"), ("double", "d")):
            numbers = self.words(500, "--type", kind, typecode=code)
            text = self.yoke("random", "--words", 500, "--type", kind).stdout.splitlines()
            self.assertEqual([struct.unpack(code, struct.pack(code, float(line)))[0] for line in text],
                             numbers)

    def test_streams_take_turns(self):
        for generator in GENERATORS:
            numbers = (1, 5) if IS_SANITIZED else (1, 3, 10)
            each = [self.words(200, "--generator", generator, "--stream", 7 + s)
                    for s in range(max(numbers))]
            for streams in numbers:
                self.assertEqual(self.words(200 * streams, "--generator", generator, "--stream", 7,
                                            "--interleave", streams),
                                 [word for turn in zip(*each[:streams]) for word in turn])
        wide = [self.words(100, "--stream", s, "--type", "u64", typecode="Q") for s in range(3)]
        self.assertEqual(self.words(300, "--interleave", 3, "--type", "u64", typecode="Q"),
                         [word for turn in zip(*wide) for word in turn])

    def test_reversed_bits(self):
        for kind, code, bits in (("u32", "I", 32), ("u64", "Q", 64)):
            numbers = self.words(100, "--type", kind, typecode=code)
            self.assertEqual(self.words(100, "--type", kind, "--reverse-bits", typecode=code),
                             [int(f"{number:0{bits}b}"[::-1], 2) for number in numbers])

    def test_low_bits_follow_each_other(self):
        for kind, code, width in (("u32", "I", 32), ("u64", "Q", 64)):
            numbers = self.words(6400, "--type", kind, typecode=code)
            for bits in (1, 3, 8, 31, 32, 33, 63, 64):
                if bits > width:
                    continue
                low = sum((number & 2**bits - 1) << bits * i for i, number in enumerate(numbers))
                count = 6400 * bits // width
                self.assertEqual(self.words(count, "--type", kind, "--low-bits", bits, typecode=code),
                                 [low >> width * i & 2**width - 1 for i in range(count)])
        # Blocks of a stream each, an odd number of them.
        odd = self.words(40000, "--type", "u64", "--interleave", 40001, "--low-bits", 1, typecode="Q")
        words = self.words(80000, "--type", "u64", "--interleave", 40001, typecode="Q")
        self.assertEqual(odd[:1250], [sum((word & 1) << i for i, word in enumerate(words[at:at + 64]))
                                      for at in range(0, 80000, 64)])

    def test_highest_bits_are_the_lowest_reversed(self):
        numbers = self.words(3200)
        high = sum((number >> 31) << i for i, number in enumerate(numbers))
        self.assertEqual(self.words(100, "--reverse-bits", "--low-bits", 1),
                         [high >> 32 * i & MASK for i in range(100)])

    def test_blocks_follow_each_other(self):
        for generator in GENERATORS:
            many = self.words(400001, "--generator", generator)
            self.assertEqual(len(set(many)) > 390000, True)
            self.assertEqual(self.words(131073, "--generator", generator), many[:131073])
        self.assertEqual(self.words(0), [])


class Endings(RandomTest):
    def start(self, *options, **streams):
        return subprocess.Popen([self.YOKE, "random", *options], env=self.environment,
                                stderr=subprocess.PIPE, **streams)

    def test_a_reader_that_has_enough_ends_it_quietly(self):
        for options in (["--raw"], [], ["--raw", "--generator", "rand"], ["--raw", "--interleave", "9"],
                        ["--words", "10000000"]):
            with self.start(*options, stdout=subprocess.PIPE) as process:
                self.assertEqual(len(process.stdout.read(1000001)), 1000001)
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.returncode, -signal.SIGPIPE, options)

    def test_where_that_signal_is_ignored_it_is_an_error(self):
        with self.start("--raw", stdout=subprocess.PIPE, restore_signals=False,
                        preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)) as process:
            process.stdout.close()
            self.assertIn(b"Broken pipe", process.stderr.read())
        self.assertEqual(process.returncode, 1)

    def test_it_does_not_end_by_itself_and_is_stopped_by_a_signal(self):
        with self.start("--raw", stdout=subprocess.PIPE) as process:
            for _ in range(64):
                self.assertEqual(len(process.stdout.read(2**20)), 2**20)
            process.send_signal(signal.SIGTERM)
            process.stdout.read()
            process.communicate()
        self.assertEqual(process.returncode, -signal.SIGTERM)

    def test_a_full_disk(self):
        for options in (["--raw"], [], ["--words", "3"], ["--raw", "--words", "3"]):
            with open("/dev/full", "w") as full, self.start(*options, stdout=full) as process:
                self.assertIn(b"No space left", process.stderr.read())
            self.assertEqual(process.returncode, 1, options)

    def test_a_file_that_may_not_grow(self):
        with open(self.path("words"), "w") as file:
            with self.start("--raw", stdout=file, preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (100000, 100000))) as process:
                self.assertIn(b"File too large", process.stderr.read())
        self.assertEqual(process.returncode, 1)

    def test_a_terminal_gets_no_bytes(self):
        master, slave = pty.openpty()
        with self.start("--raw", stdout=slave) as process:
            self.assertIn(b"terminal", process.stderr.read())
        self.assertEqual(process.returncode, 2)
        os.close(master)
        os.close(slave)

    def test_what_cannot_be_obeyed(self):
        for options, words in ((["--low-bits", 33], "have 32 bits"), (["--low-bits", 0], "from 1 to"),
                               (["--low-bits", 65, "--type", "u64"], "from 1 to 64"),
                               (["--interleave", 0], "from 1 to"), (["--generator", "randu"], "randu"),
                               (["--generator", "expander", "--length", 0], "not from 1 to"),
                               (["--feed", "expander"], "expander"), (["--interleave", 2**17], "from 1 to"),
                               (["--interleave", 2, "--stream", 2**64 - 1], "there is 1 stream"),
                               (["--interleave", 9, "--stream", 2**64 - 8], "there are 8 streams"),
                               (["--type", "i32"], "i32"),
                               (["--words", -1], "is not a count"), (["file"], "file")):
            self.assertIn(words, self.fails(2, "random", *options), options)


if __name__ == "__main__":
    run_tests()
