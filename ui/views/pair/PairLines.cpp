#include "ui/views/pair/PairLines.h"

#include <QCoreApplication>
#include <cmath>

#include "engine/attention/invariant-point/InvariantPoint.h"
#include "ui/views/pair/PairOptions.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::GeometricPair;
using engine::Vector3;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("PairView", text); }

QString signedText(double value) { return (value < 0 ? QString() : QStringLiteral("+")) + shownNumber(value); }

/// "a · b = c" with as many digits as make it come out right.
QString productText(const QString& name, double factor, double value, double sign) {
  const ShownFormula shown = shownFormula({factor, value}, [sign](const std::vector<double>& numbers) {
    return sign * numbers[0] * numbers[1];
  });
  return QStringLiteral("%1%2 · %3 = %4").arg(name, shown.numbers[0], shown.numbers[1], shown.result);
}

QString norm(const std::vector<double>& values) {
  double square = 0;
  for (const double value : values) square += value * value;
  return shownNumber(std::sqrt(square));
}

PairLine projections(const GeometricPair& pair, const QString& query, const QString& key) {
  return {1, PairRole::none, tr("qʳ, kʳ, qᵈ, kᵈ, v = Linear(LN(x)), each in its residue's frame"),
          {QStringLiteral("%1  qʳ %2  qᵈ %3 Å").arg(query, vectorText(pair.q_r.local), vectorText(pair.q_d.local)),
           QStringLiteral("%1  kʳ %2  kᵈ %3 Å").arg(key, vectorText(pair.k_r.local), vectorText(pair.k_d.local)),
           QStringLiteral("%1  v  %2").arg(key, vectorText(pair.v.local))}};
}

PairLine frames(const GeometricPair& pair, const QString& query, const QString& key) {
  PairLine line{2, PairRole::none, tr("(Rᵢ, tᵢ) = Tᵢ, from N, Cα, C"), {}};
  const auto originOf = [](bool hasFrame, const engine::Frame& frame) {
    return hasFrame ? vectorText(frame.origin) + QStringLiteral(" Å") : tr("no frame: atoms are missing");
  };
  line.numbers << QStringLiteral("%1  t %2").arg(query, originOf(pair.hasQueryFrame, pair.queryFrame))
               << QStringLiteral("%1  t %2").arg(key, originOf(pair.hasKeyFrame, pair.keyFrame));
  return line;
}

PairLine rotation(const GeometricPair& pair) {
  QStringList products;
  for (int axis = 0; axis < 3; ++axis)
    products << decimalText(pair.q_r.world[axis] * pair.k_r.world[axis], 2);
  return {7, PairRole::none, tr("R = qʳ · kʳ / √3"),
          {QStringLiteral("(%1) / √3 = %2").arg(products.join(QStringLiteral(" + ")), shownNumber(pair.R))}};
}

PairLine distance(const GeometricPair& pair) {
  const Vector3 difference = pair.q_d.world - pair.k_d.world;
  return {8, PairRole::none, tr("D = |qᵈ − kᵈ| / √3"),
          {QStringLiteral("|%1| / √3 = %2 / √3 = %3 Å")
               .arg(vectorText(difference), shownNumber(difference.norm()), shownNumber(pair.D))}};
}

PairLine logit(const engine::GeometricPairs& layer, const GeometricPair& pair) {
  const QString w_r = shownNumber(layer.w_r()[pair.head]), w_d = shownNumber(layer.w_d()[pair.head]);
  QString sum = signedText(pair.rotationTerm) + QStringLiteral(" ") + signedText(pair.distanceTerm);
  if (pair.sequenceBias != 0) sum += tr(" +1 (same sequence)");
  return {9, PairRole::none, tr("S = softplus(wᵣ) R − softplus(w_d) D"),
          {productText(tr("softplus(%1) R: ").arg(w_r), pair.weight_r, pair.R, 1),
           productText(tr("−softplus(%1) D: −").arg(w_d), pair.weight_d, pair.D, -1),
           QStringLiteral("%1 = %2").arg(sum, shownNumber(pair.score))}};
}

PairLine weight(const GeometricPair& pair) {
  PairLine line{10, PairRole::weight, tr("A = softmaxⱼ(S): exp(S − largest) / Σ"), {}};
  if (pair.isSeen)
    line.numbers << QStringLiteral("exp(%1 − %2) / %3 = %4")
                        .arg(shownNumber(pair.score), shownNumber(pair.largestScore), shownNumber(pair.sum),
                             shownNumber(pair.weight()));
  line.numbers << rankText(pair);
  return line;
}

PairLine residual(const GeometricPair& pair, const QString& query) {
  PairLine line{14, PairRole::output, tr("x ← x + Linear(O), all heads joined"), {}};
  if (!pair.hasResidual()) {
    line.numbers << tr("x has %1 numbers, Linear(O) %2: there is nothing to add them to")
                        .arg(pair.features.size())
                        .arg(pair.update.size());
    return line;
  }
  std::vector<double> sum = pair.features;
  for (size_t d = 0; d < sum.size(); ++d) sum[d] += pair.update[d];
  line.numbers << tr("%1: |x| = %2, |Linear(O)| = %3, |sum| = %4; %5 numbers")
                      .arg(query, norm(pair.features), norm(pair.update), norm(sum))
                      .arg(sum.size());
  return line;
}

engine::Array<float> tableOf(const std::vector<std::vector<double>>& columns) {
  const auto rows = static_cast<engine::Index>(columns.front().size());
  engine::Array<float> values({rows, static_cast<engine::Index>(columns.size())});
  for (engine::Index row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns.size(); ++column)
      values(row, static_cast<engine::Index>(column)) = static_cast<float>(columns[column][static_cast<size_t>(row)]);
  return values;
}

}  // namespace

QString vectorText(const Vector3& vector) {
  return QStringLiteral("(%1, %2, %3)")
      .arg(decimalText(vector.x(), 2), decimalText(vector.y(), 2), decimalText(vector.z(), 2));
}

QString rankText(const GeometricPair& pair) {
  if (!pair.hasKeyFrame) return tr("masked: the key has no frame");
  if (!pair.isSeen) return tr("masked: the key is in another chain");
  return tr("rank %1 of %2").arg(pair.rank).arg(pair.numSeen);
}

QString squaredDistanceText(const GeometricPair& pair) {
  const double square = (pair.q_d.world - pair.k_d.world).squaredNorm();
  const double term = -engine::kInvariantPointLogitWeight * engine::invariantPointWeight(1) / 2 * square;
  return tr("Invariant point attention (AlphaFold 2) squares the distance of such points: −√⅓ · ½√(2/9) γ · %1 Å² "
            "= %2 for γ = 1. It has no R, but q · k and a term of the pair; its values are points, moved as well as "
            "turned.")
      .arg(shownNumber(square), shownNumber(term));
}

std::vector<PairLine> pairLines(const engine::GeometricPairs& layer, const GeometricPair& pair,
                                const PairNames& names) {
  const QString query = names.residue(pair.query), key = names.residue(pair.key);
  const auto turned = [](int number, PairRole role, const QString& formula, const Vector3& world, const char* unit) {
    return PairLine{number, role, formula, {vectorText(world) + QString::fromUtf8(unit)}};
  };
  PairLine output{12, PairRole::output, tr("o = Σⱼ A v"), {}};
  output.numbers << tr("of it A v of %1: %2").arg(key, vectorText(pair.share)) << vectorText(pair.o.world);
  return {projections(pair, query, key),
          frames(pair, query, key),
          turned(3, PairRole::query, tr("qʳ ← Rᵢ qʳ"), pair.q_r.world, ""),
          turned(4, PairRole::key, tr("kʳ ← Rⱼ kʳ"), pair.k_r.world, ""),
          turned(5, PairRole::query, tr("qᵈ ← Rᵢ qᵈ + tᵢ"), pair.q_d.world, " Å"),
          turned(6, PairRole::key, tr("kᵈ ← Rⱼ kᵈ + tⱼ"), pair.k_d.world, " Å"),
          rotation(pair),
          distance(pair),
          logit(layer, pair),
          weight(pair),
          turned(11, PairRole::value, tr("v ← Rⱼ v"), pair.v.world, ""),
          output,
          turned(13, PairRole::output, tr("o ← Rᵢ⁻¹ o, back in the frame of %1").arg(query), pair.o.local, ""),
          residual(pair, query)};
}

std::vector<ReadoutLine> pairReadout(const engine::GeometricPairs& layer, const GeometricPair& pair,
                                     const PairNames& names) {
  std::vector<ReadoutLine> lines = {{tr("Head"), names.head(pair.head)},
                                    {tr("Query"), names.residueInWords(pair.query)},
                                    {tr("Key"), names.residueInWords(pair.key)}};
  for (const PairLine& line : pairLines(layer, pair, names))
    lines.push_back({tr("%1  %2").arg(line.number).arg(line.formula), line.numbers.join(u'\n')});
  lines.push_back({tr("Beside it"), squaredDistanceText(pair)});
  return lines;
}

std::vector<NumberTable> pairNumbers(const GeometricPair& pair) {
  std::vector<double> seen(pair.areSeen.begin(), pair.areSeen.end());
  NumberTable row{"row", "key", "quantity", {}, {"score", "weight", "seen"},
                  tableOf({pair.scores, pair.weights, seen})};
  NumberTable vectors{"vectors", "vector", "coordinate", {}, {}, {}};
  std::vector<std::vector<double>> columns(6);
  const auto add = [&](const char* name, const engine::TurnedVector& vector) {
    vectors.rowLabels.emplace_back(name);
    for (int axis = 0; axis < 3; ++axis) {
      columns[size_t(axis)].push_back(vector.local[axis]);
      columns[size_t(3 + axis)].push_back(vector.world[axis]);
    }
  };
  add("q_r", pair.q_r), add("k_r", pair.k_r), add("q_d", pair.q_d), add("k_d", pair.k_d), add("v", pair.v);
  add("o", pair.o);
  vectors.columnLabels = {"local x", "local y", "local z", "world x", "world y", "world z"};
  vectors.values = tableOf(columns);
  return {row, vectors};
}

QString pairCaption(const GeometricPair& pair, const PairNames& names) {
  return tr("Geometric attention (ESM3, Algorithm 6), %1: query %2, key %3, score %4, weight %5, %6. "
            "Vectors in the frames of their residues and in the world; below, the weights of the row.")
      .arg(names.head(pair.head), names.residueInWords(pair.query), names.residueInWords(pair.key),
           shownNumber(pair.score), shownNumber(pair.weight()), rankText(pair));
}

}  // namespace ui
