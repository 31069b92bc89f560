// Controls one after the other, on as many lines as the width asks for.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace ui {

/// The last item stands at the right end of the last line.
class FlowLayout : public QLayout {
  Q_OBJECT

 public:
  FlowLayout(QWidget* parent, int spacing);
  ~FlowLayout() override;
  /// Items that stay beside each other.
  void addGroup(QLayout* group);

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), nullptr); }
  QSize sizeHint() const override;
  /// The widest item alone on a line.
  QSize minimumSize() const override;
  void setGeometry(const QRect& area) override;

 private:
  /// Fills `places` (by item) unless it is null; returns the height that is needed.
  int place(const QRect& area, std::vector<QRect>* places) const;
  std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace ui
