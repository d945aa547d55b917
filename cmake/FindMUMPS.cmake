# Defines MUMPS::MUMPS, the sequential form of MUMPS for double and double complex numbers.
#
# Its stand-in for MPI, libmpiseq, has MPI_Init and a few more of the names of a true MPI. Where that is in
# use too it must come first, or the program would call the stand-in: it is named before all objects.
find_path(MUMPS_INCLUDE_DIR zmumps_c.h PATH_SUFFIXES mumps_seq MUMPS)
foreach(part zmumps dmumps mumps_common pord mpiseq)
  find_library(MUMPS_${part}_LIBRARY NAMES ${part}_seq ${part})
  list(APPEND mumps_needed MUMPS_${part}_LIBRARY)
endforeach()
if(MUMPS_INCLUDE_DIR)
  file(STRINGS ${MUMPS_INCLUDE_DIR}/zmumps_c.h mumps_version REGEX "define MUMPS_VERSION \"")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" MUMPS_VERSION "${mumps_version}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUMPS REQUIRED_VARS MUMPS_INCLUDE_DIR ${mumps_needed}
                                  VERSION_VAR MUMPS_VERSION)
if(MUMPS_FOUND AND NOT TARGET MUMPS::MUMPS)
  add_library(MUMPS::MUMPS INTERFACE IMPORTED)
  target_include_directories(MUMPS::MUMPS SYSTEM INTERFACE ${MUMPS_INCLUDE_DIR})
  target_link_libraries(MUMPS::MUMPS INTERFACE ${MUMPS_zmumps_LIBRARY} ${MUMPS_dmumps_LIBRARY}
                        ${MUMPS_mumps_common_LIBRARY} ${MUMPS_pord_LIBRARY} ${MUMPS_mpiseq_LIBRARY})
  if(TARGET MPI::MPI_CXX)
    list(JOIN MPI_CXX_LIBRARIES " " mpi_libraries)
    target_link_options(MUMPS::MUMPS INTERFACE
                        "SHELL:-Wl,--push-state,--no-as-needed ${mpi_libraries} -Wl,--pop-state")
  endif()
endif()
