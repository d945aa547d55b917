# cmake --install: the libraries with their headers, and the package `curlew` for find_package; app/
# installs the program. Included once, after every target is there.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/curlew)

get_property(libraries GLOBAL PROPERTY CURLEW_LIBRARIES)
install(TARGETS ${libraries} EXPORT curlewTargets)
get_property(headers GLOBAL PROPERTY CURLEW_PUBLIC_HEADERS)
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/curlew/${folder})
endforeach()
install(FILES LICENSE CHANGELOG.md TYPE DOC COMPONENT program)

# The Python package, as it is: found by PYTHONPATH without pip. It finds the program by the prefix.
if(CURLEW_ENABLE_PYTHON AND TARGET curlew)
  install(DIRECTORY python/src/curlew DESTINATION ${CURLEW_PYTHON_INSTALL_FOLDER} COMPONENT program
          PATTERN __pycache__ EXCLUDE)
endif()

configure_package_config_file(cmake/curlewConfig.cmake.in ${PROJECT_BINARY_DIR}/curlewConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/curlewConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/curlewConfig.cmake ${PROJECT_BINARY_DIR}/curlewConfigVersion.cmake
              cmake/FindMETIS.cmake cmake/FindMUMPS.cmake cmake/CurlewKokkosKernels.cmake
              cmake/CurlewBelos.cmake cmake/CurlewIfpack2.cmake cmake/CurlewTrilinosMpi.cmake
              cmake/CurlewTrilinosPackage.cmake
        DESTINATION ${package_folder})
install(EXPORT curlewTargets NAMESPACE curlew:: DESTINATION ${package_folder})
