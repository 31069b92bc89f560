#include "ui/views/attention/AttentionFormula.h"

#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Array;
using engine::Index;

namespace {

/// By which a weight of 16 bits may differ from the softmax.
constexpr double kWeightTolerance = 2e-3;
/// Weights below this are told by their logarithm: exp() of what is far below 0 says nothing to the eye.
constexpr double kTiny = 1e-9;

/// A number behind another sign.
QString bracketed(const QString& number) { return number.startsWith(u'−') ? u'(' + number + u')' : number; }

QString lines(const QString& letters, const QString& numbers, const QString& result) {
  return letters + QStringLiteral("\n= ") + numbers + QStringLiteral("\n= ") + result;
}

}  // namespace

QString softmaxFormula(const Array<float>& scores, Index row, Index column, double weight) {
  if (scores.rank() != 2 || row < 0 || column < 0 || row >= scores.length(0) || column >= scores.length(1)) return {};
  const Index numKeys = scores.length(1);
  const float* const values = &scores(row, 0);
  const double largest = *std::max_element(values, values + numKeys), own = values[column];
  if (!std::isfinite(largest)) return {};
  double sum = 0;
  for (Index key = 0; key < numKeys; ++key) sum += std::exp(values[key] - largest);
  const double found = std::exp(own - largest) / sum;
  if (!(std::abs(found - weight) <= kWeightTolerance * std::max(found, weight) + 1e-7)) return {};
  const QString letters = QStringLiteral("exp(S − m) / Σ exp(Sₖ − m), m = max Sₖ");
  if (found < kTiny && std::isfinite(own)) {
    const auto shown = shownFormula(
        {own, largest, std::log(sum)}, [](const auto& seen) { return seen[0] - seen[1] - seen[2]; }, 4);
    return lines(QStringLiteral("ln A = S − m − ln Σ exp(Sₖ − m), m = max Sₖ"),
                 QStringLiteral("%1 − %2 − %3").arg(shown.numbers[0], bracketed(shown.numbers[1]), shown.numbers[2]),
                 shown.result);
  }
  const auto shown =
      shownFormula({own, largest, sum}, [](const auto& seen) { return std::exp(seen[0] - seen[1]) / seen[2]; });
  // What came with 16 bits is not what the scores give to the last digit.
  const QString stored = shownNumber(weight);
  return lines(letters,
               QStringLiteral("exp(%1 − %2) / %3").arg(shown.numbers[0], bracketed(shown.numbers[1]), shown.numbers[2]),
               stored == shown.result ? stored : QStringLiteral("%1 (stored: %2)").arg(shown.result, stored));
}

QString transformFormula(AttentionTransform transform, const Array<float>& raw, const Array<float>& values, Index row,
                         Index column, const QString& letter) {
  if (row < 0 || column < 0 || row >= raw.length(0) || column >= raw.length(1)) return {};
  const bool isSquare = raw.length(0) == raw.length(1);
  const double here = raw(row, column), there = isSquare ? raw(column, row) : 0, result = values(row, column);
  const QString pair = letter + QStringLiteral("(i, j) + ") + letter + QStringLiteral("(j, i)");
  const auto joined = [&](double first, double second, double sign, double factor) {
    return shownFormula({first, second}, [=](const auto& seen) { return (seen[0] + sign * seen[1]) * factor; });
  };
  const auto plus = [](const ShownFormula& shown) {
    return shown.numbers[0] + QStringLiteral(" + ") + bracketed(shown.numbers[1]);
  };
  switch (transform) {
    case AttentionTransform::none:
    case AttentionTransform::rollout:
      return {};
    case AttentionTransform::sum: {
      const ShownFormula shown = joined(here, there, 1, 1);
      return lines(pair, plus(shown), shown.result);
    }
    case AttentionTransform::mean: {
      const ShownFormula shown = joined(here, there, 1, 0.5);
      return lines(u'(' + pair + QStringLiteral(") / 2"), u'(' + plus(shown) + QStringLiteral(") / 2"), shown.result);
    }
    case AttentionTransform::maximum:
      return lines(QStringLiteral("max(%1(i, j), %1(j, i))").arg(letter),
                   QStringLiteral("max(%1, %2)").arg(shownNumber(here), shownNumber(there)),
                   shownNumber(std::max(here, there)));
    case AttentionTransform::apc: {
      const double before = isSquare ? here + there : here;
      const ShownFormula shown = joined(before, before - result, -1, 1);
      return lines((isSquare ? pair : letter) + QStringLiteral("\n  − row mean · column mean / mean"),
                   shown.numbers[0] + QStringLiteral(" − ") + bracketed(shown.numbers[1]), shown.result);
    }
  }
  return {};
}

}  // namespace ui
