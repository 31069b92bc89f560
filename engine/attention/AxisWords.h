// What the letters of shapes count, in words.
#pragma once

#include <map>
#include <string>

#include "engine/attention/Mechanism.h"

namespace engine {

/// "head" for "H".
using AxisWords = std::map<std::string, std::string>;

/// A mechanism whose letters count something else than usual, or that has letters of its own, is this too.
class NamesAxes {
 public:
  virtual AxisWords axisWords() const = 0;

 protected:
  ~NamesAxes() = default;
};

/// Of a letter in the shapes of a mechanism: its own word or else the usual one. Empty for formulae of letters, such
/// as "H*d", and for letters of inner widths that have no word.
std::string axisWord(const Mechanism& mechanism, const std::string& letter);

}  // namespace engine
