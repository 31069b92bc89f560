// Pairs of channels of a position encoding, (sine, cosine), as hands of clocks: position 0 of the formula points up.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostClocks = 16;
constexpr double kFullTurn = 2 * std::numbers::pi;

class ClockPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index count = needed(0).values.shape()[1] / 2;
    QStringList parts{QObject::tr("%1 clocks for %2 positions; the hands show position %3.")
                          .arg(count)
                          .arg(needed(0).values.shape()[0])
                          .arg(position() + 1)};
    if (needed(0).isCovered)
      parts << QObject::tr("The hands are covered.");
    else if (shift() != 0 && isThere(position() + shift()))
      for (Index c = 0; c < std::min<Index>(count, 4); ++c)
        parts << QObject::tr("%1 further, hand %2 has turned by %3 degrees.")
                     .arg(shift())
                     .arg(c + 1)
                     .arg(std::lround(turn(position(), c)));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "clock"; }
  std::vector<PictureNeed> needs() const override {
    return {{"positions by channels", "n D"}, {"position", "", true}, {"shift", "", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    if (input.arrays[0].values.shape()[1] % 2 != 0)
      refuse("array \"" + input.arrays[0].name + "\" has " + std::to_string(input.arrays[0].values.shape()[1]) +
             " channels, expected an even number: a sine and a cosine for each clock");
  }

  void draw(PictureCanvas& canvas) const override {
    const Index count = std::min(needed(0).values.shape()[1] / 2, kMostClocks);
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    canvas.showMarksWithoutFrames();  // the hands are at the marked positions
    drawKey(canvas, QRectF(room.left(), room.top(), room.width(), 1.2 * line));
    const QRectF clocks = room.adjusted(0, 1.6 * line, 0, 0);
    Index columns = 1;
    const auto size = [&](Index across) {
      const Index down = (count + across - 1) / across;
      return std::min(clocks.width() / static_cast<double>(across),
                      clocks.height() / static_cast<double>(down) - 2.6 * line);
    };
    for (Index across = 2; across <= count; ++across)
      if (size(across) > size(columns)) columns = across;
    const Index rows = (count + columns - 1) / columns;
    const QSizeF cell(clocks.width() / static_cast<double>(columns), clocks.height() / static_cast<double>(rows));
    const auto faces = std::make_shared<std::vector<Face>>();
    for (Index c = 0; c < count; ++c)
      drawClock(canvas,
                QRectF(QPointF(clocks.left() + static_cast<double>(c % columns) * cell.width(),
                               clocks.top() + static_cast<double>(c / columns) * cell.height()),
                       cell),
                c, faces);
  }

 private:
  struct Face {
    QPointF middle;
    double radius = 0;
  };
  using Faces = std::shared_ptr<std::vector<Face>>;  ///< all of them, so that a drag knows on which it is

  bool isThere(Index i) const { return i >= 0 && i < needed(0).values.shape()[0]; }
  Index number(size_t which, const char* key, Index otherwise) const {
    if (given(which))
      return std::isfinite(given(which)->values[0]) ? static_cast<Index>(std::lround(given(which)->values[0]))
                                                    : otherwise;
    const std::string text = setting(key);
    return text.empty() ? otherwise : static_cast<Index>(std::lround(std::strtod(text.c_str(), nullptr)));
  }
  /// The row that the k-th mark marks; -1: there is none.
  Index markedRow(size_t k) const {
    const auto& marks = input().marks;
    return k < marks.size() && marks[k].array == needed(0).name && !marks[k].at.empty() ? marks[k].at[0] : -1;
  }
  Index position() const {
    const Index asked = number(1, "position", markedRow(0) >= 0 ? markedRow(0) + 1 : 1) - 1;
    return std::clamp<Index>(asked, 0, std::max<Index>(0, needed(0).values.shape()[0] - 1));
  }
  Index shift() const { return number(2, "shift", markedRow(1) >= 0 ? markedRow(1) - position() : 0); }
  double angle(Index i, Index c) const {
    return std::atan2(needed(0).values(i, 2 * c), needed(0).values(i, 2 * c + 1));
  }
  /// Degrees, 0 to 360, from a position to the one `shift` further.
  double turn(Index i, Index c) const {
    const double turned = std::fmod(angle(i + shift(), c) - angle(i, c) + 2 * kFullTurn, kFullTurn) * 360 / kFullTurn;
    return turned > 360 - 1e-6 ? 0 : turned;
  }
  /// Whether all positions turn alike, which is what makes a shift a turn.
  bool isTurnTheSame(Index c) const {
    for (Index i = 0; isThere(i + shift()); ++i)
      if (std::abs(std::remainder((turn(i, c) - turn(position(), c)) / 360 * kFullTurn, kFullTurn)) > 1e-6)
        return false;
    return shift() >= 0;
  }

  QString further() const { return QObject::tr("position %1, %2 further").arg(position() + shift() + 1).arg(shift()); }

  void drawKey(PictureCanvas& canvas, const QRectF& area) const {
    const QString from = QObject::tr("position %1").arg(position() + 1);
    canvas.text(area, Qt::AlignLeft | Qt::AlignVCenter, from, {canvas.roles().query, 1, true});
    if (shift() == 0 || !isThere(position() + shift())) return;
    const double width = canvas.widthOf(from, {{}, 1, true}) + 2 * canvas.gap();
    canvas.text(area.adjusted(width, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, further(),
                {canvas.roles().key, 1, true});
    const double second = width + canvas.widthOf(further(), {{}, 1, true}) + 2 * canvas.gap();
    bool areSame = !needed(0).isCovered;
    for (Index c = 0; areSame && c < needed(0).values.shape()[1] / 2; ++c) areSame = isTurnTheSame(c);
    if (areSame)
      canvas.text(area.adjusted(second, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  QObject::tr("each hand turns as much from every other position"), {canvas.theme().muted});
  }

  QPointF rim(QPointF middle, double radius, Index i, Index c) const {
    const double at = angle(i, c);
    return middle + QPointF(std::sin(at), -std::cos(at)) * radius;
  }

  void drawClock(PictureCanvas& canvas, const QRectF& cell, Index c, const Faces& faces) const {
    const double line = canvas.line(),
                 radius = std::max(4.0, std::min(cell.width(), cell.height() - 2.6 * line) / 2 - 0.6 * line);
    const double top = cell.top() + std::max(0.0, (cell.height() - 2.6 * line - 2 * radius) / 2);
    const QPointF middle(cell.center().x(), top + 1.3 * line + radius);
    canvas.text(QRectF(cell.left(), top, cell.width(), line), Qt::AlignHCenter | Qt::AlignVCenter,
                QObject::tr("channels %1 and %2").arg(2 * c + 1).arg(2 * c + 2), {canvas.theme().muted});
    faces->push_back({middle, radius});
    QPainterPath face;
    face.addEllipse(middle, radius, radius);
    canvas.stroke(face, canvas.theme().line, 2);
    if (needed(0).isCovered) return canvas.cover(QRectF(middle - QPointF(line, line), QSizeF(2 * line, 2 * line)));
    const Index n = needed(0).values.shape()[0], i = position(), to = i + shift();
    for (Index k = 0; k < std::min<Index>(n, 100); ++k)
      canvas.dot(rim(middle, radius, k, c), 1.5 * canvas.theme().scale, canvas.faint(canvas.theme().muted, 0.6));
    const bool hasOther = shift() != 0 && isThere(to);
    if (hasOther) {
      QPainterPath arc;
      const QRectF inner(middle - QPointF(radius, radius) * 0.45, QSizeF(radius, radius) * 0.9);
      arc.arcMoveTo(inner, 90 - angle(i, c) * 360 / kFullTurn);
      arc.arcTo(inner, 90 - angle(i, c) * 360 / kFullTurn, -turn(i, c));
      canvas.stroke(arc, canvas.theme().text, 1.5);
      canvas.arrow(middle, rim(middle, radius, to, c), canvas.roles().key, 2);
    }
    canvas.arrow(middle, rim(middle, radius, i, c), canvas.roles().query, 3);
    hits(canvas, middle, radius, c, faces);
    const PictureArray& all = needed(0);
    const QString words = hasOther
                              ? QObject::tr("turns by %1°").arg(turn(i, c), 0, 'f', 1)
                              : QStringLiteral("sin %1, cos %2")
                                    .arg(cellText(all, all.values(i, 2 * c)), cellText(all, all.values(i, 2 * c + 1)));
    canvas.text(QRectF(cell.left() + 2, middle.y() + radius + 0.2 * line, cell.width() - 4, line),
                Qt::AlignHCenter | Qt::AlignVCenter, words);
  }

  /// The position whose point is nearest on the rim of the clock under the pointer, of equals the one next to where the
  /// hand is.
  Index nearest(const std::vector<Face>& faces, QPointF to, Index from) const {
    size_t clock = 0;
    const auto away = [&](size_t k) { return std::hypot(faces[k].middle.x() - to.x(), faces[k].middle.y() - to.y()); };
    for (size_t k = 1; k < faces.size(); ++k)
      if (away(k) < away(clock)) clock = k;
    const auto [middle, radius] = faces[clock];
    const auto c = static_cast<Index>(clock);
    Index best = from;
    double least = 1e300;
    for (Index k = 0; k < needed(0).values.shape()[0]; ++k) {
      const QPointF apart = rim(middle, radius, k, c) - to;
      const double cost = std::hypot(apart.x(), apart.y()) + 0.02 * radius * std::abs(static_cast<double>(k - from));
      if (cost < least) least = cost, best = k;
    }
    return best;
  }

  void hits(PictureCanvas& canvas, QPointF middle, double radius, Index c, const Faces& faces) const {
    const double reach = std::max(6 * canvas.theme().scale, radius / 6);
    const auto about = [&](QPointF at) { return QRectF(at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)); };
    const Index i = position(), other = i + shift();
    const QRectF face(middle - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    canvas.hit({needed(0).name, {i, 2 * c + 1}}, face.adjusted(radius, 0, 0, 0));
    canvas.hit({needed(0).name, {i, 2 * c}}, face.adjusted(0, 0, -radius, 0));
    const auto dragged = [this, faces](const std::string& name, Index from, Index origin) {
      return [this, faces, name, from, origin](QPointF to) {
        return std::vector<PictureMove>{{{name, {}}, static_cast<double>(nearest(*faces, to, from) - origin)}};
      };
    };
    if (given(2) && isThere(other))
      canvas.hit({given(2)->name, {}}, about(rim(middle, radius, other, c)), dragged(given(2)->name, other, i));
    if (given(1)) canvas.hit({given(1)->name, {}}, about(rim(middle, radius, i, c)), dragged(given(1)->name, i, -1));
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeClockPicture() { return std::make_unique<ClockPicture>(); }

}  // namespace ui
