// The program's icons: SVG files whose "currentColor" is replaced by the theme's colour when they are painted.
#include "ui/look/Icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "ui/look/Theme.h"

// Outside any namespace, as the macro asks. Needed because the resources sit in a static library.
static void initialiseResources() { Q_INIT_RESOURCE(headlight); }

namespace ui {

namespace {

QByteArray iconFile(const QString& name) {
  initialiseResources();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class ThemedIconEngine : public QIconEngine {
 public:
  explicit ThemedIconEngine(QByteArray drawing) : m_drawing(std::move(drawing)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const Theme& theme = ThemeModel::instance().theme();
    const QColor color = mode == QIcon::Disabled                            ? theme.line
                         : mode == QIcon::Active || mode == QIcon::Selected ? theme.text
                         : state == QIcon::On                               ? theme.accent
                                                                            : theme.muted;
    QByteArray drawing = m_drawing;
    QSvgRenderer renderer(drawing.replace("currentColor", color.name().toLatin1()));
    renderer.render(painter, rect);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new ThemedIconEngine(m_drawing); }

 private:
  QByteArray m_drawing;
};

}  // namespace

QIcon icon(const QString& name) { return QIcon(new ThemedIconEngine(iconFile(name))); }

QIcon programIcon() { return QIcon(new ThemedIconEngine(iconFile(QStringLiteral("headlight")))); }

}  // namespace ui
