// Included by what differs among levels of processors: the number of lanes, or how vectors are passed to functions. Who
// includes it must be compiled for each level, since one name would else mean two things in a program.
#pragma once

#ifndef HEADLIGHT_LEVEL
#error "this file is compiled for one level alone: name it under FAST in engine/CMakeLists.txt"
#endif
