// Base of all views: a VTK picture with an overlay, fed with datasets, linked through the session's selection only.
#pragma once

#include <QImage>
#include <QJsonObject>
#include <QKeySequence>
#include <QSize>
#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "ui/look/Theme.h"
#include "ui/session/Session.h"
#include "ui/views/base/CanvasPicture.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/PointerGestures.h"
#include "ui/vtk/VtkWidget.h"

class QAction;
class QMenu;
class QPainter;
class QPushButton;

namespace ui {

/// One line of the inspector: "Query", "Asp 52".
struct ReadoutLine {
  QString label, value;
  bool isTable = false;    ///< the value is lines of monospaced columns, which need the whole width
  bool isFormula = false;  ///< the value is a formula and what it comes to, lines as engine::texOfPlain() reads them
};

class View : public QWidget, public PointerTarget, public CanvasPicture {
  Q_OBJECT

 public:
  View(Session& session, QWidget* parent = nullptr);
  ~View() override;

  virtual QString kind() const = 0;   ///< as in views.def
  virtual QString title() const = 0;  ///< for the dock: dataset and what is shown
  /// With what it shows now; what it accepts while it shows nothing is in views.def.
  virtual bool accepts(const engine::Dataset& dataset) const = 0;
  /// Shows a dataset, or throws engine::Error and leaves the view as it was; a second call replaces it or, where the
  /// view holds several (attention + distance), adds it.
  virtual void setDataset(engine::DatasetPtr dataset) = 0;
  /// setDataset() and a new picture; what fails becomes the line below the picture, which stays. False then.
  bool showDataset(const engine::DatasetPtr& dataset);
  /// Why a dataset that was dropped here is not accepted: one line.
  virtual QString refusalText(const engine::Dataset& dataset) const;
  virtual std::vector<engine::DatasetId> datasetIds() const = 0;
  /// What is under the pointer (or locked), in words and numbers, for the inspector; empty when nothing is.
  virtual std::vector<ReadoutLine> readout() const = 0;
  /// What readout() speaks of: the selection, unless the view has a cell of its own in work.
  virtual Focus readoutFocus() const { return m_session.selection().current(); }
  /// Points there by a key: what is locked moves, or else what is hovered.
  virtual void pointAt(const Focus& focus);
  /// Controls of this view for the inspector (colour map, scale, threshold, ...); owned by the caller; may be null.
  virtual QWidget* makeControls(QWidget* parent) = 0;
  virtual void resetView() = 0;
  virtual QString emptyText() const = 0;  ///< what to do when nothing is shown

  /// Everything that the user can change about this view besides its datasets: controls, zoom, camera, orders, what is
  /// hidden. Plain values, so that a session file can keep them.
  virtual QJsonObject state() const { return {}; }
  /// Puts such a state back. Missing keys leave what is, unknown keys and values of a wrong type are ignored, values
  /// out of range become the nearest valid ones. Never throws.
  virtual void setState(const QJsonObject&) {}
  /// The numbers on show, to be saved as CSV or NPZ; none when nothing is shown.
  virtual std::vector<NumberTable> visibleNumbers() const { return {}; }
  /// One or two sentences for the legend of a figure: what is shown, with which options.
  virtual QString captionText() const { return title(); }
  /// One line about what is under the pointer; empty when nothing is.
  virtual QString statusText() const { return {}; }

  /// captionText() and where each dataset comes from.
  QString caption() const;
  /// CSV or NPZ by suffix. Throws engine::Error, also when there are no numbers.
  void exportNumbers(const QString& path) const;
  /// A command of this view for its context menu, the command palette and the list of shortcuts. `id` is like
  /// "alignment.find"; the shortcut works while the view has the focus. Owned by the view.
  QAction* addCommand(const QString& id, const QString& text, const QKeySequence& shortcut,
                      std::function<void()> run);
  /// Called to add entries of the window to the context menu.
  std::function<void(QMenu&)> extendMenu;

  /// Ids of the operations whose results this view shows, offered while it is empty.
  virtual std::vector<std::string> makers() const { return {}; }
  /// Of the empty state; hidden when there is something to see.
  QPushButton& startButton() { return *m_start; }

  /// The whole view as a picture: `size` in logical pixels, `scale` device pixels per logical pixel.
  QImage renderImage(QSize size, double scale);
  /// SVG or PDF by suffix: the VTK part as one image, text and marks as vectors. Throws engine::Error.
  void exportVector(const QString& path, QSize size);
  VtkWidget& canvas() { return *m_canvas; }
  Session& session() const { return m_session; }

 Q_SIGNALS:
  void titleChanged();
  /// The user wants these heads on this chain of a structure, in whatever views show one of them.
  void chainWanted(const std::string& heads, const std::string& structure, const std::string& chain);
  /// From the empty state.
  void operationRequested(const QString& id);
  /// Work whose result the user wants to see.
  void requested(const engine::Request& request);
  void openFilesRequested();
  void readoutChanged();
  /// What was taken from the theme has to be taken anew: the user chose another one, or a figure is drawn in its own.
  void themeChanged();
  /// Something that state() tells has changed.
  void stateChanged();
  /// Data are about to be changed: what the user did before is a step of its own.
  void aboutToEdit();
  /// Data were changed, and how that is taken back and done again, whether or not the view is still there then.
  void edited(const std::function<void()>& undo, const std::function<void()>& redo);
  /// What makeControls() offers is no longer what there is to choose from.
  void controlsOutdated();

 protected:
  /// Hover, lock, head or theme changed: the default repaints the canvas.
  virtual void onSelectionChanged();
  void onPointerLeft() override;
  /// Locks the hovered focus, or unlocks when it is empty or already locked.
  void onClicked(QPointF position) override;
  void onRightClicked(QPoint globalPosition) override;
  /// Entries of the context menu that depend on what is loaded.
  virtual void addMenuEntries(QMenu&) {}
  /// Arrow keys, +, -, 0 (reset), Escape (unlock, then forget what is kept, then what is pointed at). True: used.
  virtual bool onKey(int key, Qt::KeyboardModifiers modifiers);
  bool eventFilter(QObject* watched, QEvent* event) final;

  /// Index in dataset `id` of focus.first or focus.second; -1 when it has no partner there.
  engine::Index translated(const Position& position, engine::DatasetId id) const;
  const Theme& theme() const { return ThemeModel::instance().theme(); }
  void refresh();  ///< repaint the canvas
  PointerGestures& gestures() { return m_gestures; }

 private:
  Session& m_session;
  VtkWidget* m_canvas;
  QPushButton* m_start;
  PointerGestures m_gestures;
};

}  // namespace ui
