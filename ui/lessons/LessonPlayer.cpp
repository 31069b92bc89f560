// Plays a lesson: opening, steps, values, what is remembered. Its keys: LessonKeys.cpp; its frame and file:
// LessonFrame.cpp.
#include "ui/lessons/LessonPlayer.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>
#include <future>
#include <utility>

#include "engine/lessons/expression/SettingTarget.h"
#include "ui/lessons/LanguageButton.h"
#include "ui/lessons/OpenedLesson.h"
#include "ui/lessons/ProblemList.h"
#include "ui/lessons/SpeakerWindow.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/StepPreparer.h"
#include "ui/lessons/StepScroll.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/QuestionCard.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/session/RunJob.h"
#include "ui/vtk/GlContext.h"

namespace ui {

namespace {

constexpr size_t kMostEndedJobs = 50;

void setBusy(StepPage& page, bool isBusy) {
  page.setOld(isBusy);
  if (StepRun* run = page.stage().run()) run->setBusy(isBusy);
}

void showIn(StepPage& page, const StepReading& reading, bool isPart) {
  if (StepRun* run = page.stage().run()) run->setPart(isPart);
  page.show(reading);
}

/// Pages show what the runner tells of their steps. `tell`: the message below them, which a page may then replace.
void followRunner(LessonRunner& runner, const std::function<StepPage*(int)>& pageOf,
                  const std::function<void(const QString&)>& tell, const std::function<void(int)>& shown) {
  QObject::connect(&runner, &LessonRunner::ready, &runner, [=](int step, const StepReading& reading) {
    StepPage* page = pageOf(step);
    if (!page) return;
    tell({});
    setBusy(*page, false);
    showIn(*page, reading, false);
    shown(step);
  });
  QObject::connect(&runner, &LessonRunner::readySoFar, &runner, [=](int step, const StepReading& reading) {
    StepPage* page = pageOf(step);
    if (!page) return;
    tell({});
    page->setOld(false);
    showIn(*page, reading, true);
    shown(step);
  });
  QObject::connect(&runner, &LessonRunner::late, &runner, [=](int step) {
    if (StepPage* page = pageOf(step)) setBusy(*page, true);
  });
  QObject::connect(&runner, &LessonRunner::stopped, &runner, [=](int step) {
    StepPage* page = pageOf(step);
    if (!page) return;
    page->setOld(false);
    if (StepRun* run = page->stage().run()) run->showStopped();
  });
  QObject::connect(&runner, &LessonRunner::failed, &runner, [=](int step, const QString& text) {
    if (StepPage* page = pageOf(step)) setBusy(*page, false);
    tell(text);
  });
}

/// In every step that reads the sample of this name; null: the sample again. False: nothing of this name can be
/// replaced.
bool useOwnData(const engine::LessonRun& run, const std::function<StepMemory&(int)>& memoryOf, const std::string& name,
                const engine::DatasetPtr& dataset) {
  bool isFound = false;
  for (int step = 0; step < static_cast<int>(run.lesson().steps.size()); ++step) {
    const std::vector<std::string> names = run.replaceable(step);
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    isFound = true;
    if (dataset)
      memoryOf(step).state.replaced[name] = dataset;
    else
      memoryOf(step).state.replaced.erase(name);
  }
  return isFound;
}

/// What Tab comes to in there, in the order in which it was made.
void addStops(const QWidget& part, std::vector<QWidget*>& stops) {
  for (QWidget* widget : part.findChildren<QWidget*>()) {
    const bool isInner = qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
    if ((widget->focusPolicy() & Qt::TabFocus) && !isInner) stops.push_back(widget);
  }
}

/// Tab goes through head, text, pictures, controls, formulae, steps.
void orderTabs(const QWidget& head, StepPage& page, const QWidget& dots) {
  std::vector<QWidget*> stops;
  addStops(head, stops);
  addStops(*page.findChild<QScrollArea*>(), stops);
  for (const ShownPicture* picture : page.stage().pictures()) addStops(*picture, stops);
  for (const ControlWidget* control : page.stage().controls()) addStops(*control, stops);
  if (page.stage().run()) stops.push_back(page.stage().run());
  addStops(*page.findChild<FormulaPanel*>(), stops);
  addStops(dots, stops);
  for (size_t k = 1; k < stops.size(); ++k) QWidget::setTabOrder(stops[k - 1], stops[k]);
}

/// As soon as the parts of the page have their values and with them their places.
void scrollOnceShown(LessonPlayer& player, StepPage& page, int pixels) {
  const auto scroll = [&page, pixels] {
    QTimer::singleShot(0, &page, [&page, pixels] { page.scrollBar().setValue(pixels); });
  };
  QObject::connect(&player, &LessonPlayer::shown, &page, scroll,
                   static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

}  // namespace

LessonPlayer::LessonPlayer(QString samples, const QString& progress, QWidget* parent)
    : QWidget(parent), m_samples(std::move(samples)), m_progress(progress), m_files(this) {
  m_progress.failed = [this](const QString& text) { Q_EMIT failed(text); };
  makeHead();
  connect(&m_files, &LessonFiles::changed, this, [this] { load({}, true); });
  connect(
      &m_jobs, &JobQueue::ended, this,
      [this] {
        if (m_jobs.jobs().size() > kMostEndedJobs) m_jobs.clearEnded();
      },
      Qt::QueuedConnection);
}

LessonPlayer::~LessonPlayer() {
  for (StepPage* page : m_pages) delete page;  // they speak with the runner until they are gone
  m_preparer.reset();
  m_runner.reset();
}

void LessonPlayer::open(const QString& path, const LessonTarget& target) {
  m_path = QFileInfo(path).absoluteFilePath();
  m_memories.clear();
  if (!target.language.isEmpty()) languages.prepend(target.language);
  load(target, false);
}

void LessonPlayer::load(const LessonTarget& target, bool isAgain) {
  m_isLoading = true;
  GlContext::prepare();
  const std::shared_ptr<engine::LessonRun> before = isAgain && m_runner ? m_runner->sharedRun() : nullptr;
  const auto work = [path = m_path, samples = m_samples, wanted = languages, folders = wordsFolders,
                     before](engine::Progress&) {
    return std::make_shared<OpenedLesson>(openLesson(path, samples, wanted, folders, before.get()));
  };
  Job* job = runJob(m_jobs, this, tr("Reading the lesson"), QStringLiteral("lesson"), work,
                    [target, isAgain](LessonPlayer& player, const std::shared_ptr<OpenedLesson>& opened) {
                      player.adopt(std::move(*opened), target, isAgain);
                    });
  connect(job, &Job::ended, this, [this, job] {
    if (job->state() == JobState::cancelled) return;
    m_isLoading = false;
    if (job->state() != JobState::failed) return;
    tell(job->error());
    Q_EMIT failed(job->error());
  });
}

void LessonPlayer::adopt(OpenedLesson opened, const LessonTarget& target, bool isAgain) {
  // Of a translation that was opened: from now on the lesson, in its language.
  if (m_path != opened.read.texts.front()) {
    languages.prepend(QString::fromStdString(opened.run->lesson().language));
    m_path = opened.read.texts.front();
  }
  m_files.watch(std::move(opened.read));
  m_problems->setProblems(opened.fileOfProblems, opened.problems);
  const bool hasSteps = !opened.run->lesson().steps.empty();
  if (isAgain && m_runner && (opened.hasErrors || !hasSteps)) return;  // the last good state stays
  const QString here = m_runner && !lesson()->steps.empty()
                           ? QString::fromStdString(lesson()->steps[static_cast<size_t>(m_step)].slug)
                           : QString();
  const int scrolled = page() ? page()->scrollBar().value() : 0;
  const bool hadFocus = page() && page()->isAncestorOf(QApplication::focusWidget());
  for (StepPage* page : m_pages) delete page;
  m_runner = std::make_unique<LessonRunner>(std::move(opened.run), m_jobs, this);
  m_preparer = std::make_unique<StepPreparer>(
      m_runner->sharedRun(), [this](int step) { return memory(step).state; }, [this] { return isAtRest(); }, *this);
  m_pages.assign(lesson()->steps.size(), nullptr);
  m_language->setLanguages(opened.languages, QString::fromStdString(lesson()->language));
  if (target.isReset && !isAgain) m_progress.reset(lesson()->id);
  QStringList titles;
  for (const engine::LessonStep& step : lesson()->steps) titles << QString::fromStdString(step.title);
  m_dots->setSteps(titles);
  followRunner(
      *m_runner, [this](int step) { return m_pages[static_cast<size_t>(step)]; },
      [this](const QString& text) { tell(text); },
      [this](int step) {
        tellNotes();
        if (step == m_step) m_preparer->follow(step);
        Q_EMIT shown(step);
      });
  const QString wanted = isAgain && !here.isEmpty() ? here : target.step;
  const int number = wanted.isEmpty() ? 0 : lesson()->stepNumber(wanted.toStdString());
  m_step = std::max(0, number);
  if (number < 0) tell(tr("There is no step “%1”.").arg(wanted));
  restoreMemories(isAgain ? LessonTarget{} : target);
  if (hasSteps) showStep();
  if (isAgain && hasSteps) scrollOnceShown(*this, *page(), scrolled);
  if (hadFocus) setFocus();
  Q_EMIT this->opened();
}

const engine::Lesson* LessonPlayer::lesson() const { return m_runner ? &m_runner->run().lesson() : nullptr; }

StepMemory& LessonPlayer::memory(int step) {
  auto& memory = m_memories[lesson()->steps[static_cast<size_t>(step)].slug];
  if (!memory) memory = std::make_unique<StepMemory>();
  return *memory;
}

void LessonPlayer::restoreMemories(const LessonTarget& target) {
  const std::vector<engine::StepBlocks>& steps = m_runner->run().steps();
  for (size_t step = 0; step < steps.size() && step < lesson()->steps.size(); ++step)
    for (const engine::LessonQuestion& question : steps[step].questions) {
      QuestionMemory& kept = memory(static_cast<int>(step)).questions[question.name];
      if (!kept.isDone() && kept.tries == 0)
        kept = m_progress.of(lesson()->id, lesson()->steps[step].slug, question.name);
      kept.isShown = kept.isShown || target.areAnswersShown;
      if (kept.isDone()) memory(static_cast<int>(step)).state.answered.insert(question.name);
    }
  if (lesson()->steps.empty()) return;
  StepMemory& here = memory(m_step);
  for (const auto& [name, text] : target.settings) here.state.settings[name] = engine::settingValue(text);
  if (target.isRunHere) ++here.state.timesRunHere;
  for (const auto& [name, dataset] : target.own)
    if (!useOwnData(
            m_runner->run(), [this](int step) -> StepMemory& { return memory(step); }, name, dataset))
      tell(tr("Nothing in this lesson called “%1” can be replaced.").arg(QString::fromStdString(name)));
}

StepPage* LessonPlayer::page() const { return m_pages.empty() ? nullptr : m_pages[static_cast<size_t>(m_step)]; }

StepPage* LessonPlayer::makePage(int step) {
  auto* page = new StepPage(*m_runner, step, memory(step), m_stack);
  m_stack->addWidget(page);
  orderTabs(*m_head, *page, *m_dots);
  page->setReading(m_isReading);
  page->ownData = [this] { return ownData ? ownData() : std::vector<engine::DatasetPtr>{}; };
  connect(page, &StepPage::outdated, this, &LessonPlayer::ask);
  if (const StepRun* run = page->stage().run()) connect(run, &StepRun::stopWanted, m_runner.get(), &LessonRunner::stop);
  connect(page, &StepPage::ownDataChosen, this, [this](const std::string& name, const engine::DatasetPtr& dataset) {
    useOwnData(
        m_runner->run(), [this](int of) -> StepMemory& { return memory(of); }, name, dataset);
    ask();
  });
  connect(page, &StepPage::failed, this, &LessonPlayer::tell);
  connect(page, &StepPage::lessonWanted, this, &LessonPlayer::follow);
  connect(page, &StepPage::answered, this, [this, page](const std::string& question) {
    m_progress.note(lesson()->id, page->step().slug, question, memory(page->number()).questions[question]);
    m_progress.save();
  });
  return page;
}

void LessonPlayer::follow(const QString& id, const QString& slug) {
  const bool isThis = id.isEmpty() || id.toStdString() == lesson()->id;
  if (!isThis) return Q_EMIT lessonWanted(id, slug);
  if (const int number = slug.isEmpty() ? 0 : lesson()->stepNumber(slug.toStdString()); number >= 0) goTo(number);
}

void LessonPlayer::setReading(bool isReading) {
  if (isReading == m_isReading) return;
  m_isReading = isReading;
  for (StepPage* page : m_pages)
    if (page) page->setReading(isReading);
  if (readingChanged) readingChanged(isReading);
}

void LessonPlayer::chooseLanguage(const QString& language) {
  if (m_isLoading) return;  // two files on their way could arrive in either order
  languages.removeAll(language);
  languages.prepend(language);
  if (languageChosen) languageChosen(language);
  if (lesson() && lesson()->language != language.toStdString()) load({}, true);
}

void LessonPlayer::goTo(int step) {
  if (!lesson() || step < 0 || step >= static_cast<int>(m_pages.size())) return;
  m_step = step;
  showStep();
}

void LessonPlayer::showStep() {
  StepPage*& page = m_pages[static_cast<size_t>(m_step)];
  m_preparer->giveUp();
  std::promise<StepWishes> wishes;  // of a page that is made while its values are computed
  m_runner->ask(m_step, memory(m_step).state, wishes.get_future().share());
  if (!page) page = makePage(m_step);
  wishes.set_value(page->wishes());
  // Else a field of the new page would get it, and keys would be letters there.
  if (m_stack->currentWidget() != page && m_stack->isAncestorOf(QApplication::focusWidget())) setFocus();
  m_stack->setCurrentWidget(page);
  const std::string& slug = page->step().slug;
  if (!m_progress.isSeen(lesson()->id, slug)) {
    m_progress.noteSeen(lesson()->id, slug);
    m_progress.save();
  }
  std::vector<bool> seen;
  for (const engine::LessonStep& step : lesson()->steps) seen.push_back(m_progress.isSeen(lesson()->id, step.slug));
  m_dots->setState(m_step, seen);
  m_title->setText(QString::fromStdString(lesson()->title));
  m_place->setText(tr("%1 of %2").arg(m_step + 1).arg(m_pages.size()));
  setWindowTitle(QStringLiteral("%1 – %2").arg(m_title->text(), QString::fromStdString(page->step().title)));
  tell({});
  showSpeaker();
}

void LessonPlayer::ask() {
  if (!page()) return;
  m_preparer->giveUp();
  m_runner->ask(m_step, memory(m_step).state, page()->wishes());
}

void LessonPlayer::next() {
  if (!page() || scrollOn(*page()) || page()->uncoverBeat()) return;
  goTo(m_step + 1);
}

void LessonPlayer::back() {
  if (!page() || page()->coverBeat()) return;
  goTo(m_step - 1);
}

void LessonPlayer::resetStep() {
  if (!page()) return;
  m_progress.resetStep(lesson()->id, page()->step().slug);
  m_progress.save();
  page()->reset();
}

void LessonPlayer::resetLesson() {
  if (!page()) return;
  m_progress.reset(lesson()->id);
  m_progress.save();
  for (size_t step = 0; step < m_pages.size(); ++step) {
    if (m_pages[step])
      m_pages[step]->reset();
    else
      memory(static_cast<int>(step)) = StepMemory{};
  }
  goTo(0);
}

bool LessonPlayer::isAtRest() const {
  if (m_isLoading || (m_runner && m_runner->isBusy()) || m_jobs.numActive() > 0) return false;
  return !page() || page()->session().jobs().numActive() == 0;
}

std::vector<engine::DatasetPtr> LessonPlayer::datasets() const {
  return page() ? page()->session().document().datasets() : std::vector<engine::DatasetPtr>{};
}

std::vector<ViewRequest> LessonPlayer::viewRequests() const {
  std::vector<ViewRequest> requests;
  if (!page()) return requests;
  for (const ShownPicture* picture : page()->pictures())
    if (auto request = picture->viewRequest()) requests.push_back(std::move(*request));
  return requests;
}

}  // namespace ui
