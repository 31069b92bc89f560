#include "ui/views/headtable/HeadTableView.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/heads/HeadColumnChoice.h"
#include "ui/views/headtable/HeadTableBar.h"
#include "ui/views/headtable/HeadTableCommands.h"
#include "ui/views/headtable/HeadTablePage.h"

namespace ui {

using engine::Index;

namespace {

/// Widths of table and grid in proportion.
const QList<int> kShares = {7000, 3000};

}  // namespace

HeadTableView::HeadTableView(Session& session, QWidget* parent)
    : View(session, parent),
      m_chosen(ChosenHeads::of(session)),
      m_bar(new HeadTableBar(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)) {
  m_splitter->setChildrenCollapsible(false);
  m_rows = new HeadRows(m_splitter);
  m_splitter->addWidget(&canvas());
  m_splitter->setStretchFactor(0, 1);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setSizes(kShares);
  auto* column = qobject_cast<QVBoxLayout*>(layout());
  column->addWidget(m_bar);
  column->addWidget(m_splitter, 1);
  startButton().raise();
  setFocusProxy(m_rows);
  setTabOrder(m_rows, &canvas());
  setTabOrder(&canvas(), &m_bar->filter());
  setTabOrder(&m_bar->filter(), &m_bar->structureButton());
  setTabOrder(&m_bar->structureButton(), &m_bar->color());
  setTabOrder(&m_bar->color(), &m_bar->arrangement());
  connectParts();
  addHeadTableCommands(*this);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed, which would undo this.
    QTimer::singleShot(0, this, &HeadTableView::applyTheme);
  });
  connect(this, &View::themeChanged, this, &HeadTableView::showContent);  // colours are those of the theme
  // Structures come and go.
  connect(&session.document(), &Document::added, this, &HeadTableView::showParts);
  connect(&session.document(), &Document::removed, this, &HeadTableView::showParts);
  applyTheme();
  showParts();
}

void HeadTableView::connectParts() {
  const auto changeNow = [this](const auto& edit) {
    change(edit);
    Q_EMIT controlsOutdated();
  };
  connect(&m_bar->filter(), &QLineEdit::textChanged, this,
          [this](const QString& text) { change([&](HeadTableOptions& options) { options.filter = text; }); });
  connect(&m_bar->filter(), &QLineEdit::returnPressed, m_rows, qOverload<>(&QWidget::setFocus));
  connect(m_bar, &HeadTableBar::arrangementChosen, this, [changeNow](HeadArrangement arrangement) {
    changeNow([&](HeadTableOptions& options) { options.arrangement = arrangement; });
  });
  connect(&m_bar->color(), &HeadColumnChoice::chosen, this, [changeNow](const std::string& key) {
    changeNow([&](HeadTableOptions& options) { options.coloredBy = key; });
  });
  connect(&m_bar->structureButton(), &QPushButton::clicked, this, [this] { offerStructures(*this); });
  connect(m_rows, &HeadRows::sortAsked, this, [this, changeNow](int column) {
    changeNow([&](HeadTableOptions& options) {
      if (column < 0) {
        options.sortedBy.clear();
        options.isDescending = false;
      } else {
        const ShownHeadColumn& of = engine::nth(shown().shown, column);
        sortNext(options, of.key, of.kind == HeadCellKind::label || of.kind == HeadCellKind::words);
      }
    });
  });
  connect(m_rows, &HeadRows::foldAsked, this, [this, changeNow](int group) {
    const HeadGroup of = engine::nth(shown().groups, group);
    if (!of.canFold()) return;
    changeNow([&](HeadTableOptions& options) {
      if (options.unfolded.erase(of.name) == 0) options.unfolded.insert(of.name);
    });
  });
  connect(m_rows, &HeadRows::columnMenuAsked, this,
          [this](int column, QPoint onScreen) { showColumnMenu(*this, column, onScreen); });
  connect(m_rows, &HeadRows::headChosen, this, [this](Index head) { chooseHead(session(), *shown().table, head); });
  connect(m_rows, &HeadRows::headHovered, this, &HeadTableView::setHovered);
  connect(m_rows, &HeadRows::headsSelected, this, [this] {
    refresh();
    // After the head of the last of these rows: other views forget several heads for one.
    QTimer::singleShot(0, this, [this] { m_chosen.setNumbers(m_rows->selectedHeads(), *shown().table); });
  });
  connect(&m_chosen, &ChosenHeads::changed, this, [this] {
    if (!m_dataset) return;
    std::vector<Index> chosen = m_chosen.numbersIn(*shown().table);
    const Index current = currentHead(session(), *shown().table);
    if (chosen.empty() && m_rows->selectedHeads().size() > 1 && current >= 0) chosen.push_back(current);
    if (!chosen.empty()) m_rows->selectHeads(chosen);
    refresh();
  });
  connect(m_rows, &HeadRows::copyRequested, this,
          [this] { QGuiApplication::clipboard()->setText(headRowsText(*this)); });
  connect(m_rows, &HeadRows::released, this, [this] { session().selection().letGo(); });
}

View* makeHeadTableView(Session& session, QWidget* parent) { return new HeadTableView(session, parent); }

bool isForHeadTableView(const engine::Dataset& dataset, const Document&) {
  return dataset.as<engine::HeadTable>() != nullptr;
}

bool HeadTableView::accepts(const engine::Dataset& dataset) const {
  return isForHeadTableView(dataset, session().document());
}

void HeadTableView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the head table shows statistics of heads, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  m_dataset = std::move(dataset);
  m_hovered = -1;
  showContent();
  m_bar->color().setTable(*shown().table, shown().columns);
  m_bar->color().setKey(m_options.coloredBy);
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> HeadTableView::datasetIds() const {
  if (!m_dataset) return {};
  return {m_dataset->id};
}

QString HeadTableView::title() const { return m_dataset ? QString::fromStdString(m_dataset->title) : tr("Head table"); }

QString HeadTableView::emptyText() const {
  return tr("No statistics of heads yet. Open attention heads and compute what each of them does.");
}

void HeadTableView::resetView() { setOptions({}); }

void HeadTableView::setOptions(const HeadTableOptions& options) {
  if (options == m_options) return;
  m_options = options;
  showContent();
  Q_EMIT readoutChanged();
  Q_EMIT stateChanged();
}

void HeadTableView::showContent() {
  if (m_dataset)
    m_rows->setContent(
        HeadTableShown(m_dataset->share<engine::HeadTable>(), m_options, theme()),
        {m_options.sortedBy, m_options.isDescending, currentHead(session(), *m_dataset->as<engine::HeadTable>())});
  showParts();
  refresh();
}

void HeadTableView::showParts() {
  const bool isEmpty = !m_dataset;
  m_bar->setVisible(!isEmpty);
  const bool hasRoom = width() >= kLeastForBoth * theme().scale;
  m_rows->setVisible(!isEmpty && m_options.arrangement != HeadArrangement::grid);
  canvas().setVisible(isEmpty || m_options.arrangement == HeadArrangement::grid ||
                      (m_options.arrangement == HeadArrangement::both && hasRoom));
  if (isEmpty) return;
  if (m_bar->filter().text() != m_options.filter) m_bar->filter().setText(m_options.filter);
  m_bar->color().setKey(m_options.coloredBy);
  m_bar->setArrangement(m_options.arrangement);
  m_bar->structureButton().setVisible(!shown().hasContacts && !shown().table->isTold());
  m_bar->structureButton().setToolTip(structureHelp(*this));
  m_bar->setCount(shown().countText(), shown().filter.problem);
}

void HeadTableView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  showParts();
}

void HeadTableView::applyTheme() {
  m_rows->applyTheme();
  m_bar->applyTheme();
  onSelectionChanged();
}

void HeadTableView::setHovered(Index head) {
  if (std::exchange(m_hovered, head) == head) return;
  refresh();
  Q_EMIT readoutChanged();
}

void HeadTableView::paintOverlay(QPainter& painter, QSize size) {
  const engine::HeadTable& table = *shown().table;
  const Index current = currentHead(session(), table);
  paintHeadGrid(painter, theme(), table, shown().coloring, headGridOn(theme(), shown(), size),
                {current, m_hovered, m_chosen.numbersIn(table)},
                headWords(table, shown().columns, shown().coloring, m_hovered >= 0 ? m_hovered : current));
}

void HeadTableView::paintPage(QPainter& painter, QSize size) {
  const HeadTableShown onPage(shown().table, m_options, theme());  // in the colours of its own theme
  const bool areMarked = theme().page.areMarksShown;
  const engine::HeadTable& table = *onPage.table;
  const HeadMarks marks =
      areMarked ? HeadMarks{currentHead(session(), table), -1, m_chosen.numbersIn(table)} : HeadMarks{};
  paintHeadTablePage(painter, theme(), onPage, m_options, marks, size);
}

QSizeF HeadTableView::largestPicture(QSize size) const {
  if (theme().page.mayElide) return size;
  return {double(size.width()), headTablePageHeight(theme(), shown(), m_options, size)};
}

void HeadTableView::onSelectionChanged() {
  m_rows->setCurrentHead(m_dataset ? currentHead(session(), *shown().table) : -1);
  View::onSelectionChanged();
}

void HeadTableView::onPointerMoved(QPointF position) {
  setHovered(headGridOn(theme(), shown(), canvas().size()).headAt(position).value_or(-1));
}

void HeadTableView::onPointerLeft() {
  setHovered(-1);
  View::onPointerLeft();
}

void HeadTableView::onClicked(QPointF position) {
  const auto head = headGridOn(theme(), shown(), canvas().size()).headAt(position);
  if (head) chooseHead(session(), *shown().table, *head);
}

bool HeadTableView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QPoint arrow = arrowOf(key);
  if (arrow.isNull() || modifiers != Qt::NoModifier) return View::onKey(key, modifiers);
  const engine::HeadTable& table = *shown().table;
  if (table.count() > 0)
    chooseHead(session(), table, headBeside(table, std::max<Index>(currentHead(session(), table), 0), arrow));
  return true;
}

void HeadTableView::addMenuEntries(QMenu& menu) {
  if (!m_dataset) return;
  addSwitchOffEntries(menu, *this);
  addStructureEntries(menu, *this);
}

QWidget* HeadTableView::makeControls(QWidget* parent) {
  return m_dataset ? makeHeadTableControls(*this, parent) : nullptr;
}

std::vector<ReadoutLine> HeadTableView::readout() const {
  if (!m_dataset) return {};
  const Index head = m_hovered >= 0 ? m_hovered : currentHead(session(), *shown().table);
  return head < 0 ? std::vector<ReadoutLine>{} : headReadout(shown(), head);
}

QString HeadTableView::statusText() const {
  return m_dataset ? headWords(*shown().table, shown().columns, shown().coloring, m_hovered) : QString();
}

QString HeadTableView::captionText() const {
  if (!m_dataset) return title();
  return headTableCaption(shown(), m_options);
}

std::vector<NumberTable> HeadTableView::visibleNumbers() const {
  if (!m_dataset || shown().rows.empty()) return {};
  return {headNumbers(shown())};
}

QJsonObject HeadTableView::state() const { return toJson(m_options); }

void HeadTableView::setState(const QJsonObject& state) {
  change([&](HeadTableOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

}  // namespace ui
