// Pair geometry of a chain: distance, omega, theta and phi of all pairs of residues as linked maps.
#pragma once

#include <array>
#include <optional>

#include "ui/scenes/MapScene.h"
#include "ui/views/base/View.h"
#include "ui/views/geometry/GeometryMaps.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/MapNavigation.h"

namespace ui {

enum class GeometryArrangement { allFour, oneLarge };
enum class ContactLine { none, onDistance, onAll };

class GeometryView : public View {
  Q_OBJECT

 public:
  explicit GeometryView(Session& session, QWidget* parent = nullptr);
  ~GeometryView() override;

  QString kind() const override { return QStringLiteral("geometry"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but pair geometry.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"geometry"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  void setArrangement(GeometryArrangement arrangement);
  /// The quantity that is shown alone when there is one map, or no room for four.
  void setMain(GeometryQuantity quantity);
  /// Distances at the ends of the colours, Å; `high` stays above `low`.
  void setDistanceRange(double low, double high);
  /// From 0 to the largest distance there is.
  void showAllDistances();
  void setContactLine(ContactLine line);
  void setContactThreshold(double distance);  ///< Å, 2..30
  void setColorMap(const QString& id);        ///< of distance and φ; throws engine::Error for an unknown one
  GeometryArrangement arrangement() const { return m_arrangement; }
  GeometryQuantity mainQuantity() const { return m_main; }
  ContactLine contactLine() const { return m_contactLine; }

  /// Zoom so that a cell is this many logical pixels, around a cell.
  void showCells(engine::Index row, engine::Index column, double pixelsPerCell);
  /// Where a map is in a picture of this size; empty when it is not shown.
  Rect panelOf(GeometryQuantity quantity, QSize size) const;
  MapViewport viewportOf(GeometryQuantity quantity, QSize size) const;
  const MapLook& lookOf(GeometryQuantity quantity) const { return m_looks[static_cast<size_t>(quantity)]; }

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  struct Layout {
    std::array<Rect, kNumGeometryQuantities> headers, panels, bars;
    QRectF footnote;
    bool isOne = false;  ///< one map only, by choice or for want of room
    AxisTitles titles = AxisTitles::shown;
  };
  struct Cell {
    engine::Index i = -1, j = -1;
  };
  std::shared_ptr<const engine::ChainGeometry> geometry() const;
  engine::Index length() const;
  engine::DatasetId axis() const;
  Layout layoutFor(QSize size) const;
  /// Title and colour bar stand above and below a map, or both at its right where it is wide enough.
  enum class WordsPlace { around, beside };
  Layout gridLayout(QSize size, int columns, WordsPlace words) const;
  double footnoteHeight() const;
  void placeMap(Layout& layout, GeometryQuantity quantity, const Rect& slot, WordsPlace words) const;
  MapFrame frameOf(GeometryQuantity quantity, const Layout& layout) const;
  Cell cellOf(const Focus& focus) const;
  Focus focusOf(const Cell& cell) const;
  /// The map under a point; nothing outside of all.
  std::optional<GeometryQuantity> quantityAt(QPointF position, const Layout& layout) const;
  std::optional<Cell> cellAt(QPointF position) const;
  double valueAt(GeometryQuantity quantity, const Cell& cell) const;
  bool moveCell(int key, engine::Index step);
  void zoom(double factor);

  void addCommands();
  void addDistanceRows(class QFormLayout& form);
  void changed();
  void updateLooks();
  void updateScene();
  void startContactLine();
  bool hasContactLine(GeometryQuantity quantity) const;
  void paintMap(QPainter& painter, const Layout& layout, GeometryQuantity quantity) const;
  void paintHeader(QPainter& painter, const Rect& area, GeometryQuantity quantity) const;
  void paintMarks(QPainter& painter, const MapFrame& frame) const;
  std::vector<QString> footnotes() const;
  QString cellText(const Cell& cell) const;

  std::unique_ptr<MapScene> m_scene;
  bool m_isOneTold = false;  ///< the controls say that one map is shown
  engine::DatasetPtr m_dataset;
  std::string m_letters;
  UnusualResidues m_unusual;
  double m_largest = 0;  ///< distance, Å
  MapNavigation m_navigation;
  std::array<MapLook, kNumGeometryQuantities> m_looks;
  std::vector<MapLine> m_contactLines;
  GeometryArrangement m_arrangement = GeometryArrangement::allFour;
  GeometryQuantity m_main = GeometryQuantity::distance;
  ContactLine m_contactLine = ContactLine::onDistance;
  double m_contactThreshold = 8;
  double m_low = 0, m_high = 0;  ///< Å; both 0: everything
  QString m_colorMap = QStringLiteral("viridis");
  bool m_isDirty = true;
};

}  // namespace ui
