// A profile HMM: logo with occupancy and insert rows, and one column of it in detail - emissions against background and
// the transitions to the next column.
#pragma once

#include "engine/hmm/profile/ColumnOccupancy.h"
#include "ui/views/base/View.h"
#include "ui/views/logo/LogoPainter.h"
#include "ui/views/profile/EmissionChart.h"

class QFormLayout;
class QSpinBox;

namespace ui {

class ProfileView : public View {
  Q_OBJECT

 public:
  explicit ProfileView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("profile"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a profile.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"profile"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  void setScale(engine::LogoScale scale);
  void setRowsShown(bool on);
  void setDetailsShown(bool on);
  void setResidueOrder(ResidueOrder order);
  /// Logical pixels, clamped to what makes sense for the profile; 0: as wide as letters are easy to read.
  void setColumnWidth(double width);
  /// Scrolls so that this column (fractions allowed) is the first in sight, as far as there are columns.
  void scrollTo(double firstColumn);
  /// Makes a column the one in detail, locks it, and scrolls it into sight.
  void goToColumn(engine::Index column);
  /// Opens the field for a column number over the logo.
  void askForColumn();
  engine::LogoScale scale() const { return m_scale; }
  /// The column in detail: the locked or hovered one, else the last one of these; -1 in an empty profile.
  engine::Index detailColumn() const;

  /// Where the parts are in a picture of this size; what has no room is empty.
  struct Layout {
    QRectF title, gutter, logo, ruler, overview, emissions, transitions;
    std::vector<QRectF> rows;  ///< as in rowTitles()
  };
  Layout layoutFor(QSize size) const;
  QStringList rowTitles() const;
  struct Columns {
    double first = 0, width = 1;  ///< the column at the left, fractions included; logical pixels per column
  };
  Columns columnsIn(QSize size) const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  /// One of the rows below the logo.
  struct Row {
    QString title, shortTitle;
    std::vector<double> shares, numbers;  ///< height of the bar 0..1, and what is written on it; empty for letters
    std::string letters;
    enum class Kind { bars, letters, secondaryStructure } kind = Kind::bars;
  };
  const engine::ProfileHmm* profile() const;
  engine::Index length() const;
  void takeRows();
  /// A row of bars that are empty at `least` and full at `most`.
  void addBars(const QString& title, const QString& shortTitle, const std::vector<double>& values, double least,
               double most);
  void updateHeights();
  double clampedFirst(double first, double width, double room) const;
  double defaultWidth(double room) const;
  void zoomAt(double x, double factor);
  void moveColumn(engine::Index column);
  engine::Index columnAt(QPointF position) const;
  Focus focusOf(engine::Index column) const;
  engine::Index columnOf(const Focus& focus) const;
  void addCommands();
  void addNumberRows(QFormLayout& form);
  void changed();

  double xOf(const Layout& layout, const Columns& columns, double column) const;
  void paintTitle(QPainter& painter, const Layout& layout) const;
  void paintScale(QPainter& painter, const Layout& layout) const;
  void paintRow(QPainter& painter, const Layout& layout, const Columns& columns, size_t row) const;
  void paintBars(QPainter& painter, const QRectF& area, const Columns& columns, const Row& row) const;
  void paintLetters(QPainter& painter, const QRectF& area, const Columns& columns, const Row& row) const;
  void paintRuler(QPainter& painter, const Layout& layout, const Columns& columns) const;
  void paintOverview(QPainter& painter, const Layout& layout, const Columns& columns) const;
  void paintMarks(QPainter& painter, const Layout& layout, const Columns& columns) const;
  void paintDetails(QPainter& painter, const Layout& layout) const;
  QString scaleTitle() const;
  QString rowValue(const Row& row, engine::Index column) const;

  engine::DatasetPtr m_dataset;
  engine::ResidueVector m_background{};
  engine::ColumnOccupancy m_occupancy;
  std::vector<engine::ResidueVector> m_heights;
  std::vector<double> m_totals;  ///< of the heights
  double m_limit = 1;
  std::vector<Row> m_rows;
  QSpinBox* m_goTo;

  engine::LogoScale m_scale = engine::LogoScale::relativeEntropy;
  ResidueOrder m_order = ResidueOrder::alphabetical;
  bool m_areRowsShown = true, m_areDetailsShown = true;
  double m_first = 0, m_columnWidth = 0;
  engine::Index m_column = 0;
};

}  // namespace ui
