# yoke_find_places(VARIABLE found...): the prefixes in which packages were found, given a folder of each; without
# those that CMake searches by itself.
function(yoke_find_places variable)
  set(places)
  foreach(found IN LISTS ARGN)
    if(found MATCHES "^(/.+)/(include|lib|lib64|share)(/|$)"
        AND NOT CMAKE_MATCH_1 IN_LIST CMAKE_SYSTEM_PREFIX_PATH)
      list(APPEND places ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES places)
  set(${variable} ${places} PARENT_SCOPE)
endfunction()
