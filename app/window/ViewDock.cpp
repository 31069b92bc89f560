// A view in its dock, with the title bar that exports and closes it.
#include "app/window/ViewDock.h"

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "ui/look/Icons.h"
#include "ui/panels/TitleBar.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/ViewWaiting.h"

namespace app {

namespace {

/// Device pixels per logical pixel of a saved picture: sharp on paper and on dense screens.
constexpr double kPictureScale = 2;
constexpr QSize kSmallestPicture(200, 150);

/// Whether it says something, unlike the sign between two names.
bool isName(const QString& word) {
  return std::any_of(word.begin(), word.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

/// As many words of a title as tell it from the others of `all`; those that are the same do not count. The last one is
/// a name.
QString shortName(const QString& title, const QStringList& all) {
  const QStringList words = title.split(u' ', Qt::SkipEmptyParts);
  for (qsizetype count = 1; count < words.size(); ++count) {
    const QString start = words.mid(0, count).join(u' ');
    const bool isUnique = std::all_of(all.begin(), all.end(), [&](const QString& other) {
      return other == title || !(other == start || other.startsWith(start + u' '));
    });
    if (!isUnique || !isName(words[count - 1])) continue;
    return start.endsWith(u',') || start.endsWith(u':') ? start.chopped(1) : start;
  }
  return title;
}

/// As the key that every view understands; without a text it writes nothing where text is edited.
void press(QWidget& canvas, Qt::Key key) {
  QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
  QCoreApplication::sendEvent(&canvas, &event);
}

QSize pictureSize(ui::View& view) { return view.size().expandedTo(kSmallestPicture); }

}  // namespace

void savePicture(ui::View& view, const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("svg") || suffix == QStringLiteral("pdf")) {
    return view.exportVector(path, pictureSize(view));
  }
  if (suffix == QStringLiteral("csv") || suffix == QStringLiteral("npz")) return view.exportNumbers(path);
  if (suffix != QStringLiteral("png")) {
    engine::fail(path.toStdString(), ": pictures end in .png, .svg or .pdf, numbers in .csv or .npz, found \"",
                 suffix.toStdString(), "\"");
  }
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (!view.renderImage(pictureSize(view), kPictureScale).save(&buffer, "PNG")) {
    engine::fail(path.toStdString(), ": the picture could not be encoded as PNG");
  }
  engine::writeFileWhole(path.toStdString(), {buffer.data().constData(), static_cast<size_t>(buffer.size())});
}

ViewDock::ViewDock(ui::View* view, QWidget* parent) : QDockWidget(parent), m_view(view) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWidget(view);
  m_titleBar = new ui::TitleBar(this);
  addCommands();
  QToolButton* button = m_titleBar->addButton(QStringLiteral("export"), tr("Copy or save the picture"));
  auto* menu = new QMenu(button);
  fillMenu(*menu);
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  m_again = m_titleBar->addButton(QStringLiteral("run"), tr("Compute again: what this was computed from was edited"));
  connect(m_again, &QToolButton::clicked, view, [this] {
    for (const engine::DatasetId& id : staleIds()) m_view->session().computeAgain(id);
  });
  view->extendMenu = [this](QMenu& entries) { fillMenu(entries); };
  if (const ui::ViewWaiting* waiting = ui::ViewWaiting::of(view))
    connect(waiting, &ui::ViewWaiting::changed, this,
            [this, waiting] { m_titleBar->setProgress(waiting->progress()); });
}

QString ViewDock::kindTitle() const {
  // What a view shows may have another name than the kind of view.
  if (const QString own = m_view->property("kindTitle").toString(); !own.isEmpty()) return own;
  const auto& kinds = ui::viewKinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.id == m_view->kind(); });
  return kind == kinds.end() ? m_view->title() : kind->title;
}

engine::DatasetPtr ViewDock::dataset() const {
  const std::vector<engine::DatasetId> ids = m_view->datasetIds();
  return ids.empty() ? nullptr : m_view->session().document().find(ids.front());
}

QString ViewDock::datasetTitle() const {
  const engine::DatasetPtr shown = dataset();
  return shown ? QString::fromStdString(shown->title) : QString();
}

void ViewDock::setName(const QString& name) {
  setWindowTitle(name);
  const QString title = m_view->title(), kind = kindTitle();
  const engine::DatasetPtr shown = dataset();
  const bool isStale = !staleIds().empty();
  m_titleBar->setIcon(shown ? ui::icon(QString::fromStdString(engine::kindOf(*shown).icon())) : QIcon());
  const QString text = title == kind ? title : tr("%1 · %2").arg(title, kind);
  m_titleBar->setTitle(isStale ? tr("%1 (stale)").arg(text) : text);
  m_again->setVisible(isStale);
}

void nameDocks(const std::vector<ViewDock*>& docks) {
  std::map<QString, int> numCalled;
  for (ViewDock* dock : docks) {
    QStringList others;
    for (const ViewDock* other : docks)
      if (other->kindTitle() == dock->kindTitle()) others << other->datasetTitle();
    const QString name = shortName(dock->datasetTitle(), others);
    const QString text = name.isEmpty() ? dock->kindTitle() : ViewDock::tr("%1 · %2").arg(name, dock->kindTitle());
    const int number = ++numCalled[text];
    dock->setName(number == 1 ? text : ViewDock::tr("%1 (%2)").arg(text).arg(number));
  }
}

std::vector<engine::DatasetId> ViewDock::staleIds() const {
  const ui::Document& document = m_view->session().document();
  std::vector<engine::DatasetId> ids = m_view->datasetIds();
  std::erase_if(ids, [&document](const engine::DatasetId& id) {
    const engine::DatasetPtr dataset = document.find(id);
    return !dataset || !document.isStale(*dataset);
  });
  return ids;
}

void ViewDock::closeEvent(QCloseEvent* event) {
  Q_EMIT closing();
  QDockWidget::closeEvent(event);
}

void ViewDock::setActive(bool on) { m_titleBar->setActive(on); }

void ViewDock::copyPicture() {
  try {
    QGuiApplication::clipboard()->setImage(m_view->renderImage(pictureSize(*m_view), kPictureScale));
  } catch (const engine::Error& error) {
    m_view->session().report(ui::MessageKind::error, QString::fromUtf8(error.what()));
  }
}

void ViewDock::resetView() {
  m_view->resetView();
  m_view->canvas().update();
  Q_EMIT m_view->stateChanged();
}

void ViewDock::addCommands() {
  const auto add = [this](const char* name, const QString& text, auto run) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
    return action;
  };
  add("view.copy-picture", tr("Copy picture"), [this] { copyPicture(); })->setIcon(ui::icon(QStringLiteral("copy")));
  add("view.copy-caption", tr("Copy caption"),
      [this] { QGuiApplication::clipboard()->setText(m_view->caption()); });
  add("", tr("Export a figure…"), [this] { Q_EMIT figureRequested(); });  // the one of the menu File has the name
  add("view.save-picture", tr("Save as PNG, SVG or PDF…"), [this] {
    chooseFileAndSave(m_view->kind() + QStringLiteral(".png"),
                      {tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF page (*.pdf)")});
  })->setIcon(ui::icon(QStringLiteral("export")));
  add("view.save-numbers", tr("Save numbers as CSV or NPZ…"), [this] {
    chooseFileAndSave(m_view->kind() + QStringLiteral(".csv"), {tr("CSV table (*.csv)"), tr("NumPy arrays (*.npz)")});
  });
  add("", {}, [] {})->setSeparator(true);
  add("view.show-twice", tr("Show twice"), [this] { Q_EMIT duplicateRequested(); });
  add("view.reset", tr("Reset view"), [this] { resetView(); });
  add("view.zoom-in", tr("Zoom in"), [this] { press(m_view->canvas(), Qt::Key_Plus); });
  add("view.zoom-out", tr("Zoom out"), [this] { press(m_view->canvas(), Qt::Key_Minus); });
}

void ViewDock::fillMenu(QMenu& menu) { menu.addActions(actions()); }

void ViewDock::chooseFileAndSave(const QString& suggestion, const QStringList& filters) {
  ui::askForNewFile(this, tr("Save %1").arg(m_view->title()), suggestion, filters, [this](const QString& path) {
    try {
      savePicture(*m_view, path);
      m_view->session().report(ui::MessageKind::information, tr("Saved %1").arg(path));
    } catch (const engine::Error& error) {
      m_view->session().report(ui::MessageKind::error, QString::fromUtf8(error.what()));
    }
  });
}

}  // namespace app
