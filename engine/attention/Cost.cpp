#include "engine/attention/Cost.h"

#include <muParser.h>

#include <cmath>
#include <cstdio>

#include "engine/base/Error.h"

namespace engine {

double evaluateFormula(const std::string& formula, const Sizes& sizes) {
  try {
    mu::Parser parser;
    for (const auto& [letter, length] : sizes) parser.DefineConst(letter, length);
    parser.SetExpr(formula);
    return parser.Eval();
  } catch (const mu::Parser::exception_type& error) {
    fail("cost formula ", formula, ": ", error.GetMsg());
  }
}

Cost evaluateCost(const CostFormulas& formulas, const Sizes& sizes) {
  return {evaluateFormula(formulas.flops, sizes), evaluateFormula(formulas.bytes, sizes),
          evaluateFormula(formulas.memory, sizes)};
}

std::string formulaText(const std::string& formula) {
  std::string text;
  for (const char letter : formula) text += letter == '*' ? "·" : std::string(1, letter);
  return text;
}

std::string countText(double count, const std::string& unit) {
  const char* const prefixes[] = {"", "k", "M", "G", "T", "P"};
  int step = 0;
  while (std::abs(count) >= 999.5 && step < 5) {
    count /= 1000;
    ++step;
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.3g %s", count, prefixes[step]);
  return text + unit;
}

}  // namespace engine
