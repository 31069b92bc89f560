# cmake -DROOT=checkout -DCLANG=clang -DWORK=folder -P CheckRulesReject.cmake
# Runs each rule on a small tree that breaks it and fails when the rule lets it pass.
cmake_minimum_required(VERSION 3.25)
set(rules "${ROOT}/tests/architecture")

# expect_rejection(RULE FILE CONTENT): one offending file in an otherwise empty tree.
function(expect_rejection rule name content)
  set(tree "${WORK}/${rule}")
  file(REMOVE_RECURSE "${tree}")
  foreach(list IN ITEMS engine/attention/mechanisms.def engine/io/formats.def engine/operations/operations.def ui/views/views.def)
    file(WRITE "${tree}/${list}" "")
  endforeach()
  file(WRITE "${tree}/${name}" "${content}")
  execute_process(COMMAND ${CMAKE_COMMAND} "-DROOT=${tree}" "-DCLANG=${CLANG}" -P "${rules}/Check${rule}.cmake"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    message(FATAL_ERROR "Check${rule}.cmake accepts ${name} with: ${content}")
  endif()
endfunction()

expect_rejection(Layers engine/base/A.h "#include <QString>\n")
expect_rejection(Layers engine/base/A.h "#include <vtkNew.h>\n")
expect_rejection(Layers engine/sequence/A.cpp "#include \"engine/hmm/B.h\"\n")
expect_rejection(Layers engine/hmm/A.cpp "#include <CL/opencl.hpp>\n")
expect_rejection(Layers ui/scenes/A.cpp "#include <QImage>\n")
expect_rejection(Layers ui/session/A.cpp "#include <QWidget>\n")
expect_rejection(Layers ui/views/A.cpp "#include \"app/MainWindow.h\"\n")
string(REPEAT "int a\n" 601 long)
expect_rejection(FileLength engine/base/Long.cpp "${long}")
expect_rejection(Registries engine/io/formats/Lost.cpp "makeLost()\n")
expect_rejection(Registries engine/io/formats.def "FORMAT(Missing)\n")
expect_rejection(Registries ui/views/LostView.cpp "View* makeLostView(Session& session, QWidget* parent)\n")
expect_rejection(KernelSyntax engine/compute/kernels/broken.cl "kernel void f(global float* a) { a[0] = b }\n")
