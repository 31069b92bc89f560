#include "ui/views/training/TrainingView.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/base/FocusKeys.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/training/TrainingBar.h"
#include "ui/views/training/TrainingControls.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kTenth = 0.1;  // of L, by a step of the wheel

void markMore(TrainingView& view, double lengths) {
  view.change([&](TrainingOptions& options) { options.pairs = std::clamp(options.pairs + lengths, 0.0, kMostPairs); });
  Q_EMIT view.controlsOutdated();
}

}  // namespace

TrainingView::TrainingView(Session& session, QWidget* parent)
    : View(session, parent),
      m_runner(new TrainingRunner(session, this)),
      m_bar(new TrainingBar(this)),
      m_heads(new TrainingHeads(session, this)) {
  auto* column = qobject_cast<QVBoxLayout*>(layout());
  column->insertWidget(0, m_bar);
  column->setStretchFactor(&canvas(), 1);
  startButton().raise();
  connectParts();
  addTrainingCommands(*this);
  showParts();
}

void TrainingView::connectParts() {
  connect(&m_bar->start(), &QPushButton::clicked, m_runner, &TrainingRunner::startAgain);
  connect(&m_bar->goOn(), &QPushButton::clicked, m_runner, &TrainingRunner::startContinuation);
  connect(&m_bar->pause(), &QPushButton::clicked, m_runner, &TrainingRunner::pauseOrResume);
  connect(&m_bar->stop(), &QPushButton::clicked, m_runner, &TrainingRunner::endAndKeep);
  connect(&m_bar->cancel(), &QPushButton::clicked, m_runner, &TrainingRunner::drop);
  connect(m_bar, &TrainingBar::rateGiven, m_runner, &TrainingRunner::setRate);
  connect(m_bar, &TrainingBar::upperChosen, this, &TrainingView::showUpper);
  connect(m_runner, &TrainingRunner::changed, this, &TrainingView::showParts);
  connect(m_runner, &TrainingRunner::dropped, this, &TrainingView::forget);
  connect(m_runner, &TrainingRunner::requested, this, [this](engine::Request request) {
    // With a name it shows what it has from the start.
    request.output = session().document().freeId(request.inputs.front() + "-training");
    m_begun = request.output;
    Q_EMIT requested(request);
  });
  connect(m_heads, &TrainingHeads::arrived, this, [this] { refresh(); });
  connect(m_heads, &TrainingHeads::cameOrWent, this, &View::controlsOutdated);
  connect(this, &View::themeChanged, this, [this] { refresh(); });
  const Document& document = session().document();
  for (const auto signal : {&Document::added, &Document::replaced})
    connect(&document, signal, this, [this](const engine::DatasetPtr& dataset) {
      if (!m_begun.empty() && dataset->id.text() == m_begun + ".course") {  // what was begun here is watched here
        m_begun.clear();
        showDataset(dataset);
        return Q_EMIT stateChanged();
      }
      if (!dataset->as<engine::HeadSet>()) return;
      m_heads->follow(m_shown, m_options);
      showParts();
      refresh();
    });
  connect(&document, &Document::removed, this, [this](const QString&) { m_heads->follow(m_shown, m_options); });
}

View* makeTrainingView(Session& session, QWidget* parent) { return new TrainingView(session, parent); }

bool isForTrainingView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && engine::isTrainingCourse(*arrays);
}

bool TrainingView::accepts(const engine::Dataset& dataset) const {
  return isForTrainingView(dataset, session().document());
}

void TrainingView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset) engine::fail("the view of a training shows its course, not nothing");
  m_shown = TrainingShown(*dataset, m_shown);
  m_ended.clear();
  m_runner->follow(*dataset);
  m_bar->setRate(m_shown.course->rate);
  m_heads->follow(m_shown, m_options);
  showParts();
  refresh();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
}

void TrainingView::forget() {
  m_ended = tr("Cancelled at %1; nothing of it stays.")
                .arg(m_runner->stepText().section(u',', 0, 0).remove(tr("paused at ")));
  m_shown = {};
  m_heads->follow(m_shown, m_options);
  refresh();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> TrainingView::datasetIds() const {
  if (m_shown.isEmpty()) return {};
  return {m_shown.id};
}

QString TrainingView::title() const { return m_shown.isEmpty() ? tr("Training on an alignment") : m_shown.title; }

QString TrainingView::emptyText() const {
  const QString what = tr("Learn heads or couplings from an alignment and watch its contacts appear.");
  return m_ended.isEmpty() ? what : m_ended + u' ' + what;
}

QString TrainingView::captionText() const { return m_shown.isEmpty() ? title() : trainingCaption(m_shown, m_options); }

const ShownPairs* TrainingView::upper() const {
  if (m_shown.methods.empty()) return nullptr;
  return m_heads->scores() ? m_heads->scores() : m_shown.methods.front().get();
}

void TrainingView::setOptions(const TrainingOptions& options) {
  if (std::exchange(m_options, options) == options) return;
  m_heads->follow(m_shown, m_options);
  showParts();
  refresh();
  Q_EMIT readoutChanged();
  Q_EMIT stateChanged();
}

void TrainingView::setState(const QJsonObject& state) {
  change([&](TrainingOptions& options) { takeJson(options, state); });
  Q_EMIT controlsOutdated();
}

void TrainingView::showUpper(TrainingUpper upper) {
  change([&](TrainingOptions& options) { options.upper = upper; });
  Q_EMIT controlsOutdated();
}

void TrainingView::showParts() {
  m_bar->setVisible(!m_shown.isEmpty());
  m_bar->show(*m_runner, m_runner->continuation().has_value());
  m_bar->setOptions(m_options.upper, m_heads->areThere());
}

QWidget* TrainingView::makeControls(QWidget* parent) {
  return m_shown.isEmpty() ? nullptr : makeTrainingControls(*this, parent);
}

void TrainingView::paintOverlay(QPainter& painter, QSize size) {
  TrainingContent content{
      m_shown, m_options, {}, [this](Index head) { return m_heads->thumbnail(head); }, m_heads->current()};
  for (const auto& method : m_shown.methods) content.maps.push_back(method.get());
  if (!m_shown.isComparison() && !content.maps.empty()) content.maps.front() = upper();
  const SelectionModel& selection = session().selection();
  const TrainingLayout::Cell current = cellOf(selection.current());
  if (theme().page.areMarksShown) {
    content.locked = cellOf(selection.locked());
    content.mark = cellOf(selection.hover());
  }
  content.reaches = m_heads->reaches();
  if (!m_shown.isEmpty()) content.letters = m_heads->letters(m_shown, current, content.lettersTitle);
  paintTraining(painter, theme(), layoutIn(size), content);
}

void TrainingView::paintPage(QPainter& painter, QSize size) {
  m_heads->finish();
  paintOverlay(painter, size);
}

QSizeF TrainingView::largestPicture(QSize size) const {
  const TrainingLayout layout = layoutIn(size);
  return layout.maps.empty() ? QSizeF() : layout.maps.front().size();
}

TrainingLayout::Cell TrainingView::cellOf(const Focus& focus) const {
  const auto placeOf = [&](const Position& position) {
    const Index index = position.index < 0 ? -1 : translated(position, m_shown.axis);
    return index < m_shown.length() ? index : Index{-1};
  };
  if (m_shown.isEmpty() || focus.isEmpty()) return {};
  const Index first = placeOf(focus.first), second = focus.isPair() ? placeOf(focus.second) : first;
  if (first < 0 || second < 0) return {};
  return {first, second};
}

void TrainingView::onSelectionChanged() {
  if (m_options.upper == TrainingUpper::oneHead) m_heads->follow(m_shown, m_options);
  View::onSelectionChanged();
}

void TrainingView::onPointerMoved(QPointF position) {
  const TrainingLayout::Cell cell = layoutIn(canvas().size()).cellAt(position);
  session().selection().setHover(cell.isEmpty() ? Focus{}
                                                : Focus{{m_shown.axis, cell.row}, {m_shown.axis, cell.column}});
}

void TrainingView::onClicked(QPointF position) {
  const Index head = layoutIn(canvas().size()).headAt(position);
  if (head < 0) return View::onClicked(position);
  m_heads->choose(head);
  showUpper(TrainingUpper::oneHead);
}

/// Over the heads: how many of them the mean is of. Over a map: how many pairs are marked.
void TrainingView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  if (!layoutIn(canvas().size()).heads.contains(position)) return markMore(*this, steps > 0 ? kTenth : -kTenth);
  change([&](TrainingOptions& options) {
    const Index count = std::min(options.numHeads, m_heads->count());
    options.numHeads = std::clamp<Index>(count + (steps > 0 ? 1 : -1), 1, m_heads->count());
    options.upper = TrainingUpper::meanOfHeads;
  });
  Q_EMIT controlsOutdated();
}

bool TrainingView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const auto [down, right] = focusStep(key, modifiers);
  const Index length = m_shown.isEmpty() ? 0 : m_shown.length();
  if (modifiers.testFlag(Qt::ControlModifier) && (down != 0 || right != 0) && length > 0) {
    const TrainingLayout::Cell now = cellOf(readoutFocus());
    const auto at = [&](Index from, Index step) {
      return now.isEmpty() ? length / 2 : std::clamp<Index>(from + step, 0, length - 1);
    };
    pointAt({{m_shown.axis, at(now.row, down)}, {m_shown.axis, at(now.column, right)}});
    return true;
  }
  if (key != Qt::Key_Plus && key != Qt::Key_Minus) return View::onKey(key, modifiers);
  markMore(*this, key == Qt::Key_Plus ? kTenth : -kTenth);
  return true;
}

std::vector<ReadoutLine> TrainingView::readout() const {
  const TrainingLayout::Cell cell = cellOf(session().selection().current());
  if (cell.isEmpty()) return {};
  std::vector<ReadoutLine> lines;
  const auto add = [&](const QString& label, const QString& value) { lines.push_back({label, value}); };
  const auto residue = [&](Index at) {
    return residueText(m_shown.course->letters, at) + structureNumber(session().document(), {m_shown.axis, at});
  };
  add(tr("Residue"), residue(cell.row));
  if (cell.row == cell.column) return lines;
  add(tr("and"), residue(cell.column));
  const Index i = std::min(cell.row, cell.column), j = std::max(cell.row, cell.column);
  for (const auto& method : m_shown.methods) {
    QString text = shownNumber(double(method->scores(i, j)));
    const auto found = std::find_if(method->strongest.begin(), method->strongest.end(),
                                    [&](const ScoredPair& pair) { return pair.i == i && pair.j == j; });
    if (found != method->strongest.end()) text += tr(", rank %1").arg(found - method->strongest.begin() + 1);
    add(method->title, text);
  }
  if (m_shown.hasStructure()) {
    const float touches = m_shown.course->touches(i, j);
    add(tr("In the structure"), std::isnan(touches) ? tr("not known")
                                : touches > 0       ? tr("they touch")
                                                    : tr("they do not touch"));
  }
  QString title;
  const LetterPairs letters = m_heads->letters(m_shown, cell, title);
  if (!letters.isEmpty()) add(tr("Favoured together"), favouredPairs(letters, 5));
  return lines;
}

QString TrainingView::statusText() const {
  const std::vector<ReadoutLine> lines = readout();
  if (lines.size() < 3) return {};
  return tr("%1 and %2: %3").arg(lines[0].value, lines[1].value, lines[2].value);
}

}  // namespace ui
