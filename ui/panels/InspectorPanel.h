// What is under the pointer, the controls of the active view, and where its data come from.
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/views/base/View.h"

class QLabel;
class QScrollArea;
class QSplitter;
class QToolButton;
class QVBoxLayout;

namespace ui {

class LiveParameters;
class ReadoutGrid;
class ResultParts;

/// The readout above, controls and data below, each scrolled by itself: what is pointed at moves no control. Nothing is
/// wider than the panel.
class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  /// Logical pixels at text of usual size: nothing asks for more than that.
  static constexpr int kUsualWidth = 290;

  explicit InspectorPanel(Session& session, QWidget* parent = nullptr);
  /// The view whose controls and data are shown; null: none.
  void setActiveView(View* view);
  /// The view that the pointer is over: its readout is shown; null: that of the active view.
  void setHoveredView(View* view);
  /// A model is shown while it is selected in the library: no view is about it.
  void setSelected(const engine::DatasetId& id);
  /// The readout as text, one line per row: label, tab, value.
  QString readoutText() const;
  /// How readout and controls share the height, for restoreSplit().
  QByteArray split() const;
  /// Nothing for what cannot be read.
  void restoreSplit(const QByteArray& split);

 Q_SIGNALS:
  /// The user works with the controls of this view.
  void controlsUsed(ui::View* view);
  /// The user gave a computed dataset other parameters, in one step.
  void parametersChanged(const engine::Request& before, const engine::Request& after);
  /// The user wants to see another part of the result that a view shows.
  void partWanted(const engine::DatasetPtr& dataset);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void makeReadout();
  void makeControls();
  QVBoxLayout* addPane(QScrollArea& area);
  QLabel* addHeading(QVBoxLayout& pane, const QString& text);
  /// Folds the parameters away, and stays as it is when others are shown.
  void addParametersHeading();
  void followReadout();
  void showReadout();
  void showControls();
  void makeControlsFit();
  /// Beside what is in the panel, logical pixels.
  int marginsWidth() const;
  /// In the panel as wide as it usually is, logical pixels.
  int roomForForms() const;
  void fitWidth();
  /// The controls anew; the keyboard stays on the one that had it.
  void renewControls();
  /// Tab goes from top to bottom.
  void orderTabs();
  void showProvenance();
  /// Live parameters of what the view shows, where it was computed quickly.
  void showParameters();
  View* readoutView() const;
  /// What the view says, and what profiles say about the columns that it speaks of.
  std::vector<ReadoutLine> readoutLines() const;

  Session& m_session;
  QPointer<View> m_active, m_hovered;
  QSplitter* m_splitter;
  QScrollArea *m_readoutArea, *m_controlsArea;  ///< each keeps its share of the height, whatever is in them
  QVBoxLayout* m_controlsPane;
  QLabel* m_readoutHint;
  ReadoutGrid* m_readout;
  ResultParts* m_parts;
  QToolButton* m_parametersHeading;
  QLabel *m_controlsHeading, *m_dataHeading;
  QPointer<QWidget> m_controls;
  QPointer<LiveParameters> m_parameters;
  QWidget* m_provenance;
  engine::DatasetId m_selected;
  std::vector<engine::DatasetId> m_shownIds;
};

}  // namespace ui
