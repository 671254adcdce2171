# yoke_find_git_commit(VARIABLE): the commit of the source tree when it is configured, with "-dirty"
# where files differ from it; empty where there is none. A given -DVARIABLE=... stays as it is.
function(yoke_find_git_commit variable)
  if(${variable})
    return()
  endif()
  set(commit "")
  find_package(Git QUIET)
  if(Git_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12 --exclude=*
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  set(${variable} "${commit}" PARENT_SCOPE)
endfunction()
