# Installs the licences of what is compiled into the program. A script of CPack; given: curlew_headers (a file
# of each package that the program has in it), curlew_licences (the folder).
cmake_policy(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/licences_of.cmake)
file(MAKE_DIRECTORY ${curlew_licences})
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/licences-trilinos ${curlew_licences}/trilinos)
file(WRITE ${curlew_licences}/list "Compiled into the program, beside parts of Trilinos: a file, its Debian package; versions\n")
licences_of(${curlew_licences} ${curlew_headers})
