#include "ui/lessons/pictures/LessonCovers.h"

#include <QFileInfo>
#include <QTimer>
#include <algorithm>
#include <optional>
#include <utility>

#include "engine/lessons/run/LessonRun.h"
#include "ui/lessons/KnownPictures.h"
#include "ui/lessons/pictures/OffscreenPicture.h"
#include "ui/session/RunJob.h"
#include "ui/views/teaching/TeachingPicture.h"

namespace ui {

namespace {

constexpr int kCoverPollMilliseconds = 20;
constexpr int kBestRank = 3;
constexpr double kDrawnScale = 1;  ///< letters have their usual size; the card makes the whole smaller

/// What a job finds out about a lesson.
struct Cover {
  engine::LessonPicture picture;
  StepValuesPtr values;
};

/// How well a picture serves as a cover: one that gives an answer away is covered itself, and views have small letters.
int rankOf(const Cover& cover) {
  return (isCovered(cover.picture, *cover.values) ? 0 : 2) + (findPictureKind(cover.picture.kind) ? 1 : 0);
}

/// The one that the lesson names, as it is once all is answered; none: it names none, or one that there is not.
std::optional<Cover> namedCover(engine::LessonRun& run, engine::Progress& progress) {
  const engine::LessonCover& named = run.lesson().cover;
  const int step = named.slug.empty() ? -1 : run.lesson().stepNumber(named.slug);
  if (step < 0) return {};
  const engine::StepBlocks& blocks = run.steps()[static_cast<size_t>(step)];
  const auto isIt = [&](const engine::LessonPicture& one) {
    return named.picture.empty() || one.name == named.picture;
  };
  const auto picture = std::find_if(blocks.pictures.begin(), blocks.pictures.end(), isIt);
  if (picture == blocks.pictures.end()) return {};
  engine::StepState state;
  for (const engine::LessonQuestion& question : blocks.questions) state.answered.insert(question.name);
  try {
    return Cover{*picture, run.values(step, state, progress)};
  } catch (const engine::Cancelled&) {
    throw;
  } catch (const engine::Error&) {  // the lesson says so when it is opened
    return {};
  }
}

std::optional<Cover> coverOf(const QString& path, const QString& samples, engine::Progress& progress) {
  engine::LessonProblems problems;
  const auto lesson = std::make_shared<const engine::Lesson>(engine::readLesson(path.toStdString(), problems));
  engine::LessonRun run(lesson, samples.toStdString(), engine::Compute{nullptr, 1}, knownPictures());
  if (std::optional<Cover> named = namedCover(run, progress)) return named;
  std::optional<Cover> best;
  for (size_t step = 0; step < run.steps().size(); ++step) {
    if (run.steps()[step].pictures.empty()) continue;
    StepValuesPtr values;
    try {
      values = run.values(static_cast<int>(step), {}, progress);
    } catch (const engine::Cancelled&) {
      throw;
    } catch (const engine::Error&) {  // the lesson says so when it is opened
      continue;
    }
    for (const engine::LessonPicture& picture : run.steps()[step].pictures) {
      const Cover cover{picture, values};
      if (!best || rankOf(cover) > rankOf(*best)) best = cover;
    }
    if (best && rankOf(*best) == kBestRank) break;
  }
  return best;
}

}  // namespace

LessonCovers::LessonCovers(QString samples, QObject* parent)
    : QObject(parent), m_samples(std::move(samples)), m_poll(new QTimer(this)) {
  m_poll->setSingleShot(true);
  m_poll->setInterval(kCoverPollMilliseconds);
  connect(m_poll, &QTimer::timeout, this, &LessonCovers::drawWhenReady);
}

LessonCovers::~LessonCovers() = default;

QString LessonCovers::keyOf(const QString& lesson) {
  const bool isDark = ThemeModel::instance().theme().kind == ThemeKind::dark;
  return lesson + (isDark ? QStringLiteral("\ndark") : QStringLiteral("\nlight"));
}

bool LessonCovers::isKept(const QString& lesson) const {
  const auto kept = m_kept.find(keyOf(lesson));
  return kept != m_kept.end() && kept->written == QFileInfo(lesson).lastModified();
}

QImage LessonCovers::of(const QString& lesson) const {
  return isKept(lesson) ? m_kept.value(keyOf(lesson)).picture : QImage();
}

void LessonCovers::want(const QStringList& lessons) {
  m_waiting = lessons;
  if (!isBusy()) next();
}

void LessonCovers::next() {
  m_current.clear();
  while (!m_waiting.isEmpty() && isKept(m_waiting.front())) m_waiting.pop_front();
  if (m_waiting.isEmpty()) return m_jobs.clearEnded();
  m_current = m_waiting.takeFirst();
  const auto work = [path = m_current, samples = m_samples](engine::Progress& progress) {
    return coverOf(path, samples, progress);
  };
  Job* job = runJob(m_jobs, this, tr("Picture of a lesson"), {}, work,
                    [](LessonCovers& covers, const std::optional<Cover>& cover) {
                      if (!cover) return covers.keep({});
                      try {
                        covers.m_picture = std::make_unique<OffscreenPicture>(cover->picture, cover->values);
                      } catch (const engine::Error&) {  // a picture that there is not
                        return covers.keep({});
                      }
                      covers.drawWhenReady();
                    });
  connect(job, &Job::ended, this, [this, job] {
    if (job->state() == JobState::failed) keep({});
  });
}

void LessonCovers::drawWhenReady() {
  if (!m_picture) return;
  if (!m_picture->isReady()) return m_poll->start();
  const bool isDark = ThemeModel::instance().theme().kind == ThemeKind::dark;
  const QImage picture = m_picture->image(kSize, kDrawnScale, isDark ? Theme::dark() : Theme::light());
  m_picture.reset();
  keep(picture);
}

void LessonCovers::keep(const QImage& picture) {
  m_kept[keyOf(m_current)] = {QFileInfo(m_current).lastModified(), picture};
  Q_EMIT drawn(std::as_const(m_current));
  // The window comes first.
  QTimer::singleShot(0, this, &LessonCovers::next);
}

}  // namespace ui
