// (Q K') V and Q (K' V): the same product, boxes to scale, with operations and memory. A multiplication and an addition
// are two operations.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

class AssociatePicture : public DrawnPicture {
 public:
  QString altText() const override {
    if (isAnyCovered()) return QObject::tr("Two orders of one product; their sizes are covered.");
    return QObject::tr(
               "Two orders of one product. By the map first: %1 operations and %2 numbers in between. Keys and values "
               "first: %3 operations and %4 numbers, %5 times fewer operations.")
        .arg(grouped(operations(0)), grouped(memory(0)), grouped(operations(1)), grouped(memory(1)),
             shownNumber(operations(0) / operations(1), 3));
  }

 protected:
  const char* id() const override { return "associate"; }
  std::vector<PictureNeed> needs() const override {
    return {
        {"length", ""}, {"number of features", ""}, {"width of values", ""}, {"operations of both orders", "2", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    for (size_t k = 0; k < 3; ++k)
      if (!input.arrays[k].isCovered && !(input.arrays[k].values[0] >= 1))
        refuse("array \"" + input.arrays[k].name + "\" is " + std::to_string(input.arrays[k].values[0]) +
               ", expected a number from 1");
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    if (isAnyCovered()) return canvas.cover(room);
    const double half = (room.height() - 2 * line) / 2;
    drawOrder(canvas, QRectF(room.topLeft(), QSizeF(room.width(), half)), 0);
    drawOrder(canvas, QRectF(room.left(), room.top() + half, room.width(), half), 1);
    canvas.text(QRectF(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line),
                Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("The second order needs %1 times fewer operations.")
                    .arg(shownNumber(operations(0) / operations(1))),
                {{}, 1.1, true});
  }

 private:
  double length() const { return needed(0).values[0]; }
  double features() const { return needed(1).values[0]; }
  double width() const { return needed(2).values[0]; }
  bool isAnyCovered() const {
    return std::any_of(input().arrays.begin(), input().arrays.end(),
                       [](const PictureArray& one) { return one.isCovered; });
  }
  /// As the lesson counted them, else 2 L^2 d twice, and 2 L m d four times: two feature maps, K'V, Q(K'V).
  double operations(size_t order) const {
    if (given(3)) return given(3)->values[static_cast<Index>(order)];
    const double l = length(), m = features(), d = width();
    return order == 0 ? 4 * l * l * d : 8 * l * m * d;
  }
  /// The numbers that stand between.
  double memory(size_t order) const { return order == 0 ? length() * length() : features() * width(); }
  static QString grouped(double value) {
    QString text = QString::number(value, 'f', 0);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3) text.insert(at, QChar(0x202f));
    return text;
  }

  struct Box {
    double rows, columns;
    QString name;
    QColor color;
  };
  void drawOrder(PictureCanvas& canvas, const QRectF& room, size_t order) const {
    const double line = canvas.line(), l = length(), m = features(), d = width();
    const QString title =
        order == 0 ? QObject::tr("(QKᵀ)V: every token with every other") : QObject::tr("Q(KᵀV): once for all tokens");
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.3 * line)), Qt::AlignLeft | Qt::AlignVCenter, title,
                {{}, 1.1, true});
    const RoleColors& roles = canvas.roles();
    const std::array<Box, 3> boxes = order == 0 ? std::array<Box, 3>{{{l, l, QStringLiteral("QKᵀ"), roles.weight},
                                                                      {l, d, QStringLiteral("V"), roles.value},
                                                                      {l, d, QObject::tr("output"), roles.output}}}
                                                : std::array<Box, 3>{{{l, m, QStringLiteral("Q"), roles.query},
                                                                      {m, d, QStringLiteral("KᵀV"), roles.weight},
                                                                      {l, d, QObject::tr("output"), roles.output}}};
    const QRectF inside = room.adjusted(0, 1.5 * line, 0, -1.4 * line);
    // One scale for both orders: the larger side of the map fills the height.
    const QStringList told{QObject::tr("%1 operations").arg(grouped(operations(order))),
                           QObject::tr("%1 numbers in between").arg(grouped(memory(order)))};
    const double wordsWidth = std::max(canvas.widthOf(told[0], {{}, 1, true}), canvas.widthOf(told[1]));
    const double across = room.width() - wordsWidth - (3 * 2.4 + 2) * line;  // beside the words and the signs
    const double columns = std::max(l + 2 * d, m + 2 * d);
    const double scale = std::min(inside.height() / std::max({l, m, 1.0}) * 0.78, std::max(across, line) / columns);
    double left = room.left() + line;
    for (size_t k = 0; k < boxes.size(); ++k) {
      const Box& box = boxes[k];
      const QString size = QStringLiteral("%1 × %2").arg(grouped(box.rows), grouped(box.columns));
      const double wide = std::max(2.0, box.columns * scale), high = std::max(2.0, box.rows * scale),
                   slot = std::max(wide, std::max(canvas.widthOf(size), canvas.widthOf(box.name, {{}, 1, true})) + 4);
      const QRectF area(left + (slot - wide) / 2, inside.top() + 1.1 * line + (inside.height() * 0.78 - high) / 2, wide,
                        high);
      canvas.fill(area, canvas.faint(box.color, 0.45));
      canvas.frame(area, box.color, 1.5);
      canvas.text(QRectF(left, area.top() - 1.1 * line, slot, line), Qt::AlignHCenter | Qt::AlignVCenter, box.name,
                  {box.color, 1, true});
      canvas.text(QRectF(left, area.bottom() + 0.1 * line, slot, line), Qt::AlignHCenter | Qt::AlignVCenter, size,
                  {canvas.theme().muted});
      canvas.hit({needed(k == 0 ? 0 : order == 1 && k == 1 ? 1 : 2).name, {}}, area.adjusted(-3, -3, 3, 3));
      left += slot;
      if (k + 1 < boxes.size())
        canvas.text(QRectF(left, inside.center().y() - line, 2.4 * line, 2 * line), Qt::AlignCenter,
                    k == 0 ? QStringLiteral("·") : QStringLiteral("="), {{}, 1.5, true});
      left += 2.4 * line;
    }
    const QRectF words(left + line, inside.center().y() - 2 * line, std::max(1.0, room.right() - left - line),
                       1.3 * line);
    canvas.text(words, Qt::AlignLeft | Qt::AlignVCenter, told[0], {{}, 1, true});
    canvas.text(words.translated(0, 1.5 * line), Qt::AlignLeft | Qt::AlignVCenter, told[1]);
    if (given(3)) canvas.hit({given(3)->name, {static_cast<Index>(order)}}, words);
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeAssociatePicture() { return std::make_unique<AssociatePicture>(); }

}  // namespace ui
