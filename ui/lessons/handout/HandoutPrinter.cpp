#include "ui/lessons/handout/HandoutPrinter.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "engine/io/FileContent.h"
#include "ui/lessons/handout/PaperStep.h"
#include "ui/session/RunJob.h"

namespace ui {

namespace {

constexpr int kPollMilliseconds = 20, kPixelsPerInch = 96;
constexpr double kMargin = 54, kFoot = 26, kStepGap = 16, kAnswerGap = 9;  ///< 1/96 inch
constexpr double kTitlePoints = 17, kGoalPoints = 11;

QSizeF sizeOf(const HandoutOptions& options) {
  const QPageSize page(options.isLetter ? QPageSize::Letter : QPageSize::A4);
  return page.size(QPageSize::Inch) * kPixelsPerInch;
}

std::unique_ptr<PaperPart> headOf(const engine::Lesson& lesson) {
  auto head = std::make_unique<PaperColumn>();
  head->add(std::make_unique<PaperText>(QString::fromStdString(lesson.title),
                                        PaperLetters{.points = kTitlePoints, .isBold = true}),
            0);
  head->add(std::make_unique<PaperText>(
                QObject::tr("%1 %2 minutes.").arg(QString::fromStdString(lesson.goal)).arg(lesson.minutes),
                PaperLetters{.points = kGoalPoints, .isMuted = true}),
            4);
  return head;
}

}  // namespace

HandoutPrinter::HandoutPrinter(QString samples, QObject* parent) : QObject(parent), m_samples(std::move(samples)) {
  m_poll.setInterval(kPollMilliseconds);
  connect(&m_poll, &QTimer::timeout, this, &HandoutPrinter::placeParts);
}

HandoutPrinter::~HandoutPrinter() {
  if (m_painter.isActive()) m_painter.end();
}

double HandoutPrinter::width() const { return sizeOf(m_options).width() - 2 * kMargin; }

double HandoutPrinter::heightOfPage() const { return sizeOf(m_options).height() - 2 * kMargin - kFoot; }

void HandoutPrinter::print(const QString& lesson, const QString& path, const HandoutOptions& options) {
  m_path = path;
  m_options = options;
  m_isBusy = true;
  const auto work = [lesson, samples = m_samples, language = options.language](engine::Progress& progress) {
    return std::make_shared<HandoutContent>(readHandout(lesson, samples, language, progress));
  };
  Job* job = runJob(m_jobs, this, tr("Handout"), {}, work,
                    [](HandoutPrinter& printer, const std::shared_ptr<HandoutContent>& content) {
                      printer.begin(std::move(*content));
                    });
  connect(job, &Job::ended, this, [this, job] {
    if (job->state() == JobState::failed) fail(job->error());
    if (job->state() == JobState::cancelled) fail(tr("The handout was given up."));
  });
}

void HandoutPrinter::begin(HandoutContent content) {
  m_content = std::move(content);
  const QString folder = QFileInfo(QString::fromStdString(m_content.lesson->file)).absolutePath();
  const PaperLook look;
  m_head = headOf(*m_content.lesson);
  try {
    for (size_t step = 0; step < m_content.steps.size(); ++step)
      m_steps.push_back(
          std::make_unique<PaperStep>(static_cast<int>(step) + 1, m_content.steps[step], folder, m_options.hasNotes));
  } catch (const engine::Error& error) {
    return fail(QString::fromUtf8(error.what()));
  }
  m_answers = paperAnswers(m_content, folder);
  m_poll.start();
}

void HandoutPrinter::place(const PaperPart& part, double gap, double slot) {
  const double natural = part.height(width());
  const double scale = std::min(1.0, heightOfPage() / std::max(1.0, natural)), height = natural * scale;
  if (m_y > 0 && m_y + gap + height > heightOfPage() + 0.5) beginPage();
  if (m_y > 0) m_y += gap;
  m_placed.push_back({&part, m_page, m_y, height, scale});
  m_y = std::max(m_y + height, std::min(m_y + slot, heightOfPage()));
}

void HandoutPrinter::placeSteps() {
  for (size_t step = 0; step < m_steps.size();) {
    const double head = m_y > 0 ? m_y + kStepGap : 0, room = heightOfPage() - head - kStepGap;
    const double first = m_steps[step]->leastHeight(width());
    const double second = step + 1 < m_steps.size() ? m_steps[step + 1]->leastHeight(width()) : 0;
    const bool areTwo = second > 0 && first + second <= room;
    const double target = areTwo ? std::clamp(room / 2, first, room - second) : room / 2;
    m_steps[step]->setTarget(target);
    place(*m_steps[step++], kStepGap, target);
    if (areTwo) {
      m_steps[step]->setTarget(room - target);
      place(*m_steps[step++], kStepGap);
    }
    if (step < m_steps.size()) beginPage();
  }
}

void HandoutPrinter::beginPage() {
  ++m_page;
  m_y = 0;
}

void HandoutPrinter::placeParts() {
  if (!std::all_of(m_steps.begin(), m_steps.end(), [](const auto& step) { return step->isReady(); })) return;
  m_poll.stop();
  const PaperLook look;
  m_placed.clear();
  m_page = 0;
  m_y = 0;
  place(*m_head, 0);
  placeSteps();
  beginPage();
  for (const auto& answer : m_answers) place(*answer, kAnswerGap);
  m_buffer.setData({});
  m_buffer.open(QIODevice::WriteOnly);
  m_pdf = std::make_unique<QPdfWriter>(&m_buffer);
  m_pdf->setResolution(kPixelsPerInch);
  m_pdf->setPageSize(QPageSize(m_options.isLetter ? QPageSize::Letter : QPageSize::A4));
  m_pdf->setPageMargins({});
  m_pdf->setTitle(QString::fromStdString(m_content.lesson->title));
  m_painter.begin(m_pdf.get());
  m_page = 0;
  m_numPainted = 0;
  paintFrame(0);
  paintNext();
}

void HandoutPrinter::paintFrame(int page) {
  const double y = kMargin + heightOfPage() + kFoot;
  m_painter.setFont(Theme::light().labelFont());
  m_painter.setPen(Theme::light().muted);
  const QRectF foot(kMargin, y - kFoot, width(), kFoot);
  m_painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, QString::fromStdString(m_content.lesson->title));
  m_painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom,
                     tr("%1 of %2").arg(page + 1).arg(m_placed.back().page + 1));
}

void HandoutPrinter::paintNext() {
  if (m_numPainted == m_placed.size()) return finish();
  const Placed& next = m_placed[m_numPainted++];
  {
    const PaperLook look;
    if (next.page != m_page) {
      m_page = next.page;
      m_pdf->newPage();
      paintFrame(m_page);
    }
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.translate(kMargin, kMargin + next.y);
    m_painter.scale(next.scale, next.scale);
    try {
      next.part->paint(m_painter, {0, 0, width(), next.height / next.scale});
    } catch (const engine::Error& error) {
      m_painter.restore();
      return fail(QString::fromUtf8(error.what()));
    }
    m_painter.restore();
  }
  QTimer::singleShot(0, this, [this] {
    if (m_isBusy) paintNext();
  });
}

void HandoutPrinter::finish() {
  m_painter.end();
  m_pdf.reset();
  m_buffer.close();
  const int numPages = m_page + 1;
  try {
    engine::writeFileWhole(m_path.toStdString(), m_buffer.data().toStdString());
  } catch (const engine::Error& error) {
    return fail(QString::fromUtf8(error.what()));
  }
  m_steps.clear();
  m_answers.clear();
  m_isBusy = false;
  Q_EMIT printed(m_path, numPages);
}

void HandoutPrinter::fail(const QString& text) {
  m_poll.stop();
  if (m_painter.isActive()) m_painter.end();
  m_pdf.reset();
  m_buffer.close();
  m_steps.clear();
  m_answers.clear();
  m_isBusy = false;
  Q_EMIT failed(text);
}

}  // namespace ui
