// What is under the pointer, the controls of the active view, and where its data come from.
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/views/View.h"

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace ui {

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(Session& session, QWidget* parent = nullptr);
  /// The view whose controls and data are shown; null: none.
  void setActiveView(View* view);
  /// The view that the pointer is over: its readout is shown; null: that of the active view.
  void setHoveredView(View* view);
  /// The readout as text, one line per row: label, tab, value.
  QString readoutText() const;

 Q_SIGNALS:
  /// The user works with the controls of this view.
  void controlsUsed(ui::View* view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void followReadout();
  void showReadout();
  void showControls();
  /// The controls anew; the keyboard stays on the one that had it.
  void renewControls();
  void showProvenance();
  QLabel* addHeading(const QString& text);
  View* readoutView() const;
  /// What the view says, and what profiles say about the columns that are selected.
  std::vector<ReadoutLine> readoutLines() const;

  Session& m_session;
  QPointer<View> m_active, m_hovered;
  QWidget* m_content;
  QVBoxLayout* m_layout;
  QWidget* m_readout;
  QGridLayout* m_readoutGrid;
  int m_numLines = 0;  ///< that have labels in the grid
  QLabel* m_readoutHint;
  QLabel *m_controlsHeading, *m_dataHeading;
  QPointer<QWidget> m_controls;
  QLabel* m_provenance;
  std::vector<std::string> m_shownIds;
};

}  // namespace ui
