#include "ui/lessons/handout/PaperStep.h"

#include <QPainter>
#include <algorithm>

#include "engine/operations/Operation.h"

namespace ui {

namespace {

constexpr double kTextShare = 0.44, kColumnGap = 16, kGap = 7, kPictureGap = 6;
constexpr double kLeastPicture = 110, kMostShape = 0.95;  ///< height of a picture; to its width
/// Letters in pictures, beside those of the screen; where several share the place they need more room than letters.
constexpr double kPictureScale = 0.72, kSharedScale = 0.54;
constexpr double kStepTitlePoints = 12, kSmallPoints = 8;

std::unique_ptr<PaperText> paper(const HandoutText& text, const QString& folder, const PaperLetters& letters = {}) {
  return std::make_unique<PaperText>(text, folder, letters);
}

std::unique_ptr<PaperText> paper(const QString& markdown, const PaperLetters& letters = {}) {
  return std::make_unique<PaperText>(markdown, letters);
}

void addQuestion(PaperColumn& column, const HandoutPart& part, const QString& folder) {
  column.add(paper(part.text, folder, {.isBold = true}), 2 * kGap);
  for (const HandoutText& choice : part.choices)
    column.add(paper(choice, folder, {.mark = QStringLiteral("☐")}), kGap / 2);
  column.add(std::make_unique<PaperLines>(part.numLines, part.unit), 0);
}

void addPart(PaperColumn& column, const HandoutPart& part, const QString& folder) {
  switch (part.kind) {
    case HandoutPart::Kind::prose:
      return column.add(paper(part.text, folder), kGap);
    case HandoutPart::Kind::heading:
      return column.add(paper(part.text, folder, {.isBold = true}), 1.5 * kGap);
    case HandoutPart::Kind::goal:
      return column.add(paper(part.text, folder, {.mark = QStringLiteral("☐")}), kGap);
    case HandoutPart::Kind::more:
      return column.add(paper(part.text, folder, {.points = kSmallPoints}), kGap / 2);
    case HandoutPart::Kind::question:
      return addQuestion(column, part, folder);
  }
}

}  // namespace

PaperStep::PaperStep(int number, const HandoutStep& step, const QString& folder, bool hasNotes)
    : m_title(paper(step.title, {.points = kStepTitlePoints, .isBold = true, .mark = QString::number(number)})) {
  for (const HandoutPart& part : step.parts) addPart(m_text, part, folder);
  for (const engine::LessonPicture& picture : step.pictures)
    m_pictures.push_back(std::make_unique<OffscreenPicture>(picture, step.values));
  if (!step.controls.isEmpty())
    m_controls.add(paper(QObject::tr("To move in the program: %1.").arg(step.controls.join(QStringLiteral("; "))),
                         {.points = kSmallPoints, .isMuted = true}),
                   0);
  if (!step.formulas.empty() || !step.algorithms.empty()) m_below.add(std::make_unique<PaperFormulas>(step), 0);
  if (hasNotes && !step.notes.markdown.markdown.isEmpty()) {
    m_below.add(paper(QObject::tr("Notes"), {.points = kSmallPoints, .isBold = true, .isMuted = true}), kGap);
    m_below.add(paper(step.notes, folder, {.points = kSmallPoints, .isMuted = true}), 0);
  }
}

bool PaperStep::isReady() const {
  return std::all_of(m_pictures.begin(), m_pictures.end(), [](const auto& picture) { return picture->isReady(); });
}

double PaperStep::leastPictures() const {
  const auto count = static_cast<double>(m_pictures.size());
  return m_pictures.empty() ? 0 : count * kLeastPicture + (count - 1) * kPictureGap;
}

PaperStep::Layout PaperStep::layoutFor(double width, double target) const {
  Layout layout;
  const bool isAlone = m_pictures.empty() && m_controls.isEmpty();
  layout.left = isAlone ? width : kTextShare * width;
  layout.right = isAlone ? 0 : width - layout.left - kColumnGap;
  layout.title = m_title->height(width) + kGap;
  layout.below = m_below.isEmpty() ? 0 : m_below.height(width) + 2 * kGap;
  const double controls = isAlone || m_controls.isEmpty() ? 0 : m_controls.height(layout.right) + kGap;
  const auto count = static_cast<double>(m_pictures.size());
  const double most = count * kMostShape * layout.right + std::max(0.0, count - 1) * kPictureGap;
  const double text = m_text.height(layout.left), room = target - layout.title - layout.below;
  layout.pictures = std::clamp(std::max(text, room) - controls, std::min(leastPictures(), most), most);
  layout.main = std::max(text, layout.pictures + controls);
  return layout;
}

double PaperStep::height(double width) const {
  const Layout layout = layoutFor(width, m_target);
  return layout.title + layout.main + layout.below;
}

double PaperStep::leastHeight(double width) const {
  const Layout layout = layoutFor(width, 0);
  return layout.title + layout.main + layout.below;
}

void PaperStep::paint(QPainter& painter, const QRectF& place) const {
  const Layout layout = layoutFor(place.width(), m_target);
  m_title->paint(painter, {place.x(), place.y(), place.width(), layout.title});
  const double top = place.y() + layout.title, x = place.right() - layout.right;
  m_text.paint(painter, {place.x(), top, layout.left, layout.main});
  const auto count = static_cast<double>(m_pictures.size());
  const double each = count > 0 ? (layout.pictures - (count - 1) * kPictureGap) / count : 0;
  const double scale = m_pictures.size() > 1 ? kSharedScale : kPictureScale;
  double y = top;
  for (const auto& picture : m_pictures) {
    painter.save();
    painter.translate(x, y);
    painter.scale(scale, scale);
    Theme look = Theme::light();
    look.page.mayElide = false;
    picture->paint(painter, {0, 0, layout.right / scale, each / scale}, look);
    painter.restore();
    y += each + kPictureGap;
  }
  if (!m_controls.isEmpty()) m_controls.paint(painter, {x, top + layout.pictures + kGap, layout.right, layout.main});
  if (!m_below.isEmpty())
    m_below.paint(painter, {place.x(), top + layout.main + 2 * kGap, place.width(), layout.below});
}

std::vector<std::unique_ptr<PaperPart>> paperAnswers(const HandoutContent& content, const QString& folder) {
  std::vector<std::unique_ptr<PaperPart>> parts;
  const auto addHeading = [&parts](const QString& title) {
    parts.push_back(paper(title, {.points = kStepTitlePoints, .isBold = true}));
  };
  addHeading(QObject::tr("Answers"));
  for (size_t step = 0; step < content.steps.size(); ++step)
    for (const HandoutAnswer& answer : content.steps[step].answers) {
      auto column = std::make_unique<PaperColumn>();
      column->add(paper(answer.question, folder, {.isMuted = true, .mark = QString::number(step + 1)}), 0);
      column->add(paper(answer.answer, folder, {.isBold = true, .mark = QStringLiteral(" ")}), 2);
      if (!answer.because.markdown.markdown.isEmpty())
        column->add(paper(answer.because, folder, {.mark = QStringLiteral(" ")}), 2);
      parts.push_back(std::move(column));
    }
  addHeading(QObject::tr("Where it is from"));
  const auto addLine = [&parts](const QString& name, const QString& value) {
    if (!value.isEmpty()) parts.push_back(paper(QStringLiteral("**%1:** %2").arg(name, value)));
  };
  const engine::Lesson& lesson = *content.lesson;
  QStringList sources;
  for (const std::string& source : lesson.sources) sources << QString::fromStdString(source);
  addLine(QObject::tr("Sources"), sources.join(QStringLiteral("; ")));
  addLine(QObject::tr("Data"), content.data.join(QStringLiteral(", ")));
  addLine(QObject::tr("Computed by"), content.operations.join(QStringLiteral(", ")));
  addLine(QObject::tr("Lesson"),
          QStringLiteral("%1, %2").arg(QString::fromStdString(lesson.id), QString::fromStdString(lesson.language)));
  addLine(QObject::tr("Program"), QStringLiteral("Headlight %1").arg(QString::fromStdString(engine::programVersion())));
  return parts;
}

}  // namespace ui
