include(CurlewEmbed)

# curlew_fuzz_feeds(TARGET): adds what the fuzzers do with an input, for them and for the replay of
# the corpus in the plain tests.
function(curlew_fuzz_feeds target)
  set(folder ${PROJECT_SOURCE_DIR}/tests/fuzz)
  target_sources(${target} PRIVATE ${folder}/feed_case.cpp ${folder}/feed_gmsh.cpp)
  target_include_directories(${target} PRIVATE ${folder})
  foreach(method dgatd fdfd)
    curlew_embed_text(${target} ${PROJECT_SOURCE_DIR}/methods/${method}/schema.json curlew::fuzz
                      ${method}_schema_text)
  endforeach()
endfunction()
