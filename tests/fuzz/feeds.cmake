# curlew_fuzz_feeds(TARGET): adds what the fuzzers do with an input, for them and for the replay of
# the corpus in the plain tests.
function(curlew_fuzz_feeds target)
  set(folder ${PROJECT_SOURCE_DIR}/tests/fuzz)
  target_sources(${target} PRIVATE ${folder}/feed_case.cpp ${folder}/feed_gmsh.cpp)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE curlew::dgatd_case curlew::dgtd_case curlew::fdfd_case curlew::fem_case curlew::mom_case)
endfunction()
