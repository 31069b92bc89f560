// The bar above a table of hits: filter, number of hits, colours of probabilities, and buttons to look inside.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class HitsBar : public QWidget {
 public:
  explicit HitsBar(QWidget* parent);
  QLineEdit& filter() { return *m_filter; }
  QPushButton& openButton() { return *m_open; }
  QPushButton& familiesButton() { return *m_families; }
  void setCount(const QString& text);
  /// Why the chosen hit cannot be opened; empty when it can.
  void setProblem(const QString& problem);
  void applyTheme();
  /// Without what gives way where there is no room for it: the legend, then the number of hits.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitParts();

  QLineEdit* m_filter;
  QLabel* m_count;
  QWidget* m_legend;
  QPushButton *m_open, *m_families;
};

}  // namespace ui
