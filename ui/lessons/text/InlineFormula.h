// A formula in a line of text: an object that the text lays out like a letter.
#pragma once

#include <QObject>
#include <QTextObjectInterface>

#include "ui/lessons/text/LessonMarkdown.h"

class QTextCursor;

namespace ui {

class InlineFormula : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  using QObject::QObject;
  static void registerIn(QTextDocument& document);
  /// In the place of what is selected. What cannot be read stays as TeX.
  static void insert(QTextCursor& place, const LessonMarkdown::InlineFormula& formula);

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
  void drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int position,
                  const QTextFormat& format) override;
};

}  // namespace ui
