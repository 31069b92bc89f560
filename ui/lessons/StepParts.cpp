// What stands on the page of a step, made from the parts of its file.
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/lessons/run/LessonGraph.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/StepScroll.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/GoalLine.h"
#include "ui/lessons/answers/QuestionCard.h"
#include "ui/lessons/controls/ControlWidget.h"
#include "ui/lessons/controls/OwnDataLine.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FoldButton.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"
#include "ui/look/Theme.h"
#include "ui/session/Session.h"

namespace ui {

namespace {

/// Whether something that was read from a block stands in it.
bool isIn(const engine::LessonBlock& block, engine::LessonPlace place) {
  const int last = block.lines.empty() ? block.place.line : block.lines.back().place.line;
  return place.line >= block.place.line && place.line <= last;
}

constexpr int kFoldedPictureUnits = 64;  ///< of the grid: the height of a picture in the text

std::vector<engine::LessonControl> controlsOf(const engine::StepBlocks& blocks) {
  std::vector<engine::LessonControl> controls;
  for (const std::vector<engine::LessonControl>& block : blocks.controls)
    controls.insert(controls.end(), block.begin(), block.end());
  return controls;
}

/// Where pictures of the text lie.
QString folderOf(const engine::Lesson& lesson) { return QFileInfo(QString::fromStdString(lesson.file)).absolutePath(); }

/// The samples that a step reads, by itself or in its pictures, and own data may replace.
std::vector<std::string> replaceableIn(const engine::LessonRun& run, int step,
                                       const std::vector<ShownPicture*>& pictures) {
  const engine::LessonGraph& graph = run.graph();
  const engine::NamesInScope& scope = graph.scopes[static_cast<size_t>(step)];
  std::vector<std::string> names = run.replaceable(step);
  std::erase_if(names, [&](const std::string& name) {
    const auto found = scope.find(name);
    if (found == scope.end()) return true;
    const std::set<int> readers = graph.dependents({found->second});
    const bool isRead = std::any_of(readers.begin(), readers.end(), [&](int reader) {
      return graph.definitions[static_cast<size_t>(reader)].step == step;
    });
    const bool isShown = std::any_of(pictures.begin(), pictures.end(), [&](const ShownPicture* picture) {
      return std::any_of(picture->picture().of.begin(), picture->picture().of.end(), [&](const std::string& of) {
        const auto drawn = scope.find(of);
        return drawn != scope.end() && readers.contains(drawn->second);
      });
    });
    return !isRead && !isShown;
  });
  return names;
}

/// What somebody should know who reads a translation; empty: nothing.
QString translationNote(engine::Translated translated) {
  switch (translated) {
    case engine::Translated::not_yet:
      return StepPage::tr("This step has not been translated yet.");
    case engine::Translated::partly:
      return StepPage::tr("Parts of this step have not been translated yet.");
    case engine::Translated::outdated:
      return StepPage::tr("The original of this step has changed since it was translated.");
    default:
      return {};
  }
}

}  // namespace

StepPage::StepPage(LessonRunner& runner, int number, StepMemory& memory, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_number(number), m_memory(memory), m_session(std::make_unique<Session>()) {
  makeFrame();
  makeParts();
  if (const auto titles = m_runner.run().storedRuns(m_number); !titles.empty()) {
    m_stage->addRun(new StepRun(QString::fromStdString(titles.front()), m_memory.state, m_stage));
    connect(m_stage->run(), &StepRun::outdated, this, &StepPage::outdated);
  }
  connectPictures();
  connect(m_session.get(), &Session::message, this, [this](MessageKind kind, const QString& text) {
    if (kind == MessageKind::error) Q_EMIT failed(text);
  });
  connect(m_stage, &StepStage::controlMoved, this, &StepPage::setValue);
  connect(m_formulas, &FormulaPanel::cellsPointed, this, [this](const std::vector<MarkedCells>& cells) {
    m_pointedCell = cells.empty() ? std::nullopt : std::optional(cells.front());
    markPictures();
  });
  m_formulas->setNumbersShown(m_memory.areNumbersInFormulas);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &StepPage::applyLetterSize, Qt::QueuedConnection);
  showBeats();
}

StepPage::~StepPage() = default;

void StepPage::makeFrame() {
  const Theme& theme = ThemeModel::instance().theme();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(1));
  column->setSpacing(theme.space(2));
  m_splitter = new QSplitter(Qt::Horizontal, this);
  m_splitter->setChildrenCollapsible(false);
  m_scroll = new QScrollArea(m_splitter);
  m_scroll->setObjectName(QStringLiteral("page"));
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setAccessibleName(tr("Text of the step"));
  auto* text = new QWidget;
  m_column = new QVBoxLayout(text);
  m_column->setContentsMargins(0, 0, theme.space(3), theme.space(2));
  m_column->setSpacing(theme.space(3));
  m_scroll->setWidget(text);
  m_title = new QLabel(QString::fromStdString(step().title), text);
  m_title->setWordWrap(true);
  m_column->addWidget(m_title);
  if (const QString note = translationNote(step().translated); !note.isEmpty()) {
    m_translationNote = new QLabel(note, text);
    m_translationNote->setObjectName(QStringLiteral("translationNote"));
    m_translationNote->setWordWrap(true);
    m_column->addWidget(m_translationNote);
  }
  m_stage = new StepStage(m_splitter);
  m_splitter->addWidget(m_scroll);
  m_splitter->addWidget(m_stage);
  connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
    const QList<int> sizes = m_splitter->sizes();
    const int whole = sizes.value(0) + sizes.value(1);
    if (whole > 0) m_textShare = static_cast<double>(sizes.value(0)) / whole;
  });
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_formulas = new FormulaPanel(this);
  column->addWidget(m_splitter, 1);
  column->addWidget(m_formulas);
}

void StepPage::makeParts() {
  m_beats.emplace_back();
  const engine::LessonProse& introduction = m_runner.run().lesson().introduction;
  if (m_number == 0 && !introduction.markdown.empty()) place(addProse(introduction, m_scroll->widget()), m_beats[0]);
  for (size_t k = 0; k < step().beats.size(); ++k) {
    const engine::LessonBeat& beat = step().beats[k];
    if (k > 0) m_beats.emplace_back();
    if (!beat.title.empty()) {
      auto* heading = new QLabel(QString::fromStdString(beat.title), m_scroll->widget());
      heading->setObjectName(QStringLiteral("heading"));
      heading->setWordWrap(true);
      place(heading, m_beats.back());
    }
    for (const engine::LessonPart& part : beat.parts) addPart(part, m_beats.back());
  }
  for (const std::string& name : replaceableIn(m_runner.run(), m_number, m_pictures)) {
    auto* line = new OwnDataLine(name, m_scroll->widget());
    line->choices = [this] { return ownData ? ownData() : std::vector<engine::DatasetPtr>{}; };
    connect(line, &OwnDataLine::chosen, this,
            [this, name](const engine::DatasetPtr& dataset) { Q_EMIT ownDataChosen(name, dataset); });
    m_column->addWidget(line);
    m_ownData.push_back(line);
  }
  m_column->addStretch(1);
  m_stage->setPictures(m_pictures);
  m_pictures.insert(m_pictures.end(), m_folded.begin(), m_folded.end());
  for (const ControlWidget* control : m_stage->controls()) m_wishes.controls.push_back(control->control().name);
}

void StepPage::place(QWidget* part, Beat& beat) {
  m_column->addWidget(part);
  beat.parts.push_back(part);
}

void StepPage::addPart(const engine::LessonPart& part, Beat& beat) {
  if (part.block) return addBlock(*part.block, beat);
  if (part.prose.markdown.find_first_not_of(" \t\n") != std::string::npos)
    place(addProse(part.prose, m_scroll->widget()), beat);
}

void StepPage::addBlock(const engine::LessonBlock& block, Beat& beat) {
  if (block.kind == "more") return addMore(block, beat);
  for (const engine::LessonGoal& goal : blocks().goals) {
    if (block.kind != "goal" || !isIn(block, goal.condition.place())) continue;
    m_goals.push_back(new GoalLine(goal.text, m_scroll->widget()));
    m_wishes.goals.push_back(goal.condition);
    place(m_goals.back(), beat);
  }
  for (const engine::LessonQuestion& question : blocks().questions)
    if (block.kind == "predict" && isIn(block, question.place)) addQuestion(question, beat);
  for (const engine::LessonPicture& picture : blocks().pictures)
    if (block.kind == "picture" && isIn(block, picture.place)) addPicture(picture, beat);
  for (const std::vector<engine::LessonControl>& controls : blocks().controls)
    if (block.kind == "control" && !controls.empty() && isIn(block, controls.front().place))
      m_stage->addControls(controls, beat.parts);
  for (const engine::LessonFormula& formula : blocks().formulas)
    if (block.kind == "formula" && isIn(block, formula.place)) beat.parts.push_back(m_formulas->add(formula));
  for (const engine::LessonAlgorithm& algorithm : blocks().algorithms)
    if (block.kind == "algorithm" && isIn(block, algorithm.place)) beat.parts.push_back(m_formulas->add(algorithm));
}

ProseView* StepPage::addProse(const engine::LessonProse& prose, QWidget* parent) {
  engine::LessonProblems problems;  // told by the lesson itself, with its other ones
  auto* view = new ProseView(parent);
  std::vector<QString> controls;
  for (const std::vector<engine::LessonControl>& block : blocks().controls)
    for (const engine::LessonControl& control : block) controls.push_back(QString::fromStdString(control.name));
  view->setProse(readLessonMarkdown(prose, problems), folderOf(m_runner.run().lesson()), controls);
  m_prose.push_back({view, m_wishes.numbers.size(), m_wishes.marks.size()});
  for (const LessonMarkdown::Number& number : view->prose().numbers) m_wishes.numbers.push_back(number.number);
  for (const engine::LessonExpression& mark : view->prose().marks) m_wishes.marks.push_back(mark);
  const size_t firstMark = m_prose.back().firstMark;
  connect(view, &ProseView::markHovered, this, [this, firstMark](int mark) {
    m_hoveredMark = mark < 0 ? std::nullopt : std::optional(firstMark + static_cast<size_t>(mark));
    markPictures();
  });
  connect(view, &ProseView::markChosen, this, [this, firstMark](int mark) {
    const size_t chosen = firstMark + static_cast<size_t>(mark);
    m_chosenMark = m_chosenMark == chosen ? std::nullopt : std::optional(chosen);
    markPictures();
  });
  connect(view, &ProseView::lessonWanted, this, &StepPage::lessonWanted);
  view->moveControl = [this](const QString& name, double steps) {
    if (ControlWidget* control = m_stage->control(name); control && control->isEnabled()) control->move(steps);
  };
  return view;
}

void StepPage::addQuestion(const engine::LessonQuestion& question, Beat& beat) {
  auto* card = new QuestionCard(question, m_runner, folderOf(m_runner.run().lesson()), m_scroll->widget());
  m_questions.push_back(card);
  m_wishes.questions.push_back(question);
  place(card, beat);
  card->setMemory(m_memory.questions[question.name]);
  connect(card, &QuestionCard::lessonWanted, this, &StepPage::lessonWanted);
  connect(card, &QuestionCard::remembered, this, [this, card] {
    m_memory.questions[card->question().name] = card->memory();
    Q_EMIT answered(card->question().name);
  });
  connect(card, &QuestionCard::grown, this, [this, card] { bringIntoSight(*m_scroll, *card); });
  connect(card, &QuestionCard::done, this, [this, card] {
    m_memory.state.answered.insert(card->question().name);
    m_isRevealing = true;
    Q_EMIT outdated();
  });
}

void StepPage::addMore(const engine::LessonBlock& block, Beat& beat) {
  auto* folded = new QWidget(m_scroll->widget());
  auto* column = new QVBoxLayout(folded);
  column->setContentsMargins(0, 0, 0, 0);
  auto* button = new FoldButton(
      block.lines.empty() ? tr("More") : QString::fromStdString(block.lines.front().text).trimmed(), folded);
  column->addWidget(button);
  auto* inner = new QWidget(folded);
  auto* parts = new QVBoxLayout(inner);
  parts->setContentsMargins(ThemeModel::instance().theme().space(4), 0, 0, 0);
  for (const engine::LessonPart& part : block.parts) {
    if (!part.block)
      parts->addWidget(addProse(part.prose, inner));
    else
      addFolded(*part.block, *inner);
  }
  inner->hide();
  column->addWidget(inner);
  connect(button, &QToolButton::toggled, inner, &QWidget::setVisible);
  place(folded, beat);
}

void StepPage::addFolded(const engine::LessonBlock& block, QWidget& folded) {
  for (const engine::LessonFormula& formula : blocks().formulas)
    if (block.kind == "formula" && isIn(block, formula.place))
      folded.layout()->addWidget(m_formulas->add(formula, &folded));
  for (const engine::LessonPicture& picture : blocks().pictures) {
    if (block.kind != "picture" || !isIn(block, picture.place)) continue;
    ShownPicture* shown = makeShownPicture(picture, *m_session, controlsOf(blocks()), &folded);
    shown->setMinimumHeight(ThemeModel::instance().theme().space(kFoldedPictureUnits));
    folded.layout()->addWidget(shown);
    m_folded.push_back(shown);
  }
}

void StepPage::addPicture(const engine::LessonPicture& picture, Beat& beat) {
  const auto same = std::find_if(m_pictures.begin(), m_pictures.end(), [&](const ShownPicture* other) {
    return !picture.name.empty() && other->picture().name == picture.name;
  });
  ShownPicture* shown = makeShownPicture(picture, *m_session, controlsOf(blocks()), m_stage);
  // Pages are made anew while the file is written; a picture stays as it was turned.
  const std::string name = picture.name.empty() ? picture.kind : picture.name;
  if (const auto seen = m_memory.views.find(name); seen != m_memory.views.end()) shown->setState(seen->second);
  connect(shown, &ShownPicture::stateChanged, this, [this, shown, name] { m_memory.views[name] = shown->state(); });
  beat.parts.push_back(shown);
  if (same == m_pictures.end()) return m_pictures.push_back(shown);
  for (Beat& other : m_beats) std::erase(other.parts, *same);  // further down the same name replaces it
  delete *same;
  *same = shown;
}

void StepPage::connectPictures() {
  for (ShownPicture* picture : m_pictures) {
    connect(picture, &ShownPicture::moved, this, [this](const std::string& name, const engine::LessonValue& value) {
      ControlWidget* control = m_stage->control(QString::fromStdString(name));
      if (!control || control->isEnabled()) setValue(name, value);
    });
    connect(picture, &ShownPicture::cellChosen, this, &StepPage::chooseCell);
    connect(picture, &ShownPicture::cellPointed, m_formulas, &FormulaPanel::pointAt);
    connect(picture, &ShownPicture::cellLeft, m_formulas, &FormulaPanel::leave);
  }
}

}  // namespace ui
