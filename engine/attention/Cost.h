// What a mechanism costs, as formulae of its sizes: one text is shown, computed with, and compared with measurements.
#pragma once

#include <map>
#include <string>

namespace engine {

/// Formulae in the shape letters, in C notation: "2*B*H*n*m*(d + v)". `w` stands for the bytes of a number (4 or 8).
struct CostFormulas {
  std::string flops;   ///< additions, multiplications and exponentials, each counted as one
  std::string bytes;   ///< least traffic with memory: inputs read once, outputs written once
  std::string memory;  ///< bytes of all outputs and of what is held besides inputs and outputs at the same time
};

/// Lengths by shape letter.
using Sizes = std::map<std::string, double>;

struct Cost {
  double flops = 0, bytes = 0, memory = 0;
};

/// Throws Error when a formula cannot be read or has a letter that `sizes` does not know.
double evaluateFormula(const std::string& formula, const Sizes& sizes);
Cost evaluateCost(const CostFormulas& formulas, const Sizes& sizes);

/// The formula as one reads it: "2·B·H·n·m·(d + v)".
std::string formulaText(const std::string& formula);

/// "1.5 G" + unit: a count with a decimal prefix, three digits.
std::string countText(double count, const std::string& unit);

}  // namespace engine
