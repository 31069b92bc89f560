#include "ui/vtk/RenderWindow.h"

#include <vtkObjectFactory.h>
#include <vtkOpenGLState.h>
#include <vtkRect.h>
#include <vtk_glew.h>

namespace ui {

vtkStandardNewMacro(RenderWindow);

void RenderWindow::OpenGLInitContext() {
  // GLEW looks for the display of GLX when it has loaded everything; that there is none says nothing about OpenGL.
  if (!Initialized && glewInit() == GLEW_ERROR_NO_GLX_DISPLAY) {
    float widths[2] = {1, 1};
    glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, widths);
    MaximumHardwareLineWidth = widths[1];
    GlewInitValid = true;
    Initialized = true;
  }
  vtkGenericOpenGLRenderWindow::OpenGLInitContext();
}

void RenderWindow::drawPicture() {
  vtkOpenGLState* state = GetState();
  state->Reset();  // VTK remembers what it has set
  state->Push();
  state->vtkglDepthFunc(GL_LEQUAL);
  Render();
  state->Pop();
}

void RenderWindow::readPicture(unsigned char* pixels) {
  constexpr int kFront = 1, kRight = 0;
  const int* size = GetSize();
  ReadPixels(vtkRecti(0, 0, size[0], size[1]), kFront, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels, kRight);
}

}  // namespace ui
