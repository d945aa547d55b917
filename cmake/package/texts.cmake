# Installs what the program prints about itself: completion for bash and a page of the manual for each
# command. A script of `cmake --install`; given: curlew_program, curlew_version, curlew_share, and curlew_folder,
# where the texts are made.
cmake_policy(VERSION 3.22)

# Writes the page of `curlew help COMMAND` as the source of a page for man.
function(write_page command)
  execute_process(COMMAND ${curlew_program} help ${command} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(JOIN "-" name curlew ${command})
  string(TOUPPER ${name} title)
  string(REPLACE "\\" "\\e" text "\n${text}")
  string(REPLACE "\n    " "\n" text "${text}")
  string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" text "${text}")
  string(REGEX REPLACE "\n([A-Z][A-Z ]+)\n" "\n.SH \\1\n.nf\n" text "${text}")
  string(REGEX REPLACE "\ncurlew ?${command} - " "\n${name} - " text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  file(WRITE ${curlew_folder}/${name}.1 ".TH ${title} 1 \"\" \"curlew ${curlew_version}\"${text}")
endfunction()

file(REMOVE_RECURSE ${curlew_folder})
file(MAKE_DIRECTORY ${curlew_folder})
# A program with CUDA may not start where there is no driver.
execute_process(COMMAND ${curlew_program} completion bash OUTPUT_FILE ${curlew_folder}/curlew RESULT_VARIABLE failed)
if(failed)
  message(WARNING "curlew does not start here (${failed}): no completion for bash, no pages for man")
  return()
endif()
file(INSTALL ${curlew_folder}/curlew DESTINATION ${curlew_share}/bash-completion/completions)

execute_process(COMMAND ${curlew_program} help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n    [a-z]+\n" commands "${text}")
string(REGEX MATCHALL "[a-z]+" commands "${commands}")
write_page("")
foreach(command IN LISTS commands)
  write_page(${command})
endforeach()
file(GLOB pages ${curlew_folder}/*.1)
file(INSTALL ${pages} DESTINATION ${curlew_share}/man/man1)
