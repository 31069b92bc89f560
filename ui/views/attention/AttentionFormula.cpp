#include "ui/views/attention/AttentionFormula.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using engine::Array;
using engine::Index;

namespace {

/// By which a weight of 16 bits may differ from the softmax.
constexpr double kWeightTolerance = 2e-3;

QString number(double value) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  return QString::number(value, 'g', 3).replace(u'-', QStringLiteral("−"));
}

/// A number behind another sign.
QString bracketed(double value) { return value < 0 ? u'(' + number(value) + u')' : number(value); }

QString lines(const QString& letters, const QString& numbers, double result) {
  return letters + QStringLiteral("\n= ") + numbers + QStringLiteral("\n= ") + number(result);
}

}  // namespace

QString softmaxFormula(const Array<float>& scores, Index row, Index column, double weight) {
  if (scores.rank() != 2 || row < 0 || column < 0 || row >= scores.length(0) || column >= scores.length(1)) return {};
  const Index numKeys = scores.length(1);
  const float* const values = &scores(row, 0);
  const double largest = *std::max_element(values, values + numKeys);
  if (!std::isfinite(largest)) return {};
  double sum = 0;
  for (Index key = 0; key < numKeys; ++key) sum += std::exp(values[key] - largest);
  const double found = std::exp(values[column] - largest) / sum;
  if (!(std::abs(found - weight) <= kWeightTolerance * std::max(found, weight) + 1e-7)) return {};
  return lines(QStringLiteral("exp(S − m) / Σ exp(Sₖ − m), m = max Sₖ"),
               QStringLiteral("exp(%1 − %2) / %3").arg(number(values[column]), bracketed(largest), number(sum)),
               weight);
}

QString transformFormula(AttentionTransform transform, const Array<float>& raw, const Array<float>& values, Index row,
                         Index column, const QString& letter) {
  if (row < 0 || column < 0 || row >= raw.length(0) || column >= raw.length(1)) return {};
  const bool isSquare = raw.length(0) == raw.length(1);
  const double here = raw(row, column), there = isSquare ? raw(column, row) : 0, result = values(row, column);
  const QString pair = letter + QStringLiteral("(i, j) + ") + letter + QStringLiteral("(j, i)");
  const QString numbers = number(here) + QStringLiteral(" + ") + bracketed(there);
  switch (transform) {
    case AttentionTransform::none:
    case AttentionTransform::rollout:
      return {};
    case AttentionTransform::sum:
      return lines(pair, numbers, result);
    case AttentionTransform::mean:
      return lines(u'(' + pair + QStringLiteral(") / 2"), u'(' + numbers + QStringLiteral(") / 2"), result);
    case AttentionTransform::maximum:
      return lines(QStringLiteral("max(%1(i, j), %1(j, i))").arg(letter),
                   QStringLiteral("max(%1, %2)").arg(number(here), number(there)), result);
    case AttentionTransform::apc: {
      const double before = isSquare ? here + there : here;
      return lines((isSquare ? pair : letter) + QStringLiteral("\n  − row mean · column mean / mean"),
                   number(before) + QStringLiteral(" − ") + bracketed(before - result), result);
    }
  }
  return {};
}

}  // namespace ui
