# curlew_embed_text(TARGET FILE NAMESPACE FUNCTION): compiles a text file into the target as
# `std::string_view NAMESPACE::FUNCTION()`. The raw string literal must not contain ")CURLEW_TEXT".
function(curlew_embed_text target file namespace function)
  get_filename_component(path ${file} ABSOLUTE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  if(text MATCHES "\\)CURLEW_TEXT")
    message(FATAL_ERROR "${file} contains )CURLEW_TEXT, which would end the literal that embeds it")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  string(
    CONCAT source
           "#include <string_view>\n\nnamespace ${namespace} {\nstd::string_view ${function}();\n"
           "std::string_view ${function}() {\n  return R\"CURLEW_TEXT(${text})CURLEW_TEXT\";\n}\n"
           "} // namespace ${namespace}\n")
  file(CONFIGURE OUTPUT ${output} CONTENT "${source}" @ONLY)
  target_sources(${target} PRIVATE ${output})
endfunction()
