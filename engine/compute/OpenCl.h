// The OpenCL C++ bindings as this program uses them: version 1.2, errors as exceptions. For *Cl.cpp files and compute/
// only.
#pragma once

// TARGET and MINIMUM must agree: the bindings of 2023 do not compile with MINIMUM 120 and a TARGET of 200 or more.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
