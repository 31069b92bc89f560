// Loss and exact matches over the steps of a training, and maps of some examples as a kept checkpoint made them.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

class TrainingPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index n = steps().values.size();
    if (n == 0) return QObject::tr("A training that has not begun.");
    QStringList parts{QObject::tr("A training up to step %1.").arg(spokenNumber(steps(), steps().values[n - 1]))};
    parts << QObject::tr("The loss went from %1 to %2, exact matches from %3 to %4.")
                 .arg(spokenNumber(loss(), loss().values[0]), spokenNumber(loss(), loss().values[n - 1]),
                      spokenNumber(exact(), exact().values[0]), spokenNumber(exact(), exact().values[n - 1]));
    if (given(4) && given(3)->values.size() > 0)
      parts << QObject::tr("Maps are those of step %1.").arg(spokenNumber(*given(3), given(3)->values[checkpoint()]));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "training"; }
  std::vector<PictureNeed> needs() const override {
    return {{"steps", "k"},
            {"loss", "k"},
            {"share of exact matches", "k"},
            {"steps of checkpoints", "c", true},
            {"maps by checkpoint and example", "c e t s", true},
            {"chosen checkpoint", "", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double left = given(4) ? room.width() * 0.58 : room.width();
    const QRectF curves(room.left(), room.top(), left - (given(4) ? 2 * edge : 0), room.height());
    drawCurve(canvas, QRectF(curves.topLeft(), QSizeF(curves.width(), curves.height() / 2)), loss(),
              QObject::tr("loss"), canvas.roles().key, 0);
    drawCurve(canvas, QRectF(curves.left(), curves.center().y(), curves.width(), curves.height() / 2), exact(),
              QObject::tr("share of exact matches"), canvas.roles().value, 1);
    if (given(4)) drawMaps(canvas, QRectF(room.left() + left, room.top(), room.width() - left, room.height()));
  }

 private:
  const PictureArray& steps() const { return needed(0); }
  const PictureArray& loss() const { return needed(1); }
  const PictureArray& exact() const { return needed(2); }
  Index checkpoint() const {
    const Index count = given(3) ? given(3)->values.size() : 0;
    if (given(5))
      return std::isfinite(given(5)->values[0])
                 ? std::clamp<Index>(static_cast<Index>(given(5)->values[0]) - 1, 0, std::max<Index>(0, count - 1))
                 : 0;
    return chosen("checkpoint", count, std::max<Index>(0, count - 1));
  }

  void drawCurve(PictureCanvas& canvas, const QRectF& room, const PictureArray& values, const QString& title,
                 const QColor& color, double least) const {
    PlotRange y = roundRange(values.values);
    y.high = std::max(y.high, least);
    const PlotRange steps = looseRange({&this->steps().values});
    const PlotPanel panel = paintPictureAxes(canvas, room, {std::min(0.0, steps.low), steps.high}, {0, y.high * 1.02},
                                             QObject::tr("step"), title);
    if (values.isCovered)
      canvas.cover(QRectF(panel.area.x + panel.area.width / 3, panel.area.y + panel.area.height / 3,
                          panel.area.width / 3, panel.area.height / 3));
    const Index count = this->steps().values.size();
    if (given(3) && std::isfinite(given(3)->values[checkpoint()])) {
      const double at = given(3)->values[checkpoint()];
      canvas.stroke(pointIn(panel, at, panel.y.low), pointIn(panel, at, panel.y.high), canvas.theme().accent, 1.5,
                    Qt::DashLine);
    }
    paintCurve(canvas, panel, this->steps().values.begin(), values.values.begin(), count, color, 2.5);
    for (Index k = 0; k < count; ++k) {
      if (!std::isfinite(values.values[k]) || !std::isfinite(this->steps().values[k])) continue;
      const QPointF at = pointIn(panel, this->steps().values[k], values.values[k]);
      if (count <= 60) canvas.dot(at, 3 * canvas.theme().scale, color);
      canvas.hit({values.name, {k}}, QRectF(at - QPointF(5, 5), QSizeF(10, 10)));
    }
    if (count > 0 && std::isfinite(values.values[count - 1]) && std::isfinite(this->steps().values[count - 1]))
      canvas.label(pointIn(panel, this->steps().values[count - 1], values.values[count - 1]),
                   cellText(values, values.values[count - 1]), {color, 1.1, true}, 7);
    scrubber(canvas, panel);
  }

  /// Dragging the line chooses the nearest checkpoint.
  void scrubber(PictureCanvas& canvas, const PlotPanel& panel) const {
    if (!given(5) || !std::isfinite(given(3)->values[checkpoint()])) return;
    const PictureCell cell{given(5)->name, {}};
    const double x = pointIn(panel, given(3)->values[checkpoint()], 0).x();
    canvas.hit(cell, QRectF(x - 6, panel.area.y, 12, panel.area.height), [this, panel, cell](QPointF to) {
      const auto& kept = given(3)->values;
      Index best = 0;
      for (Index k = 1; k < kept.size(); ++k)
        if (std::abs(kept[k] - panel.xValueAt(to.x())) < std::abs(kept[best] - panel.xValueAt(to.x()))) best = k;
      return std::vector<PictureMove>{{cell, static_cast<double>(best + 1)}};
    });
  }

  /// Cells of all examples are about as large: each has room for its rows.
  void drawMaps(PictureCanvas& canvas, const QRectF& room) const {
    constexpr double kLinesBeside = 3;  ///< title, letters, what is between
    const Index examples = given(4)->values.shape()[1], at = checkpoint();
    const double line = canvas.line();
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("attention at step %1").arg(cellText(*given(3), given(3)->values[at])),
                {canvas.roles().weight, 1, true});
    std::vector<GridLook> looks;
    double rows = 0;
    for (Index e = 0; e < examples; ++e) {
      looks.push_back(lookOf(canvas, at, e));
      rows += static_cast<double>(looks.back().mostRows);
    }
    const double left = room.height() - 1.4 * line - static_cast<double>(examples) * kLinesBeside * line;
    double top = room.top() + 1.4 * line;
    for (const GridLook& look : looks) {
      const double share = rows > 0 ? static_cast<double>(look.mostRows) / rows : 1 / static_cast<double>(examples);
      const double height = kLinesBeside * line + share * std::max(0.0, left);
      paintGrid(canvas, QRectF(room.left(), top, room.width(), height - 0.4 * line), *given(4), look);
      top += height;
    }
  }

  /// Of an example only what it has: a row of weights adds up to one, a row of nothing is room that others need.
  GridLook lookOf(const PictureCanvas& canvas, Index checkpoint, Index example) const {
    const engine::Array<double>& maps = given(4)->values;
    GridLook look{.role = canvas.roles().weight, .sheet = {checkpoint, example}, .high = 1, .isBarShown = false};
    const Index rows = maps.shape()[2], columns = maps.shape()[3];
    const double* sheet = maps.data() + (checkpoint * maps.shape()[1] + example) * rows * columns;
    for (Index t = 0; t < rows; ++t)
      for (Index s = 0; s < columns; ++s)
        if (sheet[t * columns + s] != 0) {
          look.mostRows = t + 1;
          look.mostColumns = std::max(look.mostColumns, s + 1);
        }
    nameSymbols(example, look);
    return look;
  }

  /// "ACDE → EDCA" names what is read and what is written, by letters or words.
  void nameSymbols(Index example, GridLook& look) const {
    const auto& labels = given(4)->labels;
    if (labels.size() < 2 || static_cast<size_t>(example) >= labels[1].size()) return;
    const QString& text = labels[1][static_cast<size_t>(example)];
    const QString arrow = QStringLiteral(" → ");
    look.title = text;
    const auto symbols = [](const QString& part, Index count) {
      std::vector<QString> names;
      for (const QString& word : part.split(part.contains(u' ') ? QStringLiteral(" ") : QString(), Qt::SkipEmptyParts))
        names.push_back(word);
      return std::ssize(names) == count ? names : std::vector<QString>();
    };
    look.columnNames = symbols(text.section(arrow, 0, 0), look.mostColumns);
    if (!text.contains(arrow)) return;
    look.rowNames = symbols(text.section(arrow, 1), look.mostRows - 1);
    if (!look.rowNames.empty()) look.rowNames.push_back(QObject::tr("end"));
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeTrainingPicture() { return std::make_unique<TrainingPicture>(); }

}  // namespace ui
