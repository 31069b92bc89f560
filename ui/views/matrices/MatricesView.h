// Arrays of any rank as matrices with numbers: what a mechanism took, gave, and had in between, side by side.
#pragma once

#include <optional>

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/HasColorBar.h"
#include "ui/views/matrices/MatricesLink.h"
#include "ui/views/matrices/MatricesPicture.h"

namespace ui {

class MatricesView : public View, public HasColorBar, public ChangeOptions<MatricesView> {
  Q_OBJECT

 public:
  explicit MatricesView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("matrices"); }
  QString title() const override;
  /// Files of arrays, but for those that are made to be plotted.
  bool accepts(const engine::Dataset& dataset) const override;
  /// With the arrays it was computed from, once they are there. Throws engine::Error for anything but arrays.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  const MatricesOptions& options() const { return m_options; }
  /// Throws engine::Error for an unknown colour map.
  void setOptions(const MatricesOptions& options);
  const std::vector<ArraySlice>& slices() const { return m_slices; }
  /// As on the screen.
  MatricesLayout layoutFor(QSize size) const;
  /// What is pointed at or locked, here or in the maps of the same result.
  std::optional<MatrixCell> cell() const { return marks().current(); }

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  /// The head and the weight that maps of the same result have on show and marked are those of the arrays.
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  /// On a name: that array alone, or all again. On a cell: keeps it marked.
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void prepare();
  void show(std::vector<ArraySlice> slices);
  /// On pages, which nobody points at, only of a cell that is marked.
  bool hasFormula(bool isPage) const;
  /// A page has all in sight, as no one can scroll it.
  MatricesLayout layoutFor(QSize size, bool isPage) const;
  void scrollTo(double place);
  /// Tell maps of the same result.
  void hover(const std::optional<MatrixCell>& cell);
  void lock(const std::optional<MatrixCell>& cell);
  MatrixMarks marks() const;
  bool moveCell(QPoint by);
  void zoom(const MatrixPlace& place, QPointF at, double factor);
  /// What the user moves, starting from where it stands.
  MapNavigation& navigationOf(const MatrixPlace& place);

  MapScene m_scene;
  engine::DatasetPtr m_dataset;
  MatricesOptions m_options;
  std::vector<ArraySlice> m_slices;
  MatricesLink m_link;
  MatrixNavigations m_navigations;
  MatrixMarks m_marks;  ///< made here
  double m_scroll = 0;  ///< as wanted; MatricesLayout has it as it is
};

}  // namespace ui
