/* A battery of TestU01 over the 32-bit words of standard input: testu01_stdin BATTERY NAME.
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

int main(int argc, char** argv) {
  unif01_Gen* generator;
  int i;
  if (argc != 3) {
    fputs("usage: testu01_stdin small_crush|crush|big_crush NAME\n", stderr);
    return 2;
  }
  swrite_Basic = FALSE;
  generator = unif01_CreateExternGenBits(argv[2], next_word);
  if (strcmp(argv[1], "small_crush") == 0) {
    bbattery_SmallCrush(generator);
  } else if (strcmp(argv[1], "crush") == 0) {
    bbattery_Crush(generator);
  } else if (strcmp(argv[1], "big_crush") == 0) {
    bbattery_BigCrush(generator);
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
