# yoke_instantiate(SOURCES NAME VALUES template.cpp.in...): from each template a source file a value,
# template_VALUE.cpp in the build folder, in which @NAME@ is the value. Appends them to SOURCES. They
# are files of their own because nvcc takes minutes for each: so they compile at the same time.
#
# A template uses @NAME@ and no other: CMake puts nothing in place of a name without a value.
# The function's own names begin with _: lists of callers have other names.
function(yoke_instantiate _sources _name _values)
  if(_values STREQUAL "")
    message(FATAL_ERROR "yoke_instantiate: ${_name} has no values")
  endif()
  foreach(_template IN LISTS ARGN)
    if(NOT IS_ABSOLUTE "${_template}" OR NOT EXISTS "${_template}" OR
        NOT _template MATCHES "\\.cpp\\.in$")
      message(FATAL_ERROR
        "yoke_instantiate: ${_template} must be the absolute path of a file that ends in .cpp.in")
    endif()
    file(READ ${_template} _text)
    string(REGEX MATCHALL "@[A-Za-z0-9_]+@" _used "${_text}")
    list(REMOVE_DUPLICATES _used)
    if(NOT _used STREQUAL "@${_name}@")
      message(FATAL_ERROR
        "yoke_instantiate: ${_template} must use @${_name}@ and no other name; it uses: ${_used}")
    endif()
    cmake_path(RELATIVE_PATH _template BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE _path)
    string(REGEX REPLACE "\\.cpp\\.in$" "" _path ${_path})
    foreach(${_name} IN LISTS _values)
      set(_source ${PROJECT_BINARY_DIR}/${_path}_${${_name}}.cpp)
      configure_file(${_template} ${_source} @ONLY)
      list(APPEND ${_sources} ${_source})
    endforeach()
  endforeach()
  set(${_sources} ${${_sources}} PARENT_SCOPE)
endfunction()
