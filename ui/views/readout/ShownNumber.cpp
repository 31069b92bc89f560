#include "ui/views/readout/ShownNumber.h"

#include <cmath>
#include <limits>

namespace ui {

QString withMinus(QString numbers) { return numbers.replace(u'-', u'−'); }

QString withHyphen(QString numbers) { return numbers.replace(u'−', u'-'); }

QString shownNumber(double value, int digits) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  return withMinus(QString::number(value, 'g', digits));
}

QString scientificText(double value) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (value == 0) return QStringLiteral("0");
  // As in a report: powers of ten only where they say more than zeros would.
  const double size = std::abs(value);
  if (size >= 0.001 && size < 10000) return QString::number(value, 'g', size < 100 ? 2 : 4);
  return QString::number(value, 'e', 1);
}

QString decimalText(double value, int decimals) {
  return std::isnan(value) ? QStringLiteral("–") : withMinus(QString::number(value, 'f', decimals));
}

double readNumber(const QString& text) {
  if (text == QStringLiteral("∞")) return std::numeric_limits<double>::infinity();
  if (text == QStringLiteral("−∞")) return -std::numeric_limits<double>::infinity();
  bool isNumber = false;
  const double value = withHyphen(text).toDouble(&isNumber);
  return isNumber ? value : std::nan("");
}

ShownFormula shownFormula(const std::vector<double>& numbers,
                          const std::function<double(const std::vector<double>&)>& formula, int digits) {
  constexpr int kAllDigits = std::numeric_limits<double>::max_digits10;
  const QString result = shownNumber(formula(numbers), digits);
  ShownFormula shown;
  for (int more = digits; more <= kAllDigits; ++more) {
    shown = {{}, result};
    std::vector<double> seen;
    for (const double number : numbers) {
      shown.numbers.push_back(shownNumber(number, more));
      seen.push_back(readNumber(shown.numbers.back()));
    }
    if (shownNumber(formula(seen), digits) == result) break;
  }
  return shown;
}

}  // namespace ui
