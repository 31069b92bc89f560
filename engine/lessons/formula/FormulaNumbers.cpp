#include "engine/lessons/formula/FormulaNumbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace engine {

namespace {

using enum FormulaKind;

bool isWhole(double value) { return value == std::floor(value) && std::abs(value) < 1e6; }

/// Digits with a decimal point; `value` is finite and not written with a power of ten.
std::string fixedText(double value, int digits) {
  int decimals = 0;
  if (!isWhole(value)) {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    decimals = std::clamp(digits - 1 - exponent, 0, 12);
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

bool needsPower(double value) { return !isWhole(value) && (std::abs(value) >= 1e5 || std::abs(value) < 1e-4); }

std::string withMinus(std::string text) {
  return text.starts_with('-') ? std::string("−").append(text.substr(1)) : text;
}

}  // namespace

FormulaTree makeNode(FormulaKind kind, std::string text, std::vector<FormulaTree> children, int columns) {
  return std::make_shared<const FormulaNode>(FormulaNode{kind, std::move(text), std::move(children), columns, {}});
}

FormulaTree numberNode(double value, int digits) {
  if (std::isnan(value)) return makeNode(number, "NaN");
  if (std::isinf(value)) return makeNode(number, value > 0 ? "∞" : "−∞");
  if (value == 0) return makeNode(number, "0");
  if (!needsPower(value)) return makeNode(number, withMinus(fixedText(value, digits)));
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
  const std::string written = text;
  const std::size_t mark = written.find('e');
  const std::string exponent = std::to_string(std::atoi(written.c_str() + mark + 1));
  return makeNode(row, "",
                  {makeNode(number, withMinus(written.substr(0, mark))), makeNode(operation, "cdot"),
                   makeNode(scripts, "", {makeNode(number, "10"), nullptr, makeNode(number, withMinus(exponent))})});
}

FormulaTree matrixNode(const FormulaMatrix& values, int digits) {
  if (values.size() == 1) return numberNode(values(0, 0), digits);
  std::vector<FormulaTree> cells;
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j) cells.push_back(numberNode(values(i, j), digits));
  return makeNode(table, "bmatrix", std::move(cells), static_cast<int>(values.cols()));
}

double asShown(double value, int digits) {
  if (!std::isfinite(value) || value == 0) return value;
  if (!needsPower(value)) return std::strtod(fixedText(value, digits).c_str(), nullptr);
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return std::strtod(text, nullptr);
}

FormulaMatrix asShown(const FormulaMatrix& values, int digits) {
  return values.unaryExpr([digits](double value) { return asShown(value, digits); });
}

}  // namespace engine
