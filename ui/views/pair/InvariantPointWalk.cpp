// Invariant point attention (AlphaFold 2, Algorithm 22) as a layer that pairs are taken through.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/attention/invariant-point/InvariantPointArrays.h"
#include "engine/attention/invariant-point/InvariantPointHeads.h"
#include "engine/attention/invariant-point/InvariantPointPair.h"
#include "ui/views/pair/PairArrows.h"
#include "ui/views/pair/PairMechanisms.h"
#include "ui/views/pair/PairWords.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::InvariantPointPair;
using engine::TurnedVector;
using engine::Vector3;

namespace {

// Lines of Algorithm 22.
constexpr int kQueryKeyPoints = 2, kValuePoints = 3, kWeights = 7, kPointSums = 10;
constexpr size_t kPointsInWords = 4;  // of so many points all numbers are shown

/// "q", or "q₃" where there are several.
QString pointName(const char* name, size_t number, size_t count) {
  if (count < 2) return QString::fromUtf8(name);
  QString digits = QString::number(number + 1);
  for (QChar& digit : digits) digit = QChar(0x2080 + digit.digitValue());
  return QString::fromUtf8(name) + digits;
}

/// A text for each of the first points, and how many more there are.
template <class Text>
QStringList forPoints(size_t count, const Text& textOf) {
  QStringList texts;
  for (size_t p = 0; p < std::min(count, kPointsInWords); ++p) texts << textOf(p);
  if (count > kPointsInWords) texts << pairWords("and %1 more").arg(count - kPointsInWords);
  if (count == 0) texts << pairWords("no points");
  return texts;
}

QString sized(const char* name, const std::vector<double>& values) {
  return QStringLiteral("|%1| = %2").arg(QString::fromUtf8(name), normText(values));
}

PairLine features(const InvariantPointPair& pair, const QString& query, const QString& key) {
  return {1,
          PairRole::none,
          pairWords("q, k, v = Linear(s)"),
          {QStringLiteral("%1 %2, %3 %4, %5; %6")
               .arg(query, sized("q", pair.q), key, sized("k", pair.k), sized("v", pair.v),
                    pairWords("%1 numbers each").arg(pair.q.size()))}};
}

PairLine queryAndKeyPoints(const InvariantPointPair& pair, const QString& query, const QString& key) {
  const size_t Q = pair.q_points.size();
  return {kQueryKeyPoints, PairRole::none, pairWords("qᵖ, kᵖ = Linear(s), points in each residue's frame"),
          forPoints(Q, [&](size_t p) {
            return QStringLiteral("%1 %2 %3  %4 %5 %6 Å")
                .arg(query, pointName("qᵖ", p, Q), vectorText(pair.q_points[p].local), key, pointName("kᵖ", p, Q),
                     vectorText(pair.k_points[p].local));
          })};
}

PairLine valuePoints(const InvariantPointPair& pair, const QString& key) {
  const size_t V = pair.v_points.size();
  return {kValuePoints, PairRole::value, pairWords("vᵖ = Linear(s), points in the frame of the key"),
          forPoints(V, [&](size_t p) {
            return QStringLiteral("%1 %2 %3 Å").arg(key, pointName("vᵖ", p, V), vectorText(pair.v_points[p].local));
          })};
}

PairLine pairBias(const InvariantPointPair& pair) {
  if (pair.z.empty())
    return {4, PairRole::none, pairWords("b = Linear(z)"), {pairWords("there are no features of pairs")}};
  return {4,
          PairRole::none,
          pairWords("b = Linear(z), features of the pair"),
          {pairWords("W_b · z = %1; %2 numbers").arg(shownNumber(pair.bias)).arg(pair.z.size())}};
}

PairLine constantOfPoints(size_t Q) {
  const QString root = QStringLiteral("√(2 / (9 · %1)) = %2").arg(Q);
  return {5,
          PairRole::none,
          pairWords("w_C = √(2 / 9Q), Q points"),
          {Q == 0 ? pairWords("no points") : root.arg(shownNumber(engine::invariantPointWeight(Index(Q))))}};
}

/// The three terms, their sum, and what the softmax makes of it.
PairLine weight(const InvariantPointPair& pair) {
  PairLine line{kWeights, PairRole::weight, pairWords("A = softmaxⱼ(w_L (q·k / √d + b − γ ½w_C Σ|T qᵖ − T kᵖ|²))"), {}};
  if (!pair.q.empty())
    line.numbers << pairWords("features: √⅓ · %1 / √%2 = %3")
                        .arg(shownNumber(pair.dot))
                        .arg(pair.q.size())
                        .arg(shownNumber(pair.scalarTerm));
  if (!pair.z.empty())
    line.numbers << pairWords("pair: √⅓ · %1 = %2").arg(shownNumber(pair.bias), shownNumber(pair.pairTerm));
  if (!pair.q_points.empty())
    line.numbers << pairWords("points: −√⅓ · %1 · ½ · %2 · %3 Å² = %4")
                        .arg(shownNumber(pair.gamma),
                             shownNumber(engine::invariantPointWeight(static_cast<Index>(pair.q_points.size()))),
                             shownNumber(pair.squares), shownNumber(pair.pointTerm));
  line.numbers << QStringLiteral("S = %1 %2 %3 = %4")
                      .arg(signedText(pair.scalarTerm), signedText(pair.pairTerm), signedText(pair.pointTerm),
                           shownNumber(pair.score))
               << weightTexts(pair);
  return line;
}

PairLine pointSums(const InvariantPointPair& pair) {
  const size_t V = pair.o_points.size();
  return {kPointSums, PairRole::output, pairWords("oᵖ = Tᵢ⁻¹ Σⱼ A (Tⱼ vᵖ), back in the frame"),
          forPoints(V, [&](size_t p) {
            return QStringLiteral("%1 %2 → %3 Å, %4")
                .arg(pointName("oᵖ", p, V), vectorText(pair.o_points[p].world), vectorText(pair.o_points[p].local),
                     pairWords("length %1").arg(shownNumber(pair.o_points[p].local.norm())));
          })};
}

std::vector<PairLine> linesOf(const InvariantPointPair& pair, const PairNames& names) {
  const QString query = names.residue(pair.query), key = names.residue(pair.key);
  const size_t handed = pair.o_pair.size() + pair.o.size() + 4 * pair.o_points.size();
  return {
      features(pair, query, key),
      queryAndKeyPoints(pair, query, key),
      valuePoints(pair, key),
      pairBias(pair),
      constantOfPoints(pair.q_points.size()),
      {6, PairRole::none, pairWords("w_L = √⅓, for three terms"), {shownNumber(engine::kInvariantPointLogitWeight)}},
      weight(pair),
      {8,
       PairRole::output,
       pairWords("oᶻ = Σⱼ A z, features of pairs"),
       {pair.o_pair.empty() ? pairWords("there are no features of pairs")
                            : pairWords("%1; %2 numbers").arg(sized("oᶻ", pair.o_pair)).arg(pair.o_pair.size())}},
      {9,
       PairRole::output,
       pairWords("o = Σⱼ A v"),
       {pairWords("%1; %2 numbers").arg(sized("o", pair.o)).arg(pair.o.size())}},
      pointSums(pair),
      {11,
       PairRole::output,
       pairWords("y = Linear(oᶻ, o, oᵖ, |oᵖ|), all heads joined"),
       {pairWords("%1 numbers of each head; %2").arg(handed).arg(sized("y", pair.update))}},
      {12,
       PairRole::output,
       pairWords("return y; Algorithm 20 has s ← s + y"),
       {residualText(pair, query, QStringLiteral("y"))}}};
}

/// The ways from an origin to points.
void addPoints(std::vector<PairArrow>& arrows, PairRole role, const Vector3& from,
               const std::vector<TurnedVector>& points, Vector3 TurnedVector::*where, const char* name, int line) {
  for (size_t p = 0; p < points.size(); ++p)
    arrows.push_back({ArrowKind::point, role, from, points[p].*where, pointName(name, p, points.size()), line});
}

std::vector<PairArrow> localArrows(const InvariantPointPair& pair, bool isQuery) {
  std::vector<PairArrow> arrows;
  addFrame(arrows, {}, 1);
  const auto points = [&](PairRole role, const std::vector<TurnedVector>& all, const char* name, int line) {
    addPoints(arrows, role, Vector3::Zero(), all, &TurnedVector::local, name, line);
  };
  if (isQuery) {
    points(PairRole::query, pair.q_points, "qᵖ", kQueryKeyPoints);
    points(PairRole::output, pair.o_points, "oᵖ", kPointSums);
  } else {
    points(PairRole::key, pair.k_points, "kᵖ", kQueryKeyPoints);
    points(PairRole::value, pair.v_points, "vᵖ", kValuePoints);
  }
  return arrows;
}

std::vector<PairArrow> worldArrows(const InvariantPointPair& pair) {
  const Vector3 &at = pair.queryFrame.origin, &there = pair.keyFrame.origin;
  std::vector<PairArrow> arrows;
  addFrame(arrows, pair.queryFrame, 1);
  addFrame(arrows, pair.keyFrame, 1);
  const auto points = [&](PairRole role, const Vector3& from, const std::vector<TurnedVector>& all, const char* name,
                          int line) { addPoints(arrows, role, from, all, &TurnedVector::world, name, line); };
  points(PairRole::query, at, pair.q_points, "qᵖ", kWeights);
  points(PairRole::key, there, pair.k_points, "kᵖ", kWeights);
  for (size_t p = 0; p < pair.q_points.size(); ++p)
    arrows.push_back(gapBetween(pair.q_points[p].world, pair.k_points[p].world, kWeights));
  addShare(arrows, pair, kWeights);
  points(PairRole::value, there, pair.v_points, "vᵖ", kPointSums);
  points(PairRole::output, at, pair.o_points, "oᵖ", kPointSums);
  return arrows;
}

/// How geometric attention would take the first of the points: by its distance itself.
QString distanceText(const InvariantPointPair& pair) {
  const QString rest = pairWords(
      "It has neither q · k nor features of pairs, but compares directions (R); its values are "
      "directions, turned but not moved: they tell no place.");
  if (pair.q_points.empty()) return pairWords("Geometric attention (ESM3) compares points too. ") + rest;
  const double length = (pair.q_points[0].world - pair.k_points[0].world).norm();
  return pairWords(
             "Geometric attention (ESM3) takes the distance of such points, not its square: −softplus(w_d) · %1 Å / √3 "
             "= %2 for softplus(w_d) = 1. ")
             .arg(shownNumber(length), shownNumber(-length / std::sqrt(3.0))) +
         rest;
}

NumberTable numbersOf(const InvariantPointPair& pair) {
  std::vector<std::pair<std::string, TurnedVector>> vectors;
  const auto add = [&](const char* name, const std::vector<TurnedVector>& points) {
    for (size_t p = 0; p < points.size(); ++p) vectors.emplace_back(name + std::to_string(p + 1), points[p]);
  };
  add("q_point_", pair.q_points), add("k_point_", pair.k_points);
  add("v_point_", pair.v_points), add("o_point_", pair.o_points);
  return vectorNumbers(vectors);
}

class InvariantPointLayer : public PairLayer {
 public:
  explicit InvariantPointLayer(engine::InvariantPointPairs pairs) : m_pairs(std::move(pairs)) {}

  Index heads() const override { return m_pairs.heads(); }
  Index length() const override { return m_pairs.length(); }
  const std::vector<Vector3>& alphaCarbons() const override { return m_pairs.alphaCarbons(); }
  std::vector<engine::Array<double>> weights() const override { return {m_pairs.gamma()}; }
  void setWeights(const std::vector<engine::Array<double>>& weights) override { m_pairs.setGamma(weights.at(0)); }
  Index strongestKey(Index head, Index query) const override { return m_pairs.strongestKey(head, query); }
  PairWalk walk(Index head, Index query, Index key, const PairNames& names) const override {
    const InvariantPointPair pair = m_pairs.pair(head, query, key);
    PairWalk walk;
    walk.pair = pair;
    walk.algorithm = pairWords("AlphaFold 2, Algorithm 22");
    walk.lines = linesOf(pair, names);
    walk.weightLine = kWeights;
    walk.terms = {{pairWords("features"), pair.scalarTerm},
                  {pairWords("pair"), pair.pairTerm},
                  {pairWords("points"), pair.pointTerm}};
    walk.query = localArrows(pair, true);
    walk.key = localArrows(pair, false);
    walk.world = worldArrows(pair);
    walk.beside = distanceText(pair);
    walk.caption = pairCaption(pairWords("Invariant point attention (AlphaFold 2, Algorithm 22)"), pair, names);
    walk.numbers = {rowNumbers(pair), numbersOf(pair)};
    return walk;
  }

 private:
  engine::InvariantPointPairs m_pairs;
};

std::shared_ptr<PairLayer> invariantPointLayer(const engine::ArrayBundle& arrays, const engine::ParameterValues& values,
                                               engine::Progress& progress) {
  return std::make_shared<InvariantPointLayer>(
      engine::InvariantPointPairs(engine::readInvariantPointInput<double>(arrays, values), 1, progress));
}

}  // namespace

const PairMechanism& invariantPointPairs() {
  static const PairMechanism mechanism{
      "attention invariant-point", {{"gamma", "Points, γ"}}, engine::invariantPointHeadsInput, invariantPointLayer};
  return mechanism;
}

}  // namespace ui
