# cmake -DROOT=checkout -DCLANG=clang -P CheckKernelSyntax.cmake
# Every kernel is valid OpenCL C 1.2, checked without any device: once for each line "// Checked with: OPTIONS" that it
# holds, or once without options.
cmake_minimum_required(VERSION 3.25)
if(NOT CLANG)
  message(FATAL_ERROR "clang was not found: the kernels' syntax cannot be checked")
endif()
file(GLOB kernels "${ROOT}/engine/compute/kernels/*.cl")
if(NOT kernels)
  message(FATAL_ERROR "no kernels found")
endif()
foreach(kernel IN LISTS kernels)
  file(STRINGS "${kernel}" variants REGEX "^// Checked with:")
  if(NOT variants)
    set(variants "// Checked with:")
  endif()
  foreach(variant IN LISTS variants)
    string(REGEX REPLACE "^// Checked with: *" "" options "${variant}")
    separate_arguments(options UNIX_COMMAND "${options}")
    execute_process(
      COMMAND ${CLANG} -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Werror -fsyntax-only
              ${options} ${kernel}
      RESULT_VARIABLE status ERROR_VARIABLE text)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${kernel} with \"${options}\":\n${text}")
    endif()
  endforeach()
endforeach()
