#include "ui/lessons/answers/QuestionCard.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/lessons/text/ProseView.h"
#include "ui/look/AccessibleRole.h"
#include "ui/look/FlowLayout.h"
#include "ui/look/Theme.h"

namespace ui {

QuestionCard::QuestionCard(engine::LessonQuestion question, LessonRunner& runner, const QString& folder,
                           QWidget* parent)
    : QFrame(parent), m_question(std::move(question)), m_runner(runner), m_folder(folder) {
  registerRole<QuestionCard, QAccessible::Grouping>();
  setObjectName(QStringLiteral("question"));
  setAccessibleName(tr("Question: %1").arg(QString::fromStdString(m_question.text)));
  const Theme& theme = ThemeModel::instance().theme();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(theme.space(3), theme.space(2), theme.space(2), theme.space(2));
  column->setSpacing(theme.space(2));
  m_text = new ProseView(this);
  m_input = makeAnswerInput(m_question, this);
  m_hint = new ProseView(this);
  m_verdict = new QLabel(this);
  m_because = new ProseView(this);
  for (QWidget* part : std::initializer_list<QWidget*>{m_text, m_input, m_hint, m_verdict, m_because})
    column->addWidget(part);
  auto* buttons = new QWidget(this);
  auto* row = new FlowLayout(buttons, theme.space(2));
  m_check = new QPushButton(tr("Check"), buttons);
  m_hintButton = new QPushButton(tr("Hint"), buttons);
  m_show = new QPushButton(tr("Show"), buttons);
  for (QPushButton* button : {m_check, m_hintButton, m_show}) {
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
  }
  m_hintButton->setToolTip(tr("A hint (H)"));
  column->addWidget(buttons);
  for (const ProseView* view : {m_text, m_hint, m_because})
    connect(view, &ProseView::lessonWanted, this, &QuestionCard::lessonWanted);
  tell(*m_text, m_question.text);
  connect(m_check, &QPushButton::clicked, this, &QuestionCard::check);
  connect(m_hintButton, &QPushButton::clicked, this, &QuestionCard::giveHint);
  connect(m_show, &QPushButton::clicked, this, &QuestionCard::giveUp);
  connect(m_input, &AnswerInput::given, this, &QuestionCard::check);
  connect(m_input, &AnswerInput::changed, this, [this] {
    m_memory.votes = m_input->votes();
    showButtons();
    Q_EMIT remembered();
  });
  showButtons();
}

void QuestionCard::setMemory(const QuestionMemory& memory) {
  m_memory = memory;
  m_input->clear();
  m_hint->hide();
  if (memory.isDone() || memory.tries > 0) m_input->setAnswer(memory.answer);
  m_input->setVotes(memory.votes);
  if (memory.isDone() && m_truth) reveal();
  showButtons();
}

void QuestionCard::setValues(const StepValuesPtr& values, const std::optional<engine::LessonAnswer>& truth) {
  m_values = values;
  m_truth = truth;
  if (truth && !truth->numbers.empty()) {
    const auto [least, most] = std::minmax_element(truth->numbers.begin(), truth->numbers.end());
    m_input->setReach(*least, *most);
  }
  if (truth) m_input->setNumTrue(static_cast<int>(truth->numbers.size()));
  m_input->setValues(*values);
  if (m_memory.isDone() && truth) reveal();
  refreshTexts();
  showButtons();
}

void QuestionCard::setLetterSize(int pixels) {
  for (ProseView* view : {m_text, m_hint, m_because}) view->setLetterSize(pixels);
  QFont letters = font();
  letters.setPixelSize(pixels);
  m_input->setFont(letters);
  for (QWidget* part : m_input->findChildren<QWidget*>()) part->setFont(letters);  // style sheets do not hand it on
  m_verdict->setFont(letters);
}

void QuestionCard::setVoting(bool isVoting) {
  m_isVoting = isVoting && m_question.kind == engine::QuestionKind::choose && !isDone();
  m_input->setVoting(m_isVoting);
  showButtons();
}

void QuestionCard::giveHint() {
  if (isDone()) return;
  const auto plain = std::find_if(m_question.hints.begin(), m_question.hints.end(),
                                  [](const engine::QuestionHint& hint) { return !hint.when; });
  tell(*m_hint, plain == m_question.hints.end() ? tr("There is no hint before an answer.").toStdString() : plain->text);
  Q_EMIT grown();
}

void QuestionCard::giveUp() {
  if (isDone() || !m_truth) return;
  if (const auto answer = m_input->answer()) m_memory.answer = *answer;
  m_memory.isShown = true;
  reveal();
  Q_EMIT grown();
  Q_EMIT remembered();
  Q_EMIT done();
}

void QuestionCard::check() {
  if (isDone() || m_isVoting || m_isGrading || !m_values) return;
  const std::optional<engine::LessonAnswer> answer = m_input->answer();
  if (!answer) {
    tell(*m_hint, tr("This is not an answer yet.").toStdString());
    return Q_EMIT grown();
  }
  m_isGrading = true;
  m_runner.grade(m_question, *answer, m_values,
                 [card = QPointer(this), answer = *answer](const LessonRunner::Grading& grading) {
                   if (card) card->onGraded(answer, grading);
                 });
}

void QuestionCard::onGraded(const engine::LessonAnswer& answer, const LessonRunner::Grading& grading) {
  m_isGrading = false;
  m_memory.answer = answer;
  m_truth = grading.truth;
  if (grading.grade.isRight) {
    m_memory.isRight = true;
    m_hint->hide();
    reveal();
    Q_EMIT grown();
    Q_EMIT remembered();
    Q_EMIT done();
    return;
  }
  ++m_memory.tries;
  tell(*m_hint, grading.grade.hint.empty() ? tr("Not yet. Look again.").toStdString() : grading.grade.hint);
  showButtons();
  Q_EMIT grown();
  Q_EMIT remembered();
}

void QuestionCard::reveal() {
  m_input->showTruth(*m_truth);
  m_verdict->setText(verdict());
  if (m_because->prose().markdown.isEmpty() && !m_question.because.empty()) tell(*m_because, m_question.because);
  if (m_memory.isShown) m_hint->hide();
  showButtons();
}

QString QuestionCard::verdict() const {
  if (m_memory.isRight) return m_memory.tries == 0 ? tr("✓ Right") : tr("✓ Right, at try %1").arg(m_memory.tries + 1);
  return m_memory.isShown ? tr("Shown") : QString();
}

void QuestionCard::showButtons() {
  const bool isDone = m_memory.isDone();
  const bool isGivenAtOnce = m_question.kind == engine::QuestionKind::choose && m_truth && m_truth->numbers.size() == 1;
  m_check->setVisible(!isDone && !isGivenAtOnce && !m_isVoting);
  m_check->setEnabled(m_input->answer().has_value());
  const bool hasHint = std::any_of(m_question.hints.begin(), m_question.hints.end(),
                                   [](const engine::QuestionHint& hint) { return !hint.when; });
  m_hintButton->setVisible(!isDone && hasHint);
  m_show->setVisible(!isDone && (m_memory.tries >= m_question.tries || m_isVoting));
  m_verdict->setVisible(isDone);
  m_because->setVisible(isDone && !m_question.because.empty());
  if (m_hint->prose().markdown.isEmpty()) m_hint->hide();
  m_check->parentWidget()->setVisible(!m_check->isHidden() || !m_hintButton->isHidden() || !m_show->isHidden());
}

void QuestionCard::tell(ProseView& view, const std::string& markdown) {
  engine::LessonProblems problems;
  view.setProse(readLessonMarkdown({markdown, m_question.place}, problems), m_folder);
  view.show();
  refreshTexts();
}

void QuestionCard::refreshTexts() {
  if (!m_values) return;
  for (ProseView* view : {m_text, m_hint, m_because}) {
    if (view->isHidden() || view->prose().numbers.empty()) continue;
    std::vector<engine::LiveNumber> numbers;
    for (const LessonMarkdown::Number& number : view->prose().numbers) numbers.push_back(number.number);
    m_runner.read(numbers, m_values, [view = QPointer(view)](const std::vector<QString>& texts) {
      if (view) view->setNumbers(texts);
    });
  }
}

bool QuestionCard::onKey(int key, Qt::KeyboardModifiers modifiers) {
  return !isDone() && isVisible() && m_input->onKey(key, modifiers);
}

void QuestionCard::chooseCell(const MarkedCells& cell) {
  if (!isDone()) m_input->chooseCell(cell);
}

}  // namespace ui
