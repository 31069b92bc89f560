// Geometric attention (ESM3, Algorithm 6) as a layer that pairs are taken through.
#include "ui/views/pair/PairMechanisms.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/attention/geometric/GeometricPair.h"
#include "engine/attention/invariant-point/InvariantPoint.h"
#include "ui/views/pair/PairArrows.h"
#include "ui/views/pair/PairWords.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::GeometricPair;
using engine::Index;
using engine::Vector3;

namespace {

constexpr double kLeastLength = 1e-9;

/// "a · b = c" with as many digits as make it come out right.
QString productText(const QString& name, double factor, double value, double sign) {
  const ShownFormula shown = shownFormula(
      {factor, value}, [sign](const std::vector<double>& numbers) { return sign * numbers[0] * numbers[1]; });
  return QStringLiteral("%1%2 · %3 = %4").arg(name, shown.numbers[0], shown.numbers[1], shown.result);
}

PairLine projections(const GeometricPair& pair, const QString& query, const QString& key) {
  return {1,
          PairRole::none,
          pairWords("qʳ, kʳ, qᵈ, kᵈ, v = Linear(LN(x)), each in its residue's frame"),
          {QStringLiteral("%1  qʳ %2  qᵈ %3 Å").arg(query, vectorText(pair.q_r.local), vectorText(pair.q_d.local)),
           QStringLiteral("%1  kʳ %2  kᵈ %3 Å").arg(key, vectorText(pair.k_r.local), vectorText(pair.k_d.local)),
           QStringLiteral("%1  v  %2").arg(key, vectorText(pair.v.local))}};
}

PairLine frames(const GeometricPair& pair, const QString& query, const QString& key) {
  return {2,
          PairRole::none,
          pairWords("(Rᵢ, tᵢ) = Tᵢ, from N, Cα, C"),
          {QStringLiteral("%1  t %2").arg(query, originText(pair.hasQueryFrame, pair.queryFrame)),
           QStringLiteral("%1  t %2").arg(key, originText(pair.hasKeyFrame, pair.keyFrame))}};
}

PairLine rotation(const GeometricPair& pair) {
  QStringList products;
  for (int axis = 0; axis < 3; ++axis) products << decimalText(pair.q_r.world[axis] * pair.k_r.world[axis], 2);
  return {7,
          PairRole::none,
          pairWords("R = qʳ · kʳ / √3"),
          {QStringLiteral("(%1) / √3 = %2").arg(products.join(QStringLiteral(" + ")), shownNumber(pair.R))}};
}

PairLine distance(const GeometricPair& pair) {
  const Vector3 difference = pair.q_d.world - pair.k_d.world;
  return {8,
          PairRole::none,
          pairWords("D = |qᵈ − kᵈ| / √3"),
          {QStringLiteral("|%1| / √3 = %2 / √3 = %3 Å")
               .arg(vectorText(difference), shownNumber(difference.norm()), shownNumber(pair.D))}};
}

PairLine logit(const engine::GeometricPairs& layer, const GeometricPair& pair) {
  const QString w_r = shownNumber(layer.w_r()[pair.head]), w_d = shownNumber(layer.w_d()[pair.head]);
  QString sum = signedText(pair.rotationTerm) + QStringLiteral(" ") + signedText(pair.distanceTerm);
  if (pair.sequenceBias != 0) sum += pairWords(" +1 (same sequence)");
  return {9,
          PairRole::none,
          pairWords("S = softplus(wᵣ) R − softplus(w_d) D"),
          {productText(pairWords("softplus(%1) R: ").arg(w_r), pair.weight_r, pair.R, 1),
           productText(pairWords("−softplus(%1) D: −").arg(w_d), pair.weight_d, pair.D, -1),
           QStringLiteral("%1 = %2").arg(sum, shownNumber(pair.score))}};
}

/// Å that a direction of length 1 is drawn long: the longest of the pair's directions becomes kLongestDirection; 1
/// where all are zero.
double directionScale(const GeometricPair& pair) {
  double longest = 0;
  for (const Vector3* direction : {&pair.q_r.local, &pair.k_r.local, &pair.v.local, &pair.o.local})
    longest = std::max(longest, direction->norm());
  return longest > kLeastLength ? kLongestDirection / longest : 1;
}

std::vector<PairArrow> localArrows(const GeometricPair& pair, bool isQuery) {
  const double scale = directionScale(pair);
  const Vector3 zero = Vector3::Zero();
  std::vector<PairArrow> arrows;
  addFrame(arrows, {}, 1);
  const auto direction = [&](PairRole role, const Vector3& local, const char* label, int line) {
    arrows.push_back({ArrowKind::direction, role, zero, scale * local, QString::fromUtf8(label), line});
  };
  const auto point = [&](PairRole role, const Vector3& local, const char* label) {
    arrows.push_back({ArrowKind::point, role, zero, local, QString::fromUtf8(label), 1});
  };
  if (isQuery) {
    direction(PairRole::query, pair.q_r.local, "qʳ", 1);
    point(PairRole::query, pair.q_d.local, "qᵈ");
    direction(PairRole::output, pair.o.local, "R⁻¹ o", 13);
  } else {
    direction(PairRole::key, pair.k_r.local, "kʳ", 1);
    point(PairRole::key, pair.k_d.local, "kᵈ");
    direction(PairRole::value, pair.v.local, "v", 1);
  }
  return arrows;
}

std::vector<PairArrow> worldArrows(const GeometricPair& pair, const PairNames& names) {
  const double scale = directionScale(pair);
  const Vector3 &at = pair.queryFrame.origin, &there = pair.keyFrame.origin;
  std::vector<PairArrow> arrows;
  addFrame(arrows, pair.queryFrame, 2);
  addFrame(arrows, pair.keyFrame, 2);
  const auto direction = [&](PairRole role, const Vector3& from, const Vector3& world, const char* label, int line) {
    arrows.push_back({ArrowKind::direction, role, from, from + scale * world, QString::fromUtf8(label), line});
  };
  direction(PairRole::query, at, pair.q_r.world, "qʳ", 3);
  direction(PairRole::key, there, pair.k_r.world, "kʳ", 4);
  arrows.push_back({ArrowKind::point, PairRole::query, at, pair.q_d.world, QStringLiteral("qᵈ"), 5});
  arrows.push_back({ArrowKind::point, PairRole::key, there, pair.k_d.world, QStringLiteral("kᵈ"), 6});
  arrows.push_back({ArrowKind::ghost, PairRole::key, at, at + scale * pair.k_r.world,
                    QStringLiteral("kʳ of %1").arg(names.residue(pair.key)), 7});
  arrows.push_back(gapBetween(pair.q_d.world, pair.k_d.world, 8));
  addShare(arrows, pair, 10);
  direction(PairRole::value, there, pair.v.world, "v", 11);
  direction(PairRole::output, at, pair.o.world, "o", 12);
  return arrows;
}

/// How invariant point attention would take the same two points: by the square of their distance.
QString squaredDistanceText(const GeometricPair& pair) {
  const double square = (pair.q_d.world - pair.k_d.world).squaredNorm();
  const double term = -engine::kInvariantPointLogitWeight * engine::invariantPointWeight(1) / 2 * square;
  return pairWords(
             "Invariant point attention (AlphaFold 2) squares the distance of such points: −√⅓ · ½√(2/9) γ · %1 Å² "
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
  PairLine output{12, PairRole::output, pairWords("o = Σⱼ A v"), {}};
  output.numbers << pairWords("of it A v of %1: %2").arg(key, vectorText(pair.share)) << vectorText(pair.o.world);
  return {projections(pair, query, key),
          frames(pair, query, key),
          turned(3, PairRole::query, pairWords("qʳ ← Rᵢ qʳ"), pair.q_r.world, ""),
          turned(4, PairRole::key, pairWords("kʳ ← Rⱼ kʳ"), pair.k_r.world, ""),
          turned(5, PairRole::query, pairWords("qᵈ ← Rᵢ qᵈ + tᵢ"), pair.q_d.world, " Å"),
          turned(6, PairRole::key, pairWords("kᵈ ← Rⱼ kᵈ + tⱼ"), pair.k_d.world, " Å"),
          rotation(pair),
          distance(pair),
          logit(layer, pair),
          {10, PairRole::weight, pairWords("A = softmaxⱼ(S): exp(S − largest) / Σ"), weightTexts(pair)},
          turned(11, PairRole::value, pairWords("v ← Rⱼ v"), pair.v.world, ""),
          output,
          turned(13, PairRole::output, pairWords("o ← Rᵢ⁻¹ o, back in the frame of %1").arg(query), pair.o.local, ""),
          {14,
           PairRole::output,
           pairWords("x ← x + Linear(O), all heads joined"),
           {residualText(pair, query, pairWords("Linear(O)"))}}};
}

std::vector<PairTerm> termsOf(const GeometricPair& pair) {
  std::vector<PairTerm> terms{{pairWords("directions"), pair.rotationTerm}, {pairWords("distance"), pair.distanceTerm}};
  if (pair.sequenceBias != 0) terms.push_back({pairWords("same sequence"), pair.sequenceBias});
  return terms;
}

class GeometricLayer : public PairLayer {
 public:
  explicit GeometricLayer(engine::GeometricPairs pairs) : m_pairs(std::move(pairs)) {}

  Index heads() const override { return m_pairs.heads(); }
  Index length() const override { return m_pairs.length(); }
  const std::vector<Vector3>& alphaCarbons() const override { return m_pairs.alphaCarbons(); }
  std::vector<engine::Array<double>> weights() const override { return {m_pairs.w_r(), m_pairs.w_d()}; }
  void setWeights(const std::vector<engine::Array<double>>& weights) override {
    m_pairs.setWeights(weights.at(0), weights.at(1));
  }
  Index strongestKey(Index head, Index query) const override { return m_pairs.strongestKey(head, query); }
  PairWalk walk(Index head, Index query, Index key, const PairNames& names) const override {
    const GeometricPair pair = m_pairs.pair(head, query, key);
    PairWalk walk;
    walk.pair = pair;
    walk.algorithm = pairWords("ESM3, Algorithm 6");
    walk.lines = pairLines(m_pairs, pair, names);
    walk.weightLine = 10;
    walk.terms = termsOf(pair);
    walk.query = localArrows(pair, true);
    walk.key = localArrows(pair, false);
    walk.world = worldArrows(pair, names);
    walk.scale = pairWords("1 of a direction is drawn %1 Å long").arg(shownNumber(directionScale(pair), 2));
    walk.beside = squaredDistanceText(pair);
    walk.caption = pairCaption(pairWords("Geometric attention (ESM3, Algorithm 6)"), pair, names);
    walk.numbers = {rowNumbers(pair), vectorNumbers({{"q_r", pair.q_r},
                                                     {"k_r", pair.k_r},
                                                     {"q_d", pair.q_d},
                                                     {"k_d", pair.k_d},
                                                     {"v", pair.v},
                                                     {"o", pair.o}})};
    return walk;
  }

 private:
  engine::GeometricPairs m_pairs;
};

std::shared_ptr<PairLayer> layerOf(const engine::ArrayBundle& arrays, const engine::ParameterValues& values,
                                   engine::Progress& progress) {
  return std::make_shared<GeometricLayer>(
      engine::GeometricPairs(engine::readGeometricInput<double>(arrays, values), 1, progress));
}

}  // namespace

const PairMechanism& geometricPairs() {
  static const PairMechanism mechanism{"attention geometric",
                                       {{"w_r", "Directions, wᵣ"}, {"w_d", "Distance, w_d"}},
                                       engine::backboneHeadsInput,
                                       layerOf};
  return mechanism;
}

}  // namespace ui
