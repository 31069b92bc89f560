// Encoder cells below, decoder cells above, arrows as wide as the weights of the current step; all weights as a map.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kMasked = 1e-12;

class UnrolledPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index t = weights().values.shape()[0], s = weights().values.shape()[1];
    QStringList parts{QObject::tr("%1 source and %2 target letters.").arg(s).arg(t)};
    if (t == 0 || s == 0) return parts.front();
    const Index step = stepFor({});
    if (weights().isCovered)
      parts << QObject::tr("The weights are covered.");
    else
      parts << QObject::tr("At step %1, %2, the most is read from %3, %4: weight %5.")
                   .arg(step + 1)
                   .arg(target(step))
                   .arg(heaviest(step) + 1)
                   .arg(source(heaviest(step)), spokenNumber(weights(), weights().values(step, heaviest(step))));
    if (given(1)) parts << QObject::tr("Its probability is %1.").arg(spokenNumber(*given(1), given(1)->values[step]));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "unrolled"; }
  std::vector<PictureNeed> needs() const override {
    return {
        {"weights by step and source", "t s"}, {"probabilities of the letters", "t", true}, {"current step", "", true}};
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double share = std::clamp(0.5 * room.height(), 0.0, std::max(0.0, room.height() - 13 * line));
    const QRectF map(room.topLeft(), QSizeF(room.width(), share));
    if (share > 5 * line) drawMap(canvas, map);
    drawCells(canvas,
              QRectF(room.left(), map.bottom() + 0.5 * line, room.width(), room.bottom() - map.bottom() - 0.5 * line));
  }

 private:
  const PictureArray& weights() const { return needed(0); }
  /// Of the block or its third array, else the row of weights that is pointed at, has the focus or is marked.
  Index stepFor(const PictureAttention& attention) const {
    const Index t = weights().values.shape()[0];
    if (given(2))
      return std::isfinite(given(2)->values[0])
                 ? std::clamp<Index>(static_cast<Index>(given(2)->values[0]) - 1, 0, t - 1)
                 : 0;
    if (!setting("step").empty()) return chosen("step", t);
    const auto rowOf = [&](const PictureCell& cell) -> Index {
      const bool isRow = (cell.array == weights().name || (given(1) && cell.array == given(1)->name)) &&
                         !cell.at.empty() && cell.at[0] >= 0 && cell.at[0] < t;
      return isRow ? cell.at[0] : -1;
    };
    for (const auto& cell : {attention.hovered, attention.focused})
      if (cell && rowOf(*cell) >= 0) return rowOf(*cell);
    for (const PictureCell& mark : input().marks)
      if (rowOf(mark) >= 0) return rowOf(mark);
    return 0;
  }
  /// Where the writing stands at a step, what comes later is not there yet; else all of it is.
  bool isWritten(Index i, Index step) const { return i <= step || (!given(2) && setting("step").empty()); }
  QString source(Index j) const { return labelOf(weights(), 1, j); }
  QString target(Index i) const { return labelOf(weights(), 0, i); }
  Index heaviest(Index step) const {
    Index best = 0;
    for (Index j = 1; j < weights().values.shape()[1]; ++j)
      if (weights().values(step, j) > weights().values(step, best)) best = j;
    return best;
  }

  void drawMap(PictureCanvas& canvas, const QRectF& room) const {
    GridLook look{.title = QObject::tr("weights: a row for each letter written"),
                  .role = canvas.roles().weight,
                  .high = 1,
                  .areSumsShown = true,
                  .isBarShown = false};
    const PictureArray& all = weights();
    look.isMasked = [&all](Index row, Index column) { return all.values(row, column) == 0; };
    const QRectF cells = paintGrid(canvas, room, all, look);
    const double height = cells.height() / static_cast<double>(all.values.shape()[0]);
    const Index step = stepFor(canvas.attention());
    canvas.frame(QRectF(cells.left(), cells.top() + static_cast<double>(step) * height, cells.width(), height),
                 canvas.roles().query, 2.5);
  }

  void box(PictureCanvas& canvas, const QRectF& area, const QString& letter, const QColor& color, bool isStrong) const {
    canvas.fill(area, canvas.faint(color, isStrong ? 0.35 : 0.12));
    canvas.frame(area, color, isStrong ? 2.5 : 1);
    canvas.text(area.adjusted(1, 0, -1, 0), Qt::AlignCenter, letter, {{}, isStrong ? 1.25 : 1, isStrong});
  }

  void drawCells(PictureCanvas& canvas, const QRectF& room) const {
    const double line = canvas.line(), high = std::min(2.2 * line, room.height() * 0.2),
                 words = std::max(canvas.widthOf(QObject::tr("writes")), canvas.widthOf(QObject::tr("reads"))) +
                         canvas.gap();
    const Index t = weights().values.shape()[0], s = weights().values.shape()[1], step = stepFor(canvas.attention()),
                most = heaviest(step);
    const QRectF area = room.adjusted(words, 0, 0, 0);
    const auto rowOf = [&](Index count, double top) {
      const double pitch = std::min(area.width() / static_cast<double>(count), 6 * line),
                   left = area.center().x() - pitch * static_cast<double>(count) / 2;
      return [=](Index k) { return QRectF(left + (static_cast<double>(k) + 0.15) * pitch, top, pitch * 0.7, high); };
    };
    const auto upper = rowOf(t, area.top() + 1.2 * line), lower = rowOf(s, area.bottom() - 1.2 * line - high);
    canvas.text(QRectF(room.left(), upper(0).top(), words, high), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("writes"), {canvas.roles().query, 1, true});
    canvas.text(QRectF(room.left(), lower(0).top(), words, high), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("reads"), {canvas.roles().key, 1, true});
    const QRectF now = upper(step);
    for (Index j = 0; j < s; ++j) {
      const double weight = weights().values(step, j);
      const QRectF cell = lower(j);
      if (weight > kMasked)
        canvas.band({cell.center().x(), cell.top()}, {now.center().x(), now.bottom()},
                    std::max(0.6, weight * std::min(cell.width(), 3 * line)),
                    canvas.faint(canvas.roles().weight, 0.75));
    }
    for (Index j = 0; j < s; ++j) {
      const QRectF cell = lower(j);
      box(canvas, cell, source(j), canvas.roles().key, !weights().isCovered && j == most);
      if (j > 0)
        canvas.arrow({lower(j - 1).right(), cell.center().y()}, {cell.left(), cell.center().y()}, canvas.theme().muted,
                     1);
      canvas.hit({weights().name, {step, j}}, cell);
      if (weights().isCovered || j == most)
        canvas.text(QRectF(std::clamp(cell.center().x() - 2 * line, room.left(), room.right() - 4 * line),
                           cell.bottom() + 0.1 * line, 4 * line, line),
                    Qt::AlignHCenter | Qt::AlignVCenter,
                    j == most ? cellText(weights(), weights().values(step, j)) : QString(),
                    {canvas.roles().weight, 1, true});
    }
    for (Index i = 0; i < t; ++i) {
      const QRectF cell = upper(i);
      box(canvas, cell, isWritten(i, step) ? target(i) : QString(),
          isWritten(i, step) ? canvas.roles().query : canvas.theme().muted, i == step);
      if (i > 0)
        canvas.arrow({upper(i - 1).right(), cell.center().y()}, {cell.left(), cell.center().y()}, canvas.theme().muted,
                     1);
      canvas.hit(given(1) ? PictureCell{given(1)->name, {i}} : PictureCell{weights().name, {i, heaviest(i)}}, cell);
      if (given(1) && isWritten(i, step) && (i == step || cell.width() > 2.4 * line))
        canvas.text(QRectF(cell.center().x() - cell.width() * 0.7, cell.top() - 1.1 * line, cell.width() * 1.4, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, cellText(*given(1), given(1)->values[i]),
                    {canvas.theme().muted});
    }
    if (given(2)) canvas.hit({given(2)->name, {}}, QRectF(room.left(), now.top(), words, high));
    ghosts(canvas, upper, step);
  }

  /// What was written before a weight or letter was changed, where it differs.
  template <class Place>
  void ghosts(PictureCanvas& canvas, const Place& place, Index step) const {
    const QString before = QString::fromStdString(setting("before"));
    for (Index i = 0; i < std::min<Index>(weights().values.shape()[0], before.size()); ++i)
      if (QString(before[i]) != target(i) && isWritten(i, step))
        canvas.freeText(QRectF(place(i).left(), place(i).bottom() + 1, place(i).width(), canvas.line()),
                        Qt::AlignHCenter | Qt::AlignVCenter, QObject::tr("was %1").arg(before[i]),
                        {canvas.theme().muted, 0.9});
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeUnrolledPicture() { return std::make_unique<UnrolledPicture>(); }

}  // namespace ui
