#include "ui/lessons/pictures/ShownPicture.h"

#include <QLabel>
#include <QPainter>
#include <QVariantAnimation>
#include <algorithm>
#include <utility>

#include "ui/lessons/pictures/TeachingFrame.h"
#include "ui/lessons/pictures/ViewFrame.h"
#include "ui/look/Theme.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/teaching/TeachingPicture.h"

namespace ui {

namespace {

constexpr int kVeilAlpha = 140, kRevealMilliseconds = 600;

/// Lets the old picture be seen through.
class Veil : public QWidget {
 public:
  explicit Veil(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QColor ground = ThemeModel::instance().theme().canvas;
    ground.setAlpha(kVeilAlpha);
    QPainter(this).fillRect(rect(), ground);
  }
};

/// The picture as it was, over the picture as it is, until it is gone.
class FadingPicture : public QWidget {
 public:
  FadingPicture(const QPixmap& before, QWidget* parent) : QWidget(parent), m_before(before) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_way.setStartValue(1.0);
    m_way.setEndValue(0.0);
    m_way.setDuration(kRevealMilliseconds);
    connect(&m_way, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&m_way, &QVariantAnimation::finished, this, &QObject::deleteLater);
    m_way.start();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setOpacity(m_way.currentValue().toDouble());
    painter.drawPixmap(0, 0, m_before);
  }

 private:
  QPixmap m_before;
  QVariantAnimation m_way;
};

}  // namespace

ShownPicture::ShownPicture(engine::LessonPicture picture, QWidget* parent)
    : QWidget(parent), m_picture(std::move(picture)), m_veil(new Veil(this)), m_failure(new QLabel(this)) {
  m_failure->setWordWrap(true);
  m_failure->setObjectName(QStringLiteral("lessonFailure"));
  m_failure->hide();
}

void ShownPicture::setContent(QWidget* content) {
  m_content = content;
  m_content->setParent(this);
  m_content->show();
  m_veil->raise();
  place();
}

void ShownPicture::show(const engine::StepValues& values, const std::vector<MarkedCells>& marks) {
  try {
    tellFailure({});
    fill(values, marks);
  } catch (const std::exception& error) {
    tellFailure(QString::fromUtf8(error.what()));
  }
  setOld(false);
}

void ShownPicture::setOld(bool isOld) {
  m_veil->setVisible(isOld);
  m_veil->raise();
}

QString ShownPicture::setting(const std::string& key) const {
  for (const auto& [name, line] : m_picture.settings)
    if (name == key) return QString::fromStdString(line.text).trimmed();
  return {};
}

void ShownPicture::beginReveal() { m_before = isMotionReduced() || !isVisible() ? QPixmap() : grab(); }

void ShownPicture::endReveal() {
  const QPixmap before = std::exchange(m_before, {});
  if (before.isNull() || before.toImage() == grab().toImage()) return;
  delete m_fading;
  m_fading = new FadingPicture(before, this);
  m_fading->setGeometry(rect());
  m_fading->show();
}

bool ShownPicture::isRevealing() const { return m_fading; }

double ShownPicture::wantedHeight() const {
  QString text = setting("height");
  if (!text.endsWith(u'%')) return 0;
  text.chop(1);
  return std::clamp(text.trimmed().toDouble() / 100, 0.0, 1.0);
}

std::vector<MarkedCells> ShownPicture::ownMarks(const engine::StepValues& values) const {
  std::vector<MarkedCells> marks;
  for (const engine::LessonExpression& mark : m_picture.marks)
    if (const auto cells = markedCells(mark, values)) marks.push_back(*cells);
  return marks;
}

void ShownPicture::tellFailure(const QString& text) {
  m_failure->setText(text);
  m_failure->setVisible(!text.isEmpty());
  place();
}

QString ShownPicture::failure() const { return m_failure->text(); }

void ShownPicture::resizeEvent(QResizeEvent*) { place(); }

void ShownPicture::place() {
  const int below = m_failure->isHidden() ? 0 : m_failure->heightForWidth(width());
  const QRect area(0, 0, width(), std::max(0, height() - below));
  if (m_content) m_content->setGeometry(area);
  m_veil->setGeometry(area);
  m_failure->setGeometry(0, area.height(), width(), below);
}

ShownPicture* makeShownPicture(const engine::LessonPicture& picture, Session& session,
                               const std::vector<engine::LessonControl>& controls, QWidget* parent) {
  if (findPictureKind(picture.kind)) return new TeachingFrame(picture, controls, parent);
  const auto& kinds = viewKinds();
  const auto isIt = [&](const ViewKind& kind) { return kind.id.toStdString() == picture.kind; };
  if (std::none_of(kinds.begin(), kinds.end(), isIt))
    engine::fail("picture ", picture.kind, ": there is no view and no teaching picture of this name");
  return new ViewFrame(picture, session, parent);
}

}  // namespace ui
