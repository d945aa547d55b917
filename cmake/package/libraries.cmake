# Installs the shared libraries that the program needs, all but those of the C library and of NVIDIA's driver, and
# their licences. A script of CPack, after documents.cmake; given: curlew_program, curlew_licences (the folder).
cmake_policy(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/licences_of.cmake)
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${curlew_program} RESOLVED_DEPENDENCIES_VAR found
     PRE_EXCLUDE_REGEXES "^ld-linux" "^libcuda\\.so" "^lib(c|m|mvec|dl|rt|pthread|resolv|util|anl)\\.so")
file(MAKE_DIRECTORY $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib)
foreach(library IN LISTS found)
  get_filename_component(name ${library} NAME)
  file(REAL_PATH ${library} real)
  file(COPY_FILE ${real} $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/${name})
  # The program's RPATH finds what a library needs only where the library has no path of its own.
  file(RPATH_REMOVE FILE $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/${name})
endforeach()
file(APPEND ${curlew_licences}/list "Carried in lib: a library, its Debian package; versions\n")
licences_of(${curlew_licences} ${found})
