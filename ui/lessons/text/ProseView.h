// A piece of prose: Markdown with live numbers, formulae in the line, marks, links; as high as its text.
#pragma once

#include <QTextBrowser>
#include <functional>
#include <vector>

#include "ui/lessons/text/LessonMarkdown.h"

class QTextObjectInterface;

namespace ui {

class ProseView : public QTextBrowser {
  Q_OBJECT

 public:
  explicit ProseView(QWidget* parent = nullptr);
  /// Pictures lie in `folder`. Names of controls make numbers draggable.
  void setProse(const LessonMarkdown& prose, const QString& folder, const std::vector<QString>& controls = {});
  const LessonMarkdown& prose() const { return m_prose; }
  /// In the order of the prose's numbers; what has not changed is not laid out again.
  void setNumbers(const std::vector<QString>& texts);
  /// Letters of this height, logical pixels.
  void setLetterSize(int pixels);
  /// Called with the change of a control whose number is dragged, in steps of a pixel, or moved by keys, in steps of
  /// five.
  std::function<void(const QString& control, double steps)> moveControl;

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// -1: none any more.
  void markHovered(int mark);
  void markChosen(int mark);
  /// "softmax", "share".
  void lessonWanted(const QString& lesson, const QString& step);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// Code is as large as the text around it: Markdown takes the size of the desktop.
  void useOneSize();
  void putFormulas();
  void putNumbers();
  void selectNumber(size_t number);
  void fit();
  void follow(const QUrl& url);
  void useColors();
  QString controlAt(QPoint position) const;

  LessonMarkdown m_prose;
  std::vector<QString> m_controls, m_texts;
  QString m_dragged;
  double m_draggedFrom = 0;
};

}  // namespace ui
