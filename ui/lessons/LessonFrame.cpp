// What stands around the pages of a lesson: head, dots, messages; the speaker's window.
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/base/Error.h"
#include "ui/lessons/BlankScreen.h"
#include "ui/lessons/LanguageButton.h"
#include "ui/lessons/LessonPlayer.h"
#include "ui/lessons/ProblemList.h"
#include "ui/lessons/SpeakerWindow.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/text/ProseView.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr double kProblemShare = 0.25;  ///< of the height

QString notesOf(const engine::LessonStep& step) {
  QString notes;
  for (const engine::LessonBeat& beat : step.beats)
    for (const engine::LessonPart& part : beat.parts) {
      if (!part.block || part.block->kind != "note") continue;
      for (const engine::LessonLine& line : part.block->lines) notes += QString::fromStdString(line.text) + u'\n';
    }
  return notes;
}

template <class Receiver, class Run>
QToolButton* headButton(const QString& text, const QString& hint, QWidget* head, Receiver* receiver, Run run) {
  auto* button = new QToolButton(head);
  button->setText(text);
  button->setToolTip(hint);
  button->setAccessibleName(hint);
  button->setFocusPolicy(Qt::TabFocus);
  QObject::connect(button, &QToolButton::clicked, receiver, run);
  return button;
}

}  // namespace

void LessonPlayer::makeHead() {
  const Theme& theme = ThemeModel::instance().theme();
  setFocusPolicy(Qt::StrongFocus);
  setAutoFillBackground(true);
  setAccessibleName(tr("Lesson"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, theme.space(1));
  column->setSpacing(0);
  m_head = new QWidget(this);
  auto* row = new QHBoxLayout(m_head);
  row->setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1));
  m_title = new QLabel(m_head);
  m_title->setObjectName(QStringLiteral("heading"));
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_place = new QLabel(m_head);
  m_goTo = new QSpinBox(m_head);
  m_goTo->setAccessibleName(tr("Go to step"));
  m_goTo->hide();
  connect(m_goTo, &QAbstractSpinBox::editingFinished, this, [this] {
    if (m_goTo->isHidden()) return;
    m_goTo->hide();
    setFocus();
    goTo(m_goTo->value() - 1);
  });
  row->addWidget(
      headButton(QStringLiteral("←"), tr("Leave the lesson (Esc)"), m_head, this, &LessonPlayer::leaveWanted));
  row->addWidget(m_title, 1);
  row->addWidget(m_goTo);
  row->addWidget(m_place);
  m_language = new LanguageButton(m_head);
  connect(m_language, &LanguageButton::chosen, this, &LessonPlayer::chooseLanguage);
  row->addWidget(m_language);
  row->addWidget(
      headButton(tr("Reset"), tr("Reset this step (R; Shift+R: the lesson)"), m_head, this, &LessonPlayer::resetStep));
  row->addWidget(headButton(tr("Notes"), tr("Speaker notes (S)"), m_head, this, &LessonPlayer::toggleSpeaker));
  row->addWidget(headButton(tr("Open in workspace"), tr("Leave with the datasets of this step"), m_head, this,
                            &LessonPlayer::workspaceWanted));
  m_stack = new QStackedWidget(this);
  m_message = new QLabel(this);
  m_message->setObjectName(QStringLiteral("lessonFailure"));
  m_message->setWordWrap(true);
  m_message->setContentsMargins(theme.space(3), 0, theme.space(3), 0);
  m_message->hide();
  m_problems = new ProblemList(this);
  m_dots = new StepDots(this);
  column->addWidget(m_head);
  column->addWidget(m_stack, 1);
  column->addWidget(m_message);
  column->addWidget(m_problems);
  column->addWidget(m_dots);
  m_blank = new BlankScreen(this);
  connect(m_dots, &StepDots::chosen, this, &LessonPlayer::goTo);
  connect(m_problems, &ProblemList::editorWanted, this, [this](const QString& file, int line) {
    if (!openEditor(file, line)) tell(tr("No editor could be opened for %1.").arg(file));
  });
  qApp->installEventFilter(this);
  // A field that hides when it is answered would hand the keyboard to the bars of the window: a remote would be dead.
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* old) {
    const bool isGone = old && isAncestorOf(old) && (!old->isVisibleTo(this) || !old->isEnabled());
    if (isGone && isVisible()) setFocus();
  });
}

void LessonPlayer::setFrame(bool isShown) {
  m_head->setVisible(isShown);
  m_dots->setVisible(isShown);
  layout()->setContentsMargins(0, 0, 0, isShown ? ThemeModel::instance().theme().space(1) : 0);
}

void LessonPlayer::tell(const QString& text) {
  m_message->setText(text);
  m_message->setVisible(!text.isEmpty());
}

void LessonPlayer::resizeEvent(QResizeEvent*) {
  m_problems->setMaximumHeight(static_cast<int>(kProblemShare * height()));
}

void LessonPlayer::beginGoTo() {
  m_goTo->setRange(1, static_cast<int>(m_pages.size()));
  m_goTo->setValue(m_step + 1);
  m_goTo->show();
  m_goTo->setFocus();
  m_goTo->selectAll();
}

void LessonPlayer::toggleSpeaker() {
  if (m_speaker && m_speaker->isVisible()) return m_speaker->hide();
  if (!m_speaker) {
    m_speaker = new SpeakerWindow(this);
    connect(m_speaker, &SpeakerWindow::keyPressed, this, &LessonPlayer::onKey);
    connect(m_speaker, &SpeakerWindow::lessonWanted, this, &LessonPlayer::follow);
  }
  showSpeaker();
  m_speaker->open(screen());
}

void LessonPlayer::showSpeaker() {
  if (!m_speaker || !page()) return;
  const auto& steps = lesson()->steps;
  const auto after = static_cast<size_t>(m_step) + 1;
  m_speaker->setStep(QString::fromStdString(page()->step().title), notesOf(page()->step()),
                     after < steps.size() ? QString::fromStdString(steps[after].title) : QString(), lesson()->minutes);
  tellNotes();
}

void LessonPlayer::tellNotes() {
  if (!m_speaker || !page() || !page()->reading()) return;
  std::vector<engine::LiveNumber> numbers;
  for (const LessonMarkdown::Number& number : m_speaker->notes().prose().numbers) numbers.push_back(number.number);
  if (numbers.empty()) return;
  m_runner->read(numbers, page()->reading()->values, [notes = QPointer(&m_speaker->notes())](const auto& texts) {
    if (notes) notes->setNumbers(texts);
  });
}

}  // namespace ui
