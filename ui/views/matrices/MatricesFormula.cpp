#include "ui/views/matrices/MatricesFormula.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::nth;

namespace {

using Values = std::vector<double>;
using Place = std::vector<Index>;  ///< of a number in an array, by axis

/// Arrays hold 32 bits, and sums are made in another order.
constexpr double kTolerance = 2e-3;
constexpr double kUnseen = std::numeric_limits<double>::quiet_NaN();
/// Products of a row of scores that are made to find out the factor.
constexpr double kMostProducts = 2e5;

bool isClose(double a, double b, double scale) {
  return std::abs(a - b) <= kTolerance * std::max(std::abs(scale), 1e-4);
}

/// Axes from the end: 1 is the last.
int axisFromEnd(const ArraySlice& slice, int number) { return static_cast<int>(slice.axes.size()) - number; }
const QString& keyFromEnd(const ArraySlice& slice, int number) { return nth(slice.keys, axisFromEnd(slice, number)); }

double valueAt(const ArraySlice& slice, const Place& place) {
  Index offset = 0;
  for (size_t axis = 0; axis < place.size(); ++axis) offset = offset * slice.shape[axis] + place[axis];
  return std::visit([offset](const auto& values) { return static_cast<double>(values[offset]); }, *slice.array);
}

Values lineAt(const ArraySlice& slice, Place place, int axis) {
  Values values;
  for (Index k = 0; k < nth(slice.shape, axis); ++k) {
    nth(place, axis) = k;
    values.push_back(valueAt(slice, place));
  }
  return values;
}

const ArraySlice* sliceCalled(const std::vector<ArraySlice>& slices, const char* name) {
  const auto found = std::find_if(slices.begin(), slices.end(), [&](const ArraySlice& slice) {
    return slice.name == QLatin1String(name) && slice.array && slice.axes.size() >= 2 &&
           std::find(slice.shape.begin(), slice.shape.end(), 0) == slice.shape.end();
  });
  return found == slices.end() ? nullptr : &*found;
}

/// Whether every axis but the last two is one of `other`, so that it stands at a place that `other` has.
bool isPlacedBy(const ArraySlice& slice, const ArraySlice& other) {
  return std::all_of(slice.keys.begin(), slice.keys.end() - 2, [&](const QString& key) {
    return std::find(other.keys.begin(), other.keys.end() - 2, key) != other.keys.end() - 2;
  });
}

/// The arrays of the formulae; null where one is missing or of other axes than the formula has.
struct Arrays {
  const ArraySlice *Q = nullptr, *K = nullptr, *S = nullptr, *A = nullptr, *V = nullptr, *O = nullptr;

  explicit Arrays(const std::vector<ArraySlice>& slices)
      : Q(sliceCalled(slices, "Q")), K(sliceCalled(slices, "K")), S(sliceCalled(slices, "S")),
        A(sliceCalled(slices, "A")), V(sliceCalled(slices, "V")), O(sliceCalled(slices, "O")) {
    if (S && A && (S->keys != A->keys || S->shape != A->shape)) A = nullptr;
  }
  bool haveScores() const {
    return Q && K && S && keyFromEnd(*Q, 1) == keyFromEnd(*K, 1) && keyFromEnd(*Q, 2) == keyFromEnd(*S, 2) &&
           keyFromEnd(*K, 2) == keyFromEnd(*S, 1) && isPlacedBy(*Q, *S) && isPlacedBy(*K, *S);
  }
  bool haveOutputs() const {
    return A && V && O && keyFromEnd(*A, 2) == keyFromEnd(*O, 2) && keyFromEnd(*A, 1) == keyFromEnd(*V, 2) &&
           keyFromEnd(*V, 1) == keyFromEnd(*O, 1) && isPlacedBy(*A, *O) && isPlacedBy(*V, *O);
  }
};

/// Where the leading axes of all arrays stand; the last two are given.
class Leading {
 public:
  Leading(const ArraySlice& owner) {
    for (size_t axis = 0; axis + 2 < owner.keys.size(); ++axis) m_places[owner.keys[axis]] = owner.at[axis];
  }
  Place of(const ArraySlice& slice, Index first, Index second) const {
    Place place;
    for (size_t axis = 0; axis + 2 < slice.keys.size(); ++axis) {
      const auto found = m_places.find(slice.keys[axis]);
      place.push_back(found == m_places.end() ? 0 : std::min(found->second, slice.shape[axis] - 1));
    }
    place.push_back(first);
    place.push_back(second);
    return place;
  }

 private:
  std::map<QString, Index> m_places;
};

QString numbered(Index index, const std::string& letters, const std::vector<QString>& words) {
  const QString number = QString::number(index + 1);
  if (index < static_cast<Index>(words.size())) return number + u' ' + nth(words, index);
  return index < static_cast<Index>(letters.size()) ? number + u' ' + QLatin1Char(nth(letters, index)) : number;
}

/// A position of one of the last two axes with its letter, where the array is shown by these axes.
QString placeName(const ArraySlice& slice, int fromEnd, Index index) {
  const int axis = axisFromEnd(slice, fromEnd);
  if (slice.shown.row == axis) return numbered(index, slice.rowLetters, slice.words.rows);
  if (slice.shown.column == axis) return numbered(index, slice.columnLetters, slice.words.columns);
  return QString::number(index + 1);
}

std::vector<QString> placeNames(const ArraySlice& slice, int fromEnd) {
  std::vector<QString> names;
  for (Index k = 0; k < nth(slice.shape, axisFromEnd(slice, fromEnd)); ++k)
    names.push_back(placeName(slice, fromEnd, k));
  return names;
}

QString rowName(const ArraySlice& slice, Index row) { return QStringLiteral("%1[%2]").arg(slice.name).arg(row + 1); }

QString cellName(const ArraySlice& slice, Index row, Index column) {
  return QStringLiteral("%1[%2, %3]").arg(slice.name).arg(row + 1).arg(column + 1);
}

Values products(const Values& left, const Values& right) {
  Values result;
  for (size_t k = 0; k < std::min(left.size(), right.size()); ++k) result.push_back(left[k] * right[k]);
  return result;
}

double largestMagnitude(const Values& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return most;
}

/// The number that sums of products of queries and keys are multiplied with to give the scores of row i; nothing where
/// no one number does.
std::optional<double> factorOf(const Arrays& arrays, const Leading& leading, Index i, Index j) {
  const int last = axisFromEnd(*arrays.Q, 1);
  const Values q = lineAt(*arrays.Q, leading.of(*arrays.Q, i, 0), last);
  Index numKeys = nth(arrays.S->shape, axisFromEnd(*arrays.S, 1));
  const auto most = static_cast<Index>(kMostProducts / static_cast<double>(std::max<size_t>(q.size(), 1)));
  const Index from = numKeys > most ? j : 0;  // of too many keys the one alone
  numKeys = numKeys > most ? j + 1 : numKeys;
  Values sums, scores;
  for (Index key = from; key < numKeys; ++key) {
    const Values k = lineAt(*arrays.K, leading.of(*arrays.K, key, 0), axisFromEnd(*arrays.K, 1));
    sums.push_back(sumOf(products(q, k)));
    scores.push_back(valueAt(*arrays.S, leading.of(*arrays.S, i, key)));
  }
  size_t best = 0;
  for (size_t key = 0; key < sums.size(); ++key)
    if (std::isfinite(scores[key]) && std::abs(sums[key]) > std::abs(sums[best])) best = key;
  const double usual = 1 / std::sqrt(static_cast<double>(std::max<size_t>(q.size(), 1)));
  double factor = sums[best] == 0 ? usual : scores[best] / sums[best];
  if (isClose(factor, usual, usual)) factor = usual;
  const double scale = largestMagnitude(scores);
  for (size_t key = 0; key < sums.size(); ++key)
    if (std::isfinite(scores[key]) && !isClose(sums[key] * factor, scores[key], scale)) return std::nullopt;
  return factor;
}

QString bracketed(const QString& number) { return number.startsWith(u'−') ? u'(' + number + u')' : number; }

std::optional<FormulaPart> scorePart(const Arrays& arrays, const Leading& leading, Index i, Index j) {
  const std::optional<double> factor = factorOf(arrays, leading, i, j);
  if (!factor) return std::nullopt;
  const Values q = lineAt(*arrays.Q, leading.of(*arrays.Q, i, 0), axisFromEnd(*arrays.Q, 1));
  const Values k = lineAt(*arrays.K, leading.of(*arrays.K, j, 0), axisFromEnd(*arrays.K, 1));
  FormulaPart part;
  part.index = arrays.Q->titleFromEnd(1);
  part.labels = placeNames(*arrays.Q, 1);
  part.lines = {{rowName(*arrays.Q, i), q, false},
                {rowName(*arrays.K, j), k, false},
                {QObject::tr("product"), products(q, k), true}};
  const double sum = sumOf(part.lines.back().values), depth = static_cast<double>(q.size());
  const bool isUsual = isClose(*factor, 1 / std::sqrt(depth), *factor);
  const QString name = cellName(*arrays.S, i, j);
  if (isUsual) {
    const ShownFormula shown = shownFormula({sum}, [&](const auto& seen) { return seen[0] / std::sqrt(depth); });
    part.results = {QStringLiteral("%1 = Σ / √%2 = %3 / √%2 = %4")
                        .arg(name)
                        .arg(q.size())
                        .arg(shown.numbers[0], shown.result)};
  } else {
    const ShownFormula shown = shownFormula({sum, *factor}, [](const auto& seen) { return seen[0] * seen[1]; });
    part.results = {QStringLiteral("%1 = Σ × scale = %2 × %3 = %4")
                        .arg(name, shown.numbers[0], bracketed(shown.numbers[1]), shown.result)};
  }
  return part;
}

/// exp(S − m) of the keys that are seen; m is the largest of these.
Values exponentials(const Values& scores, const Values& weights, bool isEveryKeySeen) {
  double largest = -std::numeric_limits<double>::infinity();
  const auto isSeen = [&](size_t key) { return isEveryKeySeen || weights[key] > 0; };
  for (size_t key = 0; key < scores.size(); ++key)
    if (isSeen(key)) largest = std::max(largest, scores[key]);
  Values result;
  for (size_t key = 0; key < scores.size(); ++key)
    result.push_back(isSeen(key) ? std::exp(scores[key] - largest) : kUnseen);
  return result;
}

bool areWeights(const Values& powers, const Values& weights) {
  const double sum = sumOf(powers);
  if (!(sum > 0) || !std::isfinite(sum)) return false;
  for (size_t key = 0; key < weights.size(); ++key)
    if (const double found = powers[key] / sum; !std::isnan(found) && !isClose(found, weights[key], found))
      return false;
  return true;
}

/// What the weight adds to the output of its query.
QString addedText(const Arrays& arrays, const Leading& leading, Index i, Index j, double weight) {
  const Values v = lineAt(*arrays.V, leading.of(*arrays.V, j, 0), axisFromEnd(*arrays.V, 1));
  QStringList numbers;
  for (const double value : v) numbers << shownNumber(weight * value);
  if (numbers.size() > 4) numbers = QStringList{numbers[0], numbers[1], QStringLiteral("…"), numbers.last()};
  return QObject::tr("%1 gets %2 · %3 = (%4)")
      .arg(rowName(*arrays.O, i), cellName(*arrays.A, i, j), rowName(*arrays.V, j), numbers.join(QStringLiteral(", ")));
}

std::optional<FormulaPart> weightPart(const Arrays& arrays, const Leading& leading, Index i, Index j) {
  const int last = axisFromEnd(*arrays.S, 1);
  const Values scores = lineAt(*arrays.S, leading.of(*arrays.S, i, 0), last);
  const Values weights = lineAt(*arrays.A, leading.of(*arrays.A, i, 0), last);
  Values powers = exponentials(scores, weights, true);
  if (!areWeights(powers, weights)) powers = exponentials(scores, weights, false);
  if (!areWeights(powers, weights)) return std::nullopt;
  FormulaPart part;
  part.index = arrays.S->titleFromEnd(1);
  part.labels = placeNames(*arrays.S, 1);
  part.marked = j;
  part.lines = {{rowName(*arrays.S, i), scores, false}, {QStringLiteral("exp(S − max)"), powers, true}};
  const double own = nth(powers, j);
  const QString name = cellName(*arrays.A, i, j);
  if (std::isnan(own)) {
    part.results = {QObject::tr("%1 = 0: the key is masked").arg(name)};
    return part;
  }
  const ShownFormula shown = shownFormula({own, sumOf(powers)}, [](const auto& seen) { return seen[0] / seen[1]; });
  part.results = {QStringLiteral("%1 = exp(S − max) / Σ = %2 / %3 = %4")
                      .arg(name, shown.numbers[0], shown.numbers[1], shown.result)};
  if (arrays.haveOutputs()) part.results << addedText(arrays, leading, i, j, nth(weights, j));
  return part;
}

std::optional<FormulaPart> outputPart(const Arrays& arrays, const Leading& leading, Index i, Index feature) {
  const Values weights = lineAt(*arrays.A, leading.of(*arrays.A, i, 0), axisFromEnd(*arrays.A, 1));
  const Values values = lineAt(*arrays.V, leading.of(*arrays.V, 0, feature), axisFromEnd(*arrays.V, 2));
  const Values outputs = lineAt(*arrays.O, leading.of(*arrays.O, i, 0), axisFromEnd(*arrays.O, 1));
  FormulaPart part;
  part.index = arrays.A->titleFromEnd(1);
  part.labels = placeNames(*arrays.A, 1);
  part.lines = {{rowName(*arrays.A, i), weights, false},
                {QStringLiteral("V[j, %1]").arg(feature + 1), values, false},
                {QObject::tr("product"), products(weights, values), true}};
  const double sum = sumOf(part.lines.back().values), stored = nth(outputs, feature);
  if (!isClose(sum, stored, std::max(largestMagnitude(values), std::abs(stored)))) return std::nullopt;
  part.results = {QStringLiteral("%1 = Σ A[%2, j] V[j, %3] = %4")
                      .arg(cellName(*arrays.O, i, feature))
                      .arg(i + 1)
                      .arg(feature + 1)
                      .arg(shownNumber(stored))};
  QStringList whole;
  for (const double output : outputs) whole << shownNumber(output);
  if (whole.size() > 6) whole = QStringList{whole[0], whole[1], whole[2], QStringLiteral("…"), whole.last()};
  part.results << QStringLiteral("%1 = Σ A[%2, j] V[j] = (%3)")
                      .arg(rowName(*arrays.O, i))
                      .arg(i + 1)
                      .arg(whole.join(QStringLiteral(", ")));
  return part;
}

/// The cell by the last two axes of its array; nothing where other axes are on show.
std::optional<std::pair<Index, Index>> lastTwo(const ArraySlice& slice, Index row, Index column) {
  const int last = axisFromEnd(slice, 1);
  if (slice.shown == MatrixAxes{last - 1, last}) return std::pair(row, column);
  if (slice.shown == MatrixAxes{last, last - 1}) return std::pair(column, row);
  return std::nullopt;
}

}  // namespace

double sumOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values)
    if (!std::isnan(value)) sum += value;
  return sum;
}

bool haveFormulas(const std::vector<ArraySlice>& slices) {
  const Arrays arrays(slices);
  return arrays.haveScores() || arrays.haveOutputs();
}

CellFormula formulaOf(const std::vector<ArraySlice>& slices, const QString& array, Index row, Index column) {
  const Arrays arrays(slices);
  CellFormula formula;
  const auto is = [&](const ArraySlice* slice) { return slice && slice->name == array; };
  const ArraySlice* owner = is(arrays.S) ? arrays.S : is(arrays.A) ? arrays.A : is(arrays.O) ? arrays.O : nullptr;
  const auto place = owner ? lastTwo(*owner, row, column) : std::nullopt;
  if (!place || place->first >= nth(owner->shape, axisFromEnd(*owner, 2)) ||
      place->second >= nth(owner->shape, axisFromEnd(*owner, 1)))
    return formula;
  const auto [i, j] = *place;
  const Leading leading(*owner);
  const auto add = [&](std::optional<FormulaPart> part) {
    if (part) formula.parts.push_back(std::move(*part));
  };
  if (owner == arrays.O) {
    if (arrays.haveOutputs()) add(outputPart(arrays, leading, i, j));
  } else {
    if (arrays.haveScores()) add(scorePart(arrays, leading, i, j));
    if (arrays.S && arrays.A) add(weightPart(arrays, leading, i, j));
  }
  formula.title = QStringLiteral("%1: %2 %3, %4 %5")
                      .arg(owner->cellName(row, column), owner->titleFromEnd(2),
                           placeName(*owner, 2, i), owner->titleFromEnd(1), placeName(*owner, 1, j));
  return formula;
}

}  // namespace ui
