// Stands for structure/ReadStructure.cpp in the fuzzers: gemmi's headers do not compile with clang up to 15 and C++20
// (a vector of an incomplete type). Structure formats refuse everything; io/MutationTest damages them instead.
#include "engine/base/Error.h"
#include "engine/structure/ReadStructure.h"

namespace engine {

Structure readPdb(std::string_view, const std::string& source, Diagnostics&, const ReadOptions&) {
  fail(source, ": structures are not read here");
}

Structure readMmcif(std::string_view, const std::string& source, Diagnostics&, const ReadOptions&) {
  fail(source, ": structures are not read here");
}

}  // namespace engine
