// The views that a figure is made of: the one that is there, or one for each of the chosen heads of a layer.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/views/base/figure/Figure.h"

namespace ui {

class View;

/// Whether a view shows heads that could stand in panels.
bool hasHeads(const View& view);

/// Views of heads are made out of sight, with the state of the view. They compute what they show: isReady() tells, and
/// ready() comes when it becomes true.
class FigurePanels : public QObject {
  Q_OBJECT

 public:
  /// The view outlives this.
  explicit FigurePanels(View& view, QObject* parent = nullptr);
  ~FigurePanels() override;

  /// Throws engine::Error when the view shows no heads, or not this layer or head.
  void choose(const FigureOptions& options);
  std::vector<FigurePanel> panels() const;
  bool isReady() const;

 Q_SIGNALS:
  void ready();

 private:
  void makeHeadViews(const FigureOptions& options);

  View& m_view;
  std::vector<std::unique_ptr<View>> m_heads;
  std::vector<FigurePanel> m_panels;
  FigureOptions m_made;  ///< of the views of heads
  QJsonObject m_state;   ///< with which they were made
};

}  // namespace ui
