# yoke_instantiate(SOURCES NAME VALUES template.cpp.in...): from each template a source file a value,
# template_VALUE.cpp in the build folder, in which @NAME@ is the value. Appends them to SOURCES. They
# are files of their own because nvcc takes minutes for each: so they compile at the same time.
function(yoke_instantiate sources name values)
  foreach(template IN LISTS ARGN)
    cmake_path(RELATIVE_PATH template BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    string(REGEX REPLACE "\\.cpp\\.in$" "" path ${path})
    foreach(${name} IN LISTS values)
      set(source ${PROJECT_BINARY_DIR}/${path}_${${name}}.cpp)
      configure_file(${template} ${source} @ONLY)
      list(APPEND ${sources} ${source})
    endforeach()
  endforeach()
  set(${sources} ${${sources}} PARENT_SCOPE)
endfunction()
