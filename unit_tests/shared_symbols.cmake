# A shared library shows Yoke's own symbols alone, and its name has the version.
#   cmake -D LIBRARY=libyoke.so -D NM=nm -D READELF=readelf -D SONAME=libyoke.so.0.3 -D SHOWN=symbol -P ...
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
set(foreign "")
foreach(line IN LISTS symbols)
  string(REGEX REPLACE " .*" "" symbol "${line}")
  if(NOT symbol MATCHES "^_Z(T[A-Z]|GV)?NK?4yoke|t_tracking_enabledE$")
    list(APPEND foreign ${symbol})
  endif()
endforeach()
if(foreign)
  list(JOIN foreign "\n  " foreign)
  message(FATAL_ERROR "${LIBRARY} shows what is not Yoke's:\n  ${foreign}")
endif()
if(NOT "${symbols}" MATCHES "${SHOWN}")
  message(FATAL_ERROR "${LIBRARY} does not show ${SHOWN}")
endif()
list(LENGTH symbols number)
message(STATUS "${number} symbols, all of them Yoke's")

execute_process(COMMAND ${READELF} --dynamic --wide ${LIBRARY}
  OUTPUT_VARIABLE entries COMMAND_ERROR_IS_FATAL ANY)
if(NOT entries MATCHES "SONAME[^\n]*\\[([^]]*)\\]" OR NOT CMAKE_MATCH_1 STREQUAL SONAME)
  message(FATAL_ERROR "the library's name is ${CMAKE_MATCH_1}, and not ${SONAME}")
endif()
