// Boxes on tracks with arrows between them; a box is a button that opens what runs it.
#pragma once

#include <QPushButton>
#include <QWidget>
#include <vector>

#include "app/window/architecture/Architecture.h"

namespace app {

class MainWindow;

class ArchitectureDiagram : public QWidget {
  Q_OBJECT

 public:
  explicit ArchitectureDiagram(const Architecture& architecture, QWidget* parent = nullptr);
  const std::vector<QPushButton*>& buttons() const { return m_buttons; }  ///< in the order of the boxes
  /// In the widget.
  std::vector<QPointF> pathOf(const ArchitectureArrow& arrow) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  void chosen(const std::string& operation);

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  void dress();

  const Architecture& m_architecture;
  std::vector<QPushButton*> m_buttons;
};

/// A window of its own, never blocking, from which the diagram can be saved as a picture.
void showArchitecture(MainWindow& window);

}  // namespace app
