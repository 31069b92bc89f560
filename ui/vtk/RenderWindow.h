// VTK's render window over a context of ours.
#pragma once

#include <vtkGenericOpenGLRenderWindow.h>

namespace ui {

/// Accepts contexts made through EGL, which VTK's loader of OpenGL (GLEW, as Debian builds it) takes for a failure.
class RenderWindow : public vtkGenericOpenGLRenderWindow {
 public:
  static RenderWindow* New();
  vtkTypeMacro(RenderWindow, vtkGenericOpenGLRenderWindow);

  void OpenGLInitContext() override;
  /// Render(), whatever was done with the context since the last time.
  void drawPicture();
  /// The picture that was drawn last: 32 bits per pixel, blue lowest, rows from the bottom up, as large as GetSize().
  void readPicture(unsigned char* pixels);

 protected:
  RenderWindow() = default;
};

}  // namespace ui
