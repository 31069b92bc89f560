// Numbers as people read them: the minus of print, and as many digits as a sum takes that shall come out right.
#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace ui {

/// The hyphens of a text of numbers as minus signs.
QString withMinus(QString numbers);
/// The other way round: as other programs read them.
QString withHyphen(QString numbers);
/// So many significant digits; "−∞", "∞".
QString shownNumber(double value, int digits = 3);
/// "8.6e-23": two significant digits in scientific form; an en dash when it is not known.
QString scientificText(double value);
/// With this many decimals; an en dash when it is not known.
QString decimalText(double value, int decimals);
/// What a reader takes such a text for; NaN when it is none.
double readNumber(const QString& text);

/// Texts of numbers that are put into a formula, and of its result. Both have `digits` digits, the numbers more where
/// the formula would else not give the result: `formula` gets them as a reader sees them.
struct ShownFormula {
  std::vector<QString> numbers;
  QString result;
};
ShownFormula shownFormula(const std::vector<double>& numbers,
                          const std::function<double(const std::vector<double>&)>& formula, int digits = 3);

}  // namespace ui
