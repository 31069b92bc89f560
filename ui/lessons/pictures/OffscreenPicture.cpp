#include "ui/lessons/pictures/OffscreenPicture.h"

#include <QPainter>
#include <algorithm>

#include "ui/lessons/pictures/TeachingFrame.h"
#include "ui/lessons/pictures/ViewFrame.h"
#include "ui/views/base/ViewExport.h"

namespace ui {

namespace {

constexpr double kQuestionMark = 0.25;  ///< of the height
constexpr int kSceneScale = 3;          ///< pixels of VTK per logical pixel of a page
constexpr QSize kUsualSize{480, 300};   ///< of the widget behind, which nobody sees

/// While it lives the view draws with this theme; nobody else hears of it.
class ViewLook {
 public:
  ViewLook(View& view, const Theme& theme) : m_view(view), m_before(ThemeModel::instance().exchange(theme)) {
    Q_EMIT view.themeChanged();
  }
  ~ViewLook() {
    ThemeModel::instance().exchange(m_before);
    Q_EMIT m_view.themeChanged();
  }
  ViewLook(const ViewLook&) = delete;
  ViewLook& operator=(const ViewLook&) = delete;

 private:
  View& m_view;
  Theme m_before;
};

void paintQuestionMark(QPainter& painter, const QRectF& place, const Theme& theme) {
  painter.fillRect(place, theme.panel);
  painter.setPen(theme.line);
  painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
  QFont large = theme.titleFont();
  large.setPixelSize(std::max(12, static_cast<int>(kQuestionMark * place.height())));
  painter.setFont(large);
  painter.setPen(theme.muted);
  painter.drawText(place, Qt::AlignCenter, QStringLiteral("?"));
}

void paintView(QPainter& painter, View& view, QSize size, const Theme& theme) {
  const ViewLook look(view, theme);
  const QImage scene = scenePicture(view, size * kSceneScale, kSceneScale);
  if (scene.isNull())
    painter.fillRect(QRect(QPoint(), size), theme.canvas);
  else
    painter.drawImage(QRectF(QPointF(), QSizeF(size)), scene);
  paintOnScene(view, painter, size);
}

}  // namespace

bool isCovered(const engine::LessonPicture& picture, const engine::StepValues& values) {
  return std::any_of(picture.of.begin(), picture.of.end(),
                     [&](const std::string& name) { return values.isCovered(name) || values.isViewCovered(name); });
}

void paintShown(QPainter& painter, ShownPicture& shown, const engine::StepValues& values, const QRectF& place,
                const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(place.topLeft());
  const QRectF area(QPointF(), place.size());
  if (const QString failure = shown.failure(); !failure.isEmpty()) {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.error);
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, failure);
  } else if (auto* teaching = qobject_cast<TeachingFrame*>(&shown)) {
    teaching->widget().picture().paint(painter, theme, area, {});
  } else if (isCovered(shown.picture(), values)) {
    paintQuestionMark(painter, area, theme);
  } else if (auto* frame = qobject_cast<ViewFrame*>(&shown)) {
    paintView(painter, frame->view(), area.size().toSize(), theme);
  }
  painter.restore();
}

OffscreenPicture::OffscreenPicture(const engine::LessonPicture& picture, const StepValuesPtr& values)
    : m_values(values), m_session(std::make_unique<Session>()), m_holder(std::make_unique<QWidget>()) {
  m_shown = makeShownPicture(picture, *m_session, {}, m_holder.get());
  m_shown->resize(kUsualSize);
  m_shown->show(*values, {});
}

OffscreenPicture::~OffscreenPicture() = default;

QString OffscreenPicture::failure() const { return m_shown->failure(); }

bool OffscreenPicture::isReady() const { return m_session->jobs().numActive() == 0; }

void OffscreenPicture::paint(QPainter& painter, const QRectF& place, const Theme& theme) const {
  paintShown(painter, *m_shown, *m_values, place, theme);
}

QImage OffscreenPicture::image(QSize size, double scale, const Theme& theme) const {
  QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  paint(painter, QRectF(QPointF(), size), theme);
  return image;
}

QString OffscreenPicture::altText() const {
  if (const QString own = m_shown->setting("alt"); !own.isEmpty()) return own;
  auto* teaching = qobject_cast<TeachingFrame*>(m_shown);
  return teaching ? teaching->widget().picture().altText() : QString();
}

}  // namespace ui
