// One step of a lesson: what it shows and how it follows values, marks and beats. Its parts: StepParts.cpp.
#include "ui/lessons/StepPage.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/lessons/StepScroll.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/GoalLine.h"
#include "ui/lessons/answers/QuestionCard.h"
#include "ui/lessons/controls/ControlWidget.h"
#include "ui/lessons/controls/OwnDataLine.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"
#include "ui/look/Theme.h"
#include "ui/session/Session.h"

namespace ui {

namespace {

constexpr int kNarrow = 900;             ///< logical pixels: below, the text stands above
constexpr double kMostTextShare = 0.45;  ///< where a long word asks for it
constexpr double kTextShare = 0.34, kTextShareAbove = 0.36;
constexpr double kTextPoints = 1.15;   ///< of the letters of panels
constexpr int kLettersPerHeight = 32;  ///< in projector size
constexpr int kFillingMilliseconds = 40;

/// What views compute for the first picture of their data (helices, contact lines) is there in a moment: a picture before
/// and one behind it would take twice as long to paint.
void paintOnceFilled(StepStage& stage, JobQueue& jobs) {
  if (jobs.numActive() == 0) return;
  auto* moment = new QTimer(&stage);
  const auto paint = [&stage, moment] {
    stage.setUpdatesEnabled(true);
    moment->deleteLater();
  };
  QObject::connect(moment, &QTimer::timeout, moment, paint);
  QObject::connect(&jobs, &JobQueue::ended, moment, [&jobs, paint] {
    if (jobs.numActive() == 0) paint();
  });
  stage.setUpdatesEnabled(false);
  moment->start(kFillingMilliseconds);
}

/// Controls that would show what is still asked.
void lockControls(const std::vector<QuestionCard*>& questions, const StepStage& stage) {
  std::set<std::string> locked;
  for (const QuestionCard* card : questions)
    if (!card->isDone()) locked.merge(card->question().locks());
  for (ControlWidget* control : stage.controls()) {
    const std::string& name = control->control().name;
    control->setLocked(locked.contains(name) || locked.contains(name.substr(0, name.find('['))));
  }
}

}  // namespace

const engine::LessonStep& StepPage::step() const {
  return m_runner.run().lesson().steps[static_cast<size_t>(m_number)];
}

const engine::StepBlocks& StepPage::blocks() const { return m_runner.run().steps()[static_cast<size_t>(m_number)]; }

void StepPage::applyLetterSize() {
  const int usual = qRound(kTextPoints * QFontMetricsF(ThemeModel::instance().theme().panelFont()).height() / 1.17);
  const int least = static_cast<int>(std::ceil(static_cast<double>(window()->height()) / kLettersPerHeight));
  const int pixels = ThemeModel::instance().isProjector() ? std::max(usual, least) : usual;
  for (const ProsePart& part : m_prose) part.view->setLetterSize(pixels);
  for (QuestionCard* card : m_questions) card->setLetterSize(qRound(0.92 * pixels));
  QFont letters = font();
  letters.setPixelSize(pixels);
  for (GoalLine* goal : m_goals) goal->setFont(letters);
  if (m_translationNote) m_translationNote->setFont(letters);
  letters.setPixelSize(qRound(1.3 * pixels));
  letters.setWeight(QFont::DemiBold);
  if (m_title) m_title->setFont(letters);
}

void StepPage::arrange() {
  const bool isNarrow = width() < kNarrow;
  const Qt::Orientation wanted = isNarrow ? Qt::Vertical : Qt::Horizontal;
  if (m_splitter->orientation() != wanted) m_textShare = 0;
  m_splitter->setOrientation(wanted);
  // The text keeps its share when the window becomes another, a projector's above all.
  const int room = isNarrow ? height() : width();
  const double usual = isNarrow ? kTextShareAbove : kTextShare, share = m_stage->isEmpty() ? 1
                                                                        : m_textShare > 0  ? m_textShare
                                                                                           : usual;
  applyLetterSize();
  int text = qRound(share * room);
  if (!isNarrow && m_textShare == 0) {  // the longest word shall not be cut
    const int least = m_scroll->widget()->minimumSizeHint().width() + m_scroll->verticalScrollBar()->sizeHint().width();
    text = std::max(text, std::min(least, qRound(kMostTextShare * room)));
  }
  m_splitter->setSizes({text, room - text});
  m_stage->setVisible(!m_stage->isEmpty());
}

void StepPage::resizeEvent(QResizeEvent*) { arrange(); }

void StepPage::show(const StepReading& reading) {
  const bool isFirst = !m_reading;
  m_reading = reading;
  for (const ProsePart& part : m_prose) {
    const auto first = reading.numbers.begin() + static_cast<std::ptrdiff_t>(part.firstNumber);
    part.view->setNumbers({first, first + static_cast<std::ptrdiff_t>(part.view->prose().numbers.size())});
  }
  for (size_t k = 0; k < m_goals.size(); ++k) {
    if (reading.goals[k]) m_memory.goals.insert(m_goals[k]->goal());
    m_goals[k]->setReached(m_memory.goals.contains(m_goals[k]->goal()));
  }
  for (ControlWidget* control : m_stage->controls()) {
    const auto place = std::find(m_wishes.controls.begin(), m_wishes.controls.end(), control->control().name);
    if (place == m_wishes.controls.end() || control->isHeld()) continue;
    const auto& value = reading.controls[static_cast<size_t>(place - m_wishes.controls.begin())];
    if (value) control->setValue(*value);
  }
  for (size_t k = 0; k < m_questions.size(); ++k) m_questions[k]->setValues(reading.values, reading.answers[k]);
  for (OwnDataLine* line : m_ownData)
    line->setData(reading.values->dataset(line->name()), m_memory.state.replaced.contains(line->name()));
  const bool isRevealing = std::exchange(m_isRevealing, false);
  for (ShownPicture* picture : m_pictures)
    if (isRevealing) picture->beginReveal();
  markPictures();
  for (ShownPicture* picture : m_pictures)
    if (isRevealing) picture->endReveal();
  if (isFirst) paintOnceFilled(*m_stage, m_session->jobs());
  lockControls(m_questions, *m_stage);
  if (!reading.problems.empty()) Q_EMIT failed(reading.problems.front());
}

QScrollBar& StepPage::scrollBar() { return *m_scroll->verticalScrollBar(); }

void StepPage::setOld(bool isOld) {
  for (ShownPicture* picture : m_pictures) picture->setOld(isOld);
}

void StepPage::markPictures() {
  if (!m_reading) return;
  std::vector<MarkedCells> marks;
  for (const auto& which : {m_hoveredMark, m_chosenMark})
    if (which && *which < m_reading->marks.size() && m_reading->marks[*which])
      marks.push_back(*m_reading->marks[*which]);
  if (m_pointedCell) marks.push_back(*m_pointedCell);
  for (ShownPicture* picture : m_pictures) picture->show(*m_reading->values, marks);
  m_formulas->show(*m_reading->values, marks);
  if (!m_formulas->failure().isEmpty()) Q_EMIT failed(m_formulas->failure());
}

void StepPage::setValue(const std::string& name, const engine::LessonValue& value) {
  m_memory.state.settings[name] = value;
  const ControlWidget* control = m_stage->control(QString::fromStdString(name));
  if (control && control->control().kind == engine::ControlKind::seed)
    m_runner.run().forgetCells(m_number, name, m_memory.state.settings);
  Q_EMIT outdated();
}

void StepPage::chooseCell(const MarkedCells& cell) {
  QuestionCard* card = currentQuestion();
  if (card && card->question().kind == engine::QuestionKind::cell) return card->chooseCell(cell);
  m_pointedCell = cell;
  markPictures();
}

QuestionCard* StepPage::currentQuestion() const {
  const auto open = std::find_if(m_questions.begin(), m_questions.end(), [](const QuestionCard* card) {
    return !card->isDone() && card->isVisibleTo(card->window());
  });
  return open == m_questions.end() ? nullptr : *open;
}

std::vector<ShownPicture*> StepPage::pictures() const { return m_pictures; }

void StepPage::showBeats() {
  for (size_t beat = 0; beat < m_beats.size(); ++beat)
    for (QWidget* part : m_beats[beat].parts)
      part->setVisible(m_isReading || static_cast<int>(beat) < m_memory.numBeats);
}

bool StepPage::uncoverBeat() {
  if (m_isReading || m_memory.numBeats >= static_cast<int>(m_beats.size())) return false;
  ++m_memory.numBeats;
  showBeats();
  QWidget* last = m_beats[static_cast<size_t>(m_memory.numBeats) - 1].parts.empty()
                      ? nullptr
                      : m_beats[static_cast<size_t>(m_memory.numBeats) - 1].parts.back();
  if (last && m_scroll->widget()->isAncestorOf(last)) bringIntoSight(*m_scroll, *last);
  return true;
}

bool StepPage::coverBeat() {
  if (m_isReading || m_memory.numBeats <= 1) return false;
  --m_memory.numBeats;
  showBeats();
  return true;
}

void StepPage::setReading(bool isReading) {
  m_isReading = isReading;
  showBeats();
}

void StepPage::toggleNumbers() {
  m_memory.areNumbersInFormulas = !m_memory.areNumbersInFormulas;
  m_formulas->setNumbersShown(m_memory.areNumbersInFormulas);
}

bool StepPage::letGo() {
  const bool wasMarked = m_chosenMark || m_pointedCell;
  m_chosenMark.reset();
  m_pointedCell.reset();
  if (wasMarked) markPictures();
  return m_session->selection().letGo() || wasMarked;
}

void StepPage::reset() {
  m_memory = StepMemory{};
  letGo();
  for (QuestionCard* card : m_questions) card->setMemory({});
  for (ShownPicture* picture : m_pictures) picture->resetState();
  m_formulas->setNumbersShown(true);
  showBeats();
  Q_EMIT outdated();
}

std::vector<QWidget*> StepPage::shownParts() const {
  std::vector<QWidget*> parts;
  for (const Beat& beat : m_beats)
    for (QWidget* part : beat.parts)
      if (part->isVisibleTo(this)) parts.push_back(part);
  return parts;
}

}  // namespace ui
