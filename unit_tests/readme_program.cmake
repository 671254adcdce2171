# The README shows the example program exactly as it is compiled and run.
cmake_minimum_required(VERSION 3.22)
file(READ ${README} readme)
file(READ ${PROGRAM} program)
string(FIND "${readme}" "```cpp\n${program}```\n" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${README} does not show ${PROGRAM} as it is: copy it into a \"```cpp\" block.")
endif()
