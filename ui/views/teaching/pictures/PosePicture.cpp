// Points and what a layer gives for them, before and after a motion: numbers of points stay, arrows turn along. The
// motion is found from the points (its linear part by least squares), so that a mirror is called one.
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kSame = 1e-9, kRigid = 1e-6;
constexpr Index kMostNamedPoints = 24, kMostDots = 120;  ///< of more the line alone tells more

using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

Points pointsOf(const PictureArray& array) {
  return Eigen::Map<const Points>(array.values.data(), array.values.shape()[0], 3);
}

/// y = x * linear + shift, by rows.
struct Motion {
  enum class Kind { unknown, still, moved, turned, mirrored, other } kind = Kind::unknown;
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
};

Motion motionOf(const Points& before, const Points& after) {
  Motion motion;
  if (before.rows() == 0 || !before.allFinite() || !after.allFinite()) return motion;
  const Points a = before.rowwise() - before.colwise().mean(), b = after.rowwise() - after.colwise().mean();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(a.transpose() * b, Eigen::ComputeFullU | Eigen::ComputeFullV);
  // Of flat sets of points turns and mirrors are alike: then it is called a turn.
  motion.linear = svd.matrixU() * svd.matrixV().transpose();
  const bool isFlat = svd.singularValues()(2) < kRigid * std::max(1.0, svd.singularValues()(0));
  if (isFlat && motion.linear.determinant() < 0) {
    Eigen::Matrix3d u = svd.matrixU();
    u.col(2) *= -1;
    motion.linear = u * svd.matrixV().transpose();
  }
  const double size = 1 + a.cwiseAbs().maxCoeff();
  using Kind = Motion::Kind;
  if ((a * motion.linear - b).cwiseAbs().maxCoeff() > kRigid * size)
    motion.kind = Kind::other;
  else if (motion.linear.determinant() < 0)
    motion.kind = Kind::mirrored;
  else if ((a - b).cwiseAbs().maxCoeff() > kRigid * size)
    motion.kind = Kind::turned;
  else
    motion.kind = (before - after).cwiseAbs().maxCoeff() > kRigid * size ? Kind::moved : Kind::still;
  return motion;
}

class PosePicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts{QObject::tr("%1 points before and after a motion.").arg(needed(0).values.shape()[0]),
                      motionText() + QStringLiteral(".")};
    for (const QString& text : {numbersText(), vectorsText()})
      if (!text.isEmpty()) parts << text + QStringLiteral(".");
    return parts.join(u' ');
  }
  bool canTurn() const override { return true; }

 protected:
  const char* id() const override { return "pose"; }
  std::vector<PictureNeed> needs() const override {
    return {{"points", "n 3"},
            {"points after", "n 3"},
            {"numbers of points", "n", true},
            {"numbers after", "n", true},
            {"vectors", "n 3", true},
            {"vectors after", "n 3", true}};
  }
  void derive() override { m_motion = motionOf(pointsOf(input().arrays[0]), pointsOf(input().arrays[1])); }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    QStringList sentences{motionText(), numbersText(), vectorsText()};
    sentences.removeAll(QString());
    const double words = static_cast<double>(sentences.size()) * 1.25 * line, bars = given(3) ? room.height() * 0.3 : 0,
                 width = (room.width() - 3 * line) / 2;
    const double high = room.height() - words - bars;
    for (size_t k = 0; k < 2; ++k) {
      const double left = room.left() + static_cast<double>(k) * (width + 3 * line);
      drawPoints(canvas, QRectF(left, room.top(), width, high), k);
      if (given(3))
        paintBars(canvas, QRectF(left, room.top() + high, width, bars - 0.3 * line), *given(2 + k), {}, barRange(),
                  canvas.theme().muted);
    }
    canvas.arrow({room.left() + width + 0.2 * line, room.top() + high / 2},
                 {room.left() + width + 2.8 * line, room.top() + high / 2}, canvas.theme().text, 3);
    double top = room.bottom() - words;
    for (const QString& text : sentences) {
      canvas.text(QRectF(room.left(), top, room.width(), 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter, text,
                  {{}, 1.05, text == motionText()});
      top += 1.25 * line;
    }
  }

 private:
  QString motionText() const {
    using Kind = Motion::Kind;
    switch (m_motion.kind) {
      case Kind::still:
        return QObject::tr("Nothing has moved");
      case Kind::moved:
        return QObject::tr("The points were moved");
      case Kind::turned:
        return QObject::tr("The points were turned");
      case Kind::mirrored:
        return QObject::tr("The points were mirrored");
      case Kind::other:
        return QObject::tr("The points changed in another way than by turns, moves and mirrors");
      case Kind::unknown:
        break;
    }
    return QObject::tr("The motion is covered");
  }
  QString numbersText() const {
    if (!given(3) || given(2)->isCovered || given(3)->isCovered) return {};
    double worst = 0;
    for (Index k = 0; k < given(2)->values.size(); ++k)
      worst = std::max(worst, std::abs(given(2)->values[k] - given(3)->values[k]));
    return worst <= kSame ? QObject::tr("The numbers are the same, to 1e−9")
                          : QObject::tr("The numbers differ by up to %1").arg(shownNumber(worst));
  }
  /// Against the first vectors, moved as the points were.
  QString vectorsText() const {
    if (!given(5) || given(4)->isCovered || given(5)->isCovered || m_motion.kind == Motion::Kind::unknown ||
        m_motion.kind == Motion::Kind::other)
      return {};
    const double worst = given(4)->values.empty()
                             ? 0
                             : (pointsOf(*given(4)) * m_motion.linear - pointsOf(*given(5))).cwiseAbs().maxCoeff();
    return worst <= kSame ? QObject::tr("The vectors turned along, to 1e−9")
                          : QObject::tr("The vectors miss the motion by up to %1").arg(shownNumber(worst));
  }
  PlotRange barRange() const {
    const PlotRange a = roundRange(given(2)->values), b = roundRange(given(3)->values);
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  /// Of both sets about their own middles, with room for the arrows.
  double reach() const {
    double far = 1e-9;
    for (size_t k = 0; k < 2; ++k) {
      const Points all = pointsOf(needed(k));
      if (!all.allFinite()) continue;
      const Eigen::RowVector3d middle = all.colwise().mean();
      for (Index i = 0; i < all.rows(); ++i) far = std::max(far, (all.row(i) - middle).norm());
    }
    return far * (given(5) ? 1.25 : 1.03);
  }
  /// Between points: of a chain from one to the next; with the line `radius` between all that are as near before.
  std::vector<std::pair<Index, Index>> linesOf(const Points& before) const {
    std::vector<std::pair<Index, Index>> lines;
    const double radius = std::strtod(setting("radius", "0").c_str(), nullptr);
    for (Index i = 0; i < before.rows(); ++i)
      for (Index j = i + 1; j < before.rows(); ++j)
        if (radius > 0 ? (before.row(i) - before.row(j)).norm() <= radius : j == i + 1) lines.emplace_back(i, j);
    return lines;
  }
  double arrowScale() const {
    double longest = 0;
    for (const size_t k : {size_t{4}, size_t{5}})
      for (Index i = 0; i < given(k)->values.shape()[0]; ++i)
        longest = std::max(longest, pointsOf(*given(k)).row(i).norm());
    return longest > 0 && std::isfinite(longest) ? 0.4 * reach() / longest : 1;
  }

  void drawPoints(PictureCanvas& canvas, const QRectF& room, size_t which) const {
    const double line = canvas.line();
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
                which == 0 ? QObject::tr("before") : QObject::tr("after"), {{}, 1.1, true});
    const QRectF inside = room.adjusted(line, 1.5 * line, -line, -0.5 * line);
    const PictureArray& array = needed(which);
    if (array.isCovered) return canvas.cover(inside);
    const Points all = pointsOf(array);
    const Eigen::RowVector3d middle = all.colwise().mean();
    const double scale = std::min(inside.width(), inside.height()) / 2 / reach();
    const auto at = [&, view = depthView()](const Eigen::Vector3d& place) {
      const Eigen::Vector3d from = place - middle.transpose();
      const QPointF flat = view.flat(from.x(), from.y(), from.z());
      return inside.center() + QPointF(flat.x() * scale, -flat.y() * scale);
    };
    const bool areNamed = all.rows() <= kMostNamedPoints;
    for (const auto& [i, j] : linesOf(pointsOf(needed(0)))) {
      const QPointF a = at(all.row(i)), b = at(all.row(j));
      if (std::isfinite(a.x() + a.y() + b.x() + b.y()))
        canvas.stroke(a, b, areNamed ? canvas.theme().muted : canvas.roles().query, areNamed ? 1.5 : 2);
    }
    const PictureArray* vectors = given(5) && !given(4 + which)->isCovered ? given(4 + which) : nullptr;
    const double stretch = vectors ? arrowScale() : 1;
    for (Index i = 0; i < all.rows(); ++i) {
      const QPointF place = at(all.row(i));
      if (!std::isfinite(place.x() + place.y())) continue;
      if (vectors) {
        const Eigen::Vector3d tip = (all.row(i) + pointsOf(*vectors).row(i) * stretch).transpose();
        if (tip.allFinite()) canvas.arrow(place, at(tip), canvas.roles().value, 2);
      }
      const double radius = (areNamed ? 5 : 2.5) * canvas.theme().scale;
      if (all.rows() <= kMostDots) canvas.dot(place, radius, canvas.roles().query);
      const QRectF about(place - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
      for (const Index axis : {Index{2}, Index{1}, Index{0}}) canvas.hit({array.name, {i, axis}}, about);
      if (areNamed) canvas.label(place, labelOf(array, 0, i), {{}, 1}, 7);
    }
  }

  Motion m_motion;
};

}  // namespace

std::unique_ptr<TeachingPicture> makePosePicture() { return std::make_unique<PosePicture>(); }

}  // namespace ui
