// The bridge between Qt and VTK: context, rendering, read-back and painting. Events are in VtkWidgetEvents.cpp.
#include "ui/vtk/VtkWidget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QScopeGuard>
#include <QTimer>
#include <algorithm>
#include <utility>

#include <vtkCommand.h>

#include "ui/look/Theme.h"

namespace ui {

namespace {

/// VTK sizes text in points of 1/72 inch; Qt's logical pixel is our point.
constexpr int kDotsPerInch = 72;
constexpr int kRestMilliseconds = 150;
constexpr int kOversampling = 2;  ///< along each axis
/// Slower pictures are not drawn again at four times the cost.
constexpr double kSlowestSmoothed = 40;
/// Denser screens and pictures have edges that are smooth enough.
constexpr double kDensePixelRatio = 2;

/// What shows through a transparent picture, in the colours of the theme.
void paintChequers(QPainter& painter, const QRect& area) {
  const Theme& theme = ThemeModel::instance().theme();
  const int side = theme.space(2);
  for (int y = area.top(), row = 0; y <= area.bottom(); y += side, ++row)
    for (int x = area.left(), column = 0; x <= area.right(); x += side, ++column)
      painter.fillRect(QRect(x, y, side, side), (row + column) % 2 == 0 ? theme.panel : theme.line);
}

}  // namespace

VtkWidget::VtkWidget(QWidget* parent) : QWidget(parent) {
  // Not in the initialiser list: a new child sends this object an event, which reads members that come later.
  m_restTimer = new QTimer(this);
  m_restTimer->setSingleShot(true);
  m_restTimer->setInterval(kRestMilliseconds);
  connect(m_restTimer, &QTimer::timeout, this, [this] {
    if (QApplication::mouseButtons() != Qt::NoButton) return m_restTimer->start();
    m_isAtRest = true;
    update();
  });
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(80, 60);

  m_window->SetMultiSamples(0);
  m_window->SetReadyForRendering(false);
  m_window->SetOwnContext(0);
  m_window->SetFrameBlitModeToNoBlit();

  for (const auto event :
       {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent, vtkCommand::WindowIsDirectEvent,
        vtkCommand::WindowSupportsOpenGLEvent}) {
    m_window->AddObserver(event, this, &VtkWidget::onWindowEvent);
  }
}

VtkWidget::~VtkWidget() {
  releaseGl();
  m_window->RemoveAllObservers();
}

bool VtkWidget::isGlAvailable() {
  if (!m_triedGl) {
    m_triedGl = true;
    m_context = GlContext::create();
    if (m_context) setUpGl();
  }
  return m_context != nullptr;
}

void VtkWidget::makeCurrent() {
  if (m_context && !m_context->isCurrent()) m_context->makeCurrent();
}

void VtkWidget::setUpGl() {
  m_window->SetReadyForRendering(true);
  m_window->OpenGLInit();
}

void VtkWidget::releaseGl() {
  if (!m_window->GetReadyForRendering()) return;
  makeCurrent();
  m_window->Finalize();
  m_window->SetReadyForRendering(false);
  m_context->release();
}

void VtkWidget::render(QSize devicePixels, double pixelRatio) {
  const int width = std::max(1, devicePixels.width());
  const int height = std::max(1, devicePixels.height());
  m_window->SetSize(width, height);
  m_window->SetDPI(qRound(kDotsPerInch * pixelRatio));
  if (beforeRender) beforeRender({width, height}, pixelRatio);
  makeCurrent();  // beforeRender may have made another context current
  m_window->drawPicture();
  ++m_numFrames;
}

void VtkWidget::readPixels(QImage& image) {
  const int* size = m_window->GetSize();
  const QImage::Format format = m_isTransparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32;
  if (image.size() != QSize(size[0], size[1]) || image.format() != format) image = QImage(size[0], size[1], format);
  m_window->readPicture(image.bits());  // rows are bottom-up
}

void VtkWidget::setSmoothing(Smoothing smoothing) {
  m_smoothing = smoothing;
  update();
}

void VtkWidget::setTransparent(bool on) {
  if (on == m_isTransparent) return;
  m_isTransparent = on;
  m_image = {};
  update();
}

void VtkWidget::drawPicture(QSize devicePixels, double pixelRatio, int oversampling) {
  makeCurrent();
  render(devicePixels * oversampling, pixelRatio * oversampling);
  readPixels(m_image);
  m_image.mirror();
  m_oversampling = oversampling;
  if (oversampling > 1) m_image = m_image.scaled(devicePixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

bool VtkWidget::canKeepPicture(QSize devicePixels, int oversampling) const {
  return isPictureOutdated && m_image.size() == devicePixels && m_oversampling == oversampling && !isPictureOutdated();
}

void VtkWidget::smoothLater() {
  if (m_smoothing == Smoothing::atRest && m_lastMilliseconds <= kSlowestSmoothed) m_restTimer->start();
}

QImage VtkWidget::renderImage(QSize devicePixels, double pixelRatio) {
  if (!isGlAvailable()) return {};
  const bool isSmoothed = m_smoothing != Smoothing::off && pixelRatio < kDensePixelRatio;
  m_isRenderingImage = true;
  const auto after = qScopeGuard([this] { m_isRenderingImage = false; });
  drawPicture(devicePixels, pixelRatio, isSmoothed ? kOversampling : 1);
  update();
  return std::exchange(m_image, {});
}

void VtkWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (paintInstead && paintInstead(painter, size())) return;
  if (!isGlAvailable()) return paintWithoutGl(painter);

  QElapsedTimer timer;
  timer.start();
  const double ratio = devicePixelRatioF();
  const bool isSmoothed = m_isAtRest && ratio < kDensePixelRatio;
  m_isAtRest = false;
  const QSize pixels(qRound(width() * ratio), qRound(height() * ratio));
  const int oversampling = isSmoothed ? kOversampling : 1;
  if (canKeepPicture(pixels, oversampling))
    countFrame();
  else
    drawPicture(pixels, ratio, oversampling);
  m_image.setDevicePixelRatio(ratio);
  if (m_isTransparent) paintChequers(painter, rect());
  painter.drawImage(QPointF(0, 0), m_image);
  if (paintOverlay) paintOverlay(painter, size());
  m_lastMilliseconds = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
  if (!isSmoothed) smoothLater();
  Q_EMIT frameRendered();
}

void VtkWidget::paintWithoutGl(QPainter& painter) {
  const Theme& theme = ThemeModel::instance().theme();
  painter.fillRect(rect(), theme.canvas);
  painter.setPen(theme.error);
  painter.setFont(theme.panelFont());
  painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("This view needs OpenGL 3.2, which this machine does not offer."));
}

void VtkWidget::resizeEvent(QResizeEvent*) {
  const double ratio = devicePixelRatioF();
  m_window->SetSize(std::max(1, qRound(width() * ratio)), std::max(1, qRound(height() * ratio)));
}

void VtkWidget::onWindowEvent(vtkObject*, unsigned long event, void* data) {
  switch (event) {
    case vtkCommand::WindowMakeCurrentEvent:
      makeCurrent();
      break;
    case vtkCommand::WindowIsCurrentEvent:
      *static_cast<bool*>(data) = m_context && m_context->isCurrent();
      break;
    case vtkCommand::WindowIsDirectEvent:
    case vtkCommand::WindowSupportsOpenGLEvent:
      *static_cast<int*>(data) = 1;
      break;
    default:
      break;
  }
}

}  // namespace ui
