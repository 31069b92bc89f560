#include "app/commands/LessonPicture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <filesystem>

#include "app/session/Lessons.h"
#include "app/session/Resources.h"
#include "app/window/Window.h"
#include "engine/lessons/words/LessonInLanguage.h"
#include "ui/lessons/StepExport.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/handout/HandoutPrinter.h"
#include "ui/look/Theme.h"
#include "ui/vtk/VtkWidget.h"

namespace app {

namespace {

constexpr qint64 kPatienceMilliseconds = 600'000;
constexpr int kPollMilliseconds = 10, kSettleMilliseconds = 100;
constexpr char kLessonScheme[] = "lesson:";

/// Lets events happen until `isDone`. False: it took too long.
template <class Condition>
bool waitUntil(Condition isDone) {
  QElapsedTimer elapsed;
  elapsed.start();
  while (!isDone()) {
    if (wasInterrupted()) throw engine::Cancelled{};
    if (elapsed.elapsed() > kPatienceMilliseconds) return false;
    QCoreApplication::processEvents(QEventLoop::AllEvents, kPollMilliseconds);
  }
  return true;
}

/// Without a display there are no hints for a window manager, which Qt regrets each time.
void leaveOutSizeHints(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (text.contains(QLatin1String("propagateSizeHints"))) return;
  printError(qFormatLogMessage(type, context, text).toStdString());
}

}  // namespace

QtWithoutDisplay::QtWithoutDisplay() : m_arguments(std::make_unique<ApplicationArguments>()) {
  ui::initialiseVtk(ui::Screen::memory);
  m_application = std::make_unique<QApplication>(m_arguments->count, m_arguments->values);
  setUpApplication();
  qInstallMessageHandler(leaveOutSizeHints);
}

QtWithoutDisplay::~QtWithoutDisplay() = default;

std::vector<Option> lessonOptions() {
  return {{"step", "N|SLUG", "of a lesson: its number from 1, or its short name [default 1]"},
          {"language", "LANGUAGE", "of a lesson: de, for example [default: as it was written]"},
          {"set", "K=V", "of a lesson: a control, for example T=0.5; may be given several times"},
          {"train", "", "of a lesson: compute what it has stored results of"},
          {"part", "PART",
           "of a lesson: page, formula (as high as it needs), or picture:NAME, the block's name or else its kind "
           "[default page]"},
          {"own", "NAME=FILE", "of a lesson: a file in the place of the sample that it calls by this name"}};
}

ui::LessonTarget lessonTarget(const Invocation& invocation) {
  ui::LessonTarget target;
  target.step = QString::fromStdString(invocation.text("step", ""));
  target.isReset = invocation.has("reset");
  target.areAnswersShown = invocation.has("answers");
  target.isRunHere = invocation.has("train");
  for (const QString& line : QString::fromStdString(invocation.text("set", "")).split(u'\n', Qt::SkipEmptyParts)) {
    const qsizetype equals = line.indexOf(u'=');
    if (equals < 1) throw UsageError("--set: found \"" + line.toStdString() + "\", expected KEY=VALUE");
    target.settings[line.left(equals).trimmed().toStdString()] = line.mid(equals + 1).trimmed().toStdString();
  }
  const std::string own = invocation.text("own", "");
  const size_t equals = own.find('=');
  if (invocation.has("own") && (equals == 0 || equals == std::string::npos))
    throw UsageError("--own: found \"" + own + "\", expected NAME=FILE");
  if (invocation.has("own")) target.own[own.substr(0, equals)] = loadInput(own.substr(equals + 1), talkOf(invocation));
  return target;
}

QString lessonFileOf(std::string word, ui::LessonTarget& target) {
  if (word.starts_with(kLessonScheme)) word = word.substr(std::size(kLessonScheme) - 1);
  QString name = QString::fromStdString(word);
  if (!QFileInfo(name).isFile() && name.contains(u'#')) {
    target.step = name.section(u'#', 1);
    name = name.section(u'#', 0, 0);
  }
  if (QFileInfo(name).isFile()) return name;
  const QString path = lessonPath(name);
  if (!path.isEmpty()) return path;
  std::string known;
  for (const LessonEntry& lesson : findLessons()) known += (known.empty() ? "" : ", ") + lesson.id.toStdString();
  engine::fail("there is no lesson \"", name.toStdString(), "\", expected a file or one of: ", known);
}

std::string languageOf(const Invocation& invocation, const QString& path) {
  const std::string wanted = invocation.text("language", "");
  if (wanted.empty()) return wanted;
  const engine::LessonInLanguage read =
      engine::readLessonIn(path.toStdString(), {wanted}, {userLessonFolder().toStdString()});
  if (std::find(read.languages.begin(), read.languages.end(), wanted) != read.languages.end()) return wanted;
  std::string known;
  for (const std::string& language : read.languages) known += (known.empty() ? "" : ", ") + language;
  engine::fail(path.toStdString(), ": found --language \"", wanted, "\", expected one of: ", known);
}

bool isLessonPicture(const Invocation& invocation) {
  if (invocation.words.size() != 1) return false;
  const std::string& word = invocation.words[0];
  return word.starts_with(kLessonScheme) || isLessonFile(QString::fromStdString(word));
}

void checkLessonPicture(const Invocation& invocation) {
  if (!invocation.has("out")) throw UsageError("render needs --out");
  const std::string suffix = std::filesystem::path(invocation.text("out", "")).extension().string();
  if (suffix != ".png" && suffix != ".svg" && suffix != ".pdf")
    throw UsageError("option --out: found \"" + invocation.text("out", "") +
                     "\", expected a name that ends in .png, .svg or .pdf");
  for (const char* option : {"view", "state", "caption"})
    if (invocation.has(option)) throw UsageError(std::string("option --") + option + ": not of lessons");
}

int renderLesson(const Invocation& invocation, QSize size) {
  requireFolderOf(invocation.text("out", ""));
  ui::LessonTarget target = lessonTarget(invocation);
  const QString path = lessonFileOf(invocation.words[0], target);
  target.language = QString::fromStdString(languageOf(invocation, path));
  if (invocation.has("projector")) {
    ui::ThemeModel::instance().setProjector(true);
    ui::ThemeModel::instance().applyTo(*qApp);
  }
  qInstallMessageHandler(leaveOutSizeHints);
  const QTemporaryDir forgotten;  // what is drawn is nobody's progress
  ui::LessonPlayer player(QString::fromStdString(resourceFolder("samples").string()),
                          forgotten.filePath(QStringLiteral("progress.json")));
  player.wordsFolders = QStringList{userLessonFolder()};
  player.setFrame(false);
  player.setAttribute(Qt::WA_DontShowOnScreen);
  player.resize(size);
  QString failure;
  QObject::connect(&player, &ui::LessonPlayer::failed, &player, [&failure](const QString& text) { failure = text; });
  player.open(path, target);
  player.show();
  const bool isReady = waitUntil(
      [&] { return !failure.isEmpty() || (player.isAtRest() && (!player.page() || player.page()->reading())); });
  if (!failure.isEmpty()) engine::fail("render: ", failure.toStdString());
  if (!isReady || !player.page()) engine::fail("render: ", path.toStdString(), " shows no step");
  if (!target.step.isEmpty() && player.lesson()->stepNumber(target.step.toStdString()) < 0)
    engine::fail("render: the lesson has no step \"", target.step.toStdString(), "\"");
  player.page()->setReading(true);
  QElapsedTimer settling;  // layouts, and pictures that are painted once more at rest
  settling.start();
  waitUntil([&] { return settling.elapsed() > kSettleMilliseconds && player.isAtRest(); });
  const QString part = QString::fromStdString(invocation.text("part", "page"));
  try {
    ui::exportPart(*player.page(), part, QString::fromStdString(invocation.text("out", "")), size,
                   positiveNumber(invocation, "scale", 1));
  } catch (const engine::Error& error) {
    engine::fail("render: ", error.what());
  }
  return kDone;
}

int printHandout(const Invocation& invocation) {
  if (invocation.words.size() > 1)
    throw UsageError("lesson --print: found \"" + invocation.words[1] + "\", expected one lesson");
  const std::string out = invocation.text("out", "");
  if (!invocation.has("out") || std::filesystem::path(out).extension() != ".pdf")
    throw UsageError("lesson --print: found --out \"" + out + "\", expected a name that ends in .pdf");
  const std::string paper = invocation.text("paper", "a4");
  if (paper != "a4" && paper != "letter")
    throw UsageError("option --paper: found \"" + paper + "\", expected a4 or letter");
  requireFolderOf(out);
  ui::LessonTarget target;
  const QString path = lessonFileOf(invocation.text("print", ""), target);
  const ui::HandoutLanguage language{{languageOf(invocation, path)}, {userLessonFolder().toStdString()}};
  const QtWithoutDisplay qt;
  ui::HandoutPrinter printer(QString::fromStdString(resourceFolder("samples").string()));
  QString failure;
  int numPages = 0;
  QObject::connect(&printer, &ui::HandoutPrinter::failed, &printer, [&](const QString& text) { failure = text; });
  QObject::connect(&printer, &ui::HandoutPrinter::printed, &printer,
                   [&](const QString&, int pages) { numPages = pages; });
  printer.print(path, QString::fromStdString(out), {invocation.has("notes"), paper == "letter", language});
  waitUntil([&] { return !printer.isBusy(); });
  if (!failure.isEmpty()) engine::fail("lesson --print: ", failure.toStdString());
  if (printer.isBusy()) engine::fail("lesson --print: the lesson is not computed after ten minutes");
  if (talkOf(invocation) == Talk::normal) printOut("wrote " + out + ", " + std::to_string(numPages) + " pages\n");
  return kDone;
}

}  // namespace app
