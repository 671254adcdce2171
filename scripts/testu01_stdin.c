/* A battery of TestU01, or one of its tests, over the 32-bit words of standard input:
   testu01_stdin BATTERY NAME [TEST], with tests from 1 on.
   Writes a line "p-value TAB test TAB p" for each statistic, after TestU01's own report. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <testu01/bbattery.h>
#include <testu01/swrite.h>
#include <testu01/unif01.h>

static unsigned int next_word(void) {
  static unsigned int words[1 << 14];
  static size_t next = 0, count = 0;
  if (next == count) {
    count = fread(words, sizeof *words, sizeof words / sizeof *words, stdin);
    next = 0;
    if (count == 0) {
      fputs("testu01_stdin: the stream ended before the battery\n", stderr);
      exit(1);
    }
  }
  return words[next++];
}

/* How often each test of a battery runs, by its number. More tests than any battery has. */
static int runs[200];

int main(int argc, char** argv) {
  unif01_Gen* generator;
  int i, test = 0;
  if (argc != 3 && argc != 4) {
    fputs("usage: testu01_stdin small_crush|crush|big_crush NAME [TEST]\n", stderr);
    return 2;
  }
  if (argc == 4) {
    test = atoi(argv[3]);
    if (test < 1 || test >= (int)(sizeof runs / sizeof *runs)) {
      fprintf(stderr, "testu01_stdin: no test %s\n", argv[3]);
      return 2;
    }
  }
  for (i = 1; i < (int)(sizeof runs / sizeof *runs); ++i) runs[i] = test == 0 || i == test;
  swrite_Basic = FALSE;
  generator = unif01_CreateExternGenBits(argv[2], next_word);
  if (strcmp(argv[1], "small_crush") == 0) {
    bbattery_RepeatSmallCrush(generator, runs);
  } else if (strcmp(argv[1], "crush") == 0) {
    bbattery_RepeatCrush(generator, runs);
  } else if (strcmp(argv[1], "big_crush") == 0) {
    bbattery_RepeatBigCrush(generator, runs);
  } else {
    fprintf(stderr, "testu01_stdin: no battery %s\n", argv[1]);
    return 2;
  }
  for (i = 0; i < bbattery_NTests; ++i) {
    printf("p-value\t%s\t%.17g\n", bbattery_TestNames[i], bbattery_pVal[i]);
  }
  unif01_DeleteExternGenBits(generator);
  return fflush(stdout) == 0 ? 0 : 1;
}
