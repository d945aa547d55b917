# Read by CPack before each package: the archive has the libraries, too.
if(CPACK_GENERATOR STREQUAL "TGZ")
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${CPACK_CURLEW_LIBRARIES})
endif()
