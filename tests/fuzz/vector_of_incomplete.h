// Included before all else where gemmi is compiled with clang up to 15: its headers have a vector of a type that is not
// complete yet, of which that compiler makes the destructor at once as soon as it is constexpr (C++20). Here it is not.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#ifdef _GLIBCXX20_CONSTEXPR
#pragma push_macro("_GLIBCXX20_CONSTEXPR")
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 __fill_bits  // of vector<bool>, declared as constexpr before
#include <vector>
#undef __fill_a1
#pragma pop_macro("_GLIBCXX20_CONSTEXPR")
#endif
