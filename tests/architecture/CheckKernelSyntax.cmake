# cmake -DROOT=checkout -DCLANG=clang -P CheckKernelSyntax.cmake
# Every kernel is valid OpenCL C 1.2, checked without any device.
cmake_minimum_required(VERSION 3.25)
if(NOT CLANG)
  message(FATAL_ERROR "clang was not found: the kernels' syntax cannot be checked")
endif()
file(GLOB kernels "${ROOT}/engine/compute/kernels/*.cl")
if(NOT kernels)
  message(FATAL_ERROR "no kernels found")
endif()
foreach(kernel IN LISTS kernels)
  execute_process(
    COMMAND ${CLANG} -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Werror -fsyntax-only ${kernel}
    RESULT_VARIABLE status ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${kernel}:\n${text}")
  endif()
endforeach()
