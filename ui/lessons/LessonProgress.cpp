#include "ui/lessons/LessonProgress.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMetaObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace ui {

namespace {

const QString kSeen = QStringLiteral("seen"), kQuestions = QStringLiteral("questions");
const QString kTries = QStringLiteral("tries"), kIsRight = QStringLiteral("right"), kIsShown = QStringLiteral("shown");
const QString kNumbers = QStringLiteral("numbers"), kLetters = QStringLiteral("letters");

/// Writes one file after the other, in the order in which they were wanted.
QThreadPool& writer() {
  static const auto pool = [] {
    auto made = std::make_unique<QThreadPool>();
    made->setMaxThreadCount(1);
    return made;
  }();
  return *pool;
}

/// Empty, or why it cannot be written.
QString write(const QString& path, const QByteArray& text) {
  const QString folder = QFileInfo(path).path();
  if (!QDir().mkpath(folder))
    return QCoreApplication::translate("ui::LessonProgress", "%1: the folder cannot be made").arg(folder);
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(text) >= 0 && file.commit()) return {};
  return QCoreApplication::translate("ui::LessonProgress", "%1: cannot be written: %2").arg(path, file.errorString());
}

QString key(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

LessonProgress::LessonProgress(QString path) : m_path(std::move(path)), m_here(std::make_unique<QObject>()) {
  writer().waitForDone();
  QFile file(m_path);
  if (!file.exists()) return;
  const bool isOpen = file.open(QIODevice::ReadOnly);
  const QJsonDocument document = QJsonDocument::fromJson(isOpen ? file.readAll() : QByteArray());
  m_lessons = document.object();
  m_isUnreadable = !document.isObject() && (!isOpen || file.size() > 0);
}

LessonProgress::~LessonProgress() { writer().waitForDone(); }

QString LessonProgress::userPath() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
         QStringLiteral("/headlight/lessons/progress.json");
}

QJsonObject LessonProgress::stepOf(const std::string& lesson, const std::string& slug) const {
  return m_lessons[key(lesson)].toObject()[key(slug)].toObject();
}

void LessonProgress::setStep(const std::string& lesson, const std::string& slug, const QJsonObject& step) {
  QJsonObject steps = m_lessons[key(lesson)].toObject();
  steps[key(slug)] = step;
  m_lessons[key(lesson)] = steps;
}

void LessonProgress::noteSeen(const std::string& lesson, const std::string& slug) {
  QJsonObject step = stepOf(lesson, slug);
  step[kSeen] = true;
  setStep(lesson, slug, step);
}

void LessonProgress::note(const std::string& lesson, const std::string& slug, const std::string& question,
                          const QuestionMemory& memory) {
  QJsonObject step = stepOf(lesson, slug), questions = step[kQuestions].toObject(), told;
  told[kTries] = memory.tries;
  told[kIsRight] = memory.isRight;
  told[kIsShown] = memory.isShown;
  QJsonArray numbers;
  for (const double number : memory.answer.numbers) numbers.append(number);
  told[kNumbers] = numbers;
  told[kLetters] = QString::fromStdString(memory.answer.letters);
  questions[key(question)] = told;
  step[kQuestions] = questions;
  setStep(lesson, slug, step);
}

QuestionMemory LessonProgress::of(const std::string& lesson, const std::string& slug,
                                  const std::string& question) const {
  const QJsonObject told = stepOf(lesson, slug)[kQuestions].toObject()[key(question)].toObject();
  QuestionMemory memory;
  memory.tries = told[kTries].toInt();
  memory.isRight = told[kIsRight].toBool();
  memory.isShown = told[kIsShown].toBool();
  for (const QJsonValue& number : told[kNumbers].toArray()) memory.answer.numbers.push_back(number.toDouble());
  memory.answer.letters = told[kLetters].toString().toStdString();
  return memory;
}

bool LessonProgress::isSeen(const std::string& lesson, const std::string& slug) const {
  return stepOf(lesson, slug)[kSeen].toBool();
}

int LessonProgress::numSeen(const std::string& lesson) const {
  int count = 0;
  for (const QJsonValue& step : m_lessons[key(lesson)].toObject()) count += step.toObject()[kSeen].toBool() ? 1 : 0;
  return count;
}

int LessonProgress::numAnswered(const std::string& lesson) const {
  int count = 0;
  for (const QJsonValue& step : m_lessons[key(lesson)].toObject())
    for (const QJsonValue& question : step.toObject()[kQuestions].toObject())
      count += question.toObject()[kIsRight].toBool() ? 1 : 0;
  return count;
}

void LessonProgress::reset(const std::string& lesson) { m_lessons.remove(key(lesson)); }

void LessonProgress::resetStep(const std::string& lesson, const std::string& slug) {
  QJsonObject steps = m_lessons[key(lesson)].toObject();
  steps.remove(key(slug));
  m_lessons[key(lesson)] = steps;
}

void LessonProgress::tell(const QString& text) {
  if (text == std::exchange(m_told, text) || !failed) return;
  failed(text);
}

bool LessonProgress::keepUnreadable() {
  QString kept = m_path + QStringLiteral(".damaged");
  for (int number = 2; QFile::exists(kept); ++number) kept = m_path + QStringLiteral(".damaged%1").arg(number);
  if (!QFile::rename(m_path, kept)) {
    tell(QCoreApplication::translate("ui::LessonProgress",
                                     "%1 cannot be read, and not be renamed either: what is done in lessons is not kept")
             .arg(m_path));
    return false;
  }
  tell(QCoreApplication::translate("ui::LessonProgress",
                                   "%1 cannot be read: what was done in lessons begins anew; its content is kept in %2")
           .arg(m_path, kept));
  return true;
}

void LessonProgress::save() {
  if (m_isUnreadable && !keepUnreadable()) return;
  m_isUnreadable = false;
  writer().start([this, path = m_path, text = QJsonDocument(m_lessons).toJson()] {
    const QString problem = write(path, text);
    // Whoever goes away waits for the writer and takes `m_here` along, and with it what is still to be told.
    QMetaObject::invokeMethod(
        m_here.get(), [this, problem] { problem.isEmpty() ? m_told.clear() : tell(problem); }, Qt::QueuedConnection);
  });
}

}  // namespace ui
