// Shows a VTK render window in a plain QWidget: own OpenGL context, pixels read back and painted with QPainter.
// See ui/README.md for why not QOpenGLWidget.
#pragma once

#include <QImage>
#include <QWidget>
#include <functional>
#include <memory>

#include <vtkNew.h>

#include "ui/vtk/GlContext.h"
#include "ui/vtk/RenderWindow.h"

class QTimer;

namespace ui {

/// Where widgets are painted. display: a window on the user's display. memory: pictures alone, without any display, the
/// same on every machine.
enum class Screen { display, memory };
/// Registers VTK's object factories and chooses Qt's platform; called once before the QApplication is made.
void initialiseVtk(Screen screen = Screen::display);

class VtkWidget : public QWidget {
  Q_OBJECT

 public:
  explicit VtkWidget(QWidget* parent = nullptr);
  ~VtkWidget() override;

  vtkGenericOpenGLRenderWindow* renderWindow() const { return m_window; }
  /// False: no OpenGL here; the widget paints a message instead.
  bool isGlAvailable();
  int numFrames() const { return m_numFrames; }
  /// For what paintInstead paints: a picture too.
  void countFrame() { ++m_numFrames; }
  double lastFrameMilliseconds() const { return m_lastMilliseconds; }
  /// The VTK picture (without overlay) at any size in device pixels, also larger than the widget.
  QImage renderImage(QSize devicePixels, double pixelRatio);
  /// During renderImage(): no better picture follows. On the screen one may.
  bool isRenderingImage() const { return m_isRenderingImage; }
  /// atRest: edges are smoothed by drawing at twice the size, in pictures below 2 device pixels per logical pixel and
  /// on the screen when nothing has moved for a moment. For views without letters or cells in the VTK part.
  enum class Smoothing { off, atRest };
  void setSmoothing(Smoothing smoothing);
  /// Pictures have the alpha that VTK draws; the screen shows a chequered page through them.
  void setTransparent(bool on);
  /// Called with the context current before each render: upload textures, place cameras. Size in device pixels.
  std::function<void(QSize, double pixelRatio)> beforeRender;
  /// Asked before each frame: false when nothing that VTK draws has changed since the last one, whose picture is then
  /// used again under a new overlay. Not set: every frame is drawn.
  std::function<bool()> isPictureOutdated;
  /// Asked before each frame: true when it painted the whole widget itself and no picture is wanted (empty state).
  /// Keeps OpenGL untouched until there is something to show.
  std::function<bool(QPainter&, QSize)> paintInstead;
  /// Paints on top of the picture in widget coordinates.
  std::function<void(QPainter&, QSize)> paintOverlay;

 Q_SIGNALS:
  void frameRendered();

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  void makeCurrent();
  void setUpGl();
  void paintWithoutGl(QPainter& painter);
  void releaseGl();
  void render(QSize devicePixels, double pixelRatio);
  void readPixels(QImage& image);
  void drawPicture(QSize devicePixels, double pixelRatio, int oversampling);
  bool canKeepPicture(QSize devicePixels, int oversampling) const;
  void smoothLater();
  void onWindowEvent(vtkObject*, unsigned long event, void* data);

  vtkNew<RenderWindow> m_window;
  std::unique_ptr<GlContext> m_context;  ///< null: no OpenGL, or not asked for yet
  Smoothing m_smoothing = Smoothing::off;
  QTimer* m_restTimer = nullptr;  ///< runs out when the picture has come to rest
  bool m_isAtRest = false, m_isRenderingImage = false, m_isTransparent = false;
  bool m_triedGl = false;
  QImage m_image;
  int m_oversampling = 1;  ///< with which m_image was drawn
  double m_lastMilliseconds = 0;
  int m_numFrames = 0;
};

}  // namespace ui
