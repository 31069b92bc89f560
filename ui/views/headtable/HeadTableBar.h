// The line above a head table: what is filtered, what is missing, how it is arranged, what colours it.
#pragma once

#include <QWidget>

#include "ui/views/headtable/HeadTableOptions.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class HeadColumnChoice;

class HeadTableBar : public QWidget {
  Q_OBJECT

 public:
  explicit HeadTableBar(QWidget* parent = nullptr);

  QLineEdit& filter() const { return *m_filter; }
  HeadColumnChoice& color() const { return *m_color; }
  /// Offers structures for contacts; hidden where there is nothing to offer.
  QPushButton& structureButton() const { return *m_structure; }
  QComboBox& arrangement() const { return *m_arrangement; }
  void setArrangement(HeadArrangement arrangement);
  /// How many heads are shown, or what is wrong with the filter.
  void setCount(const QString& text, const QString& problem);
  void applyTheme();
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void arrangementChosen(ui::HeadArrangement arrangement);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitParts();

  QLineEdit* m_filter;
  QLabel *m_count, *m_colorTitle;
  QPushButton* m_structure;
  HeadColumnChoice* m_color;
  QComboBox* m_arrangement;
};

}  // namespace ui
