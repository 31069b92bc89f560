#include "ui/vtk/GlContext.h"

#define EGL_NO_X11  // else EGL's headers bring those of X11 with all their macros
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <vector>

namespace ui {

namespace {

constexpr EGLint kMostDevices = 16;

/// The graphics cards, then the one in software. They last as long as the process.
std::vector<EGLDisplay> displays() {
  // Both functions belong to extensions that EGL has before there is any display.
  const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  const auto displayOf =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDeviceEXT devices[kMostDevices];
  EGLint count = 0;
  if (!queryDevices || !displayOf || !queryDevices(kMostDevices, devices, &count)) return {};
  std::vector<EGLDisplay> found;
  for (EGLint k = 0; k < count; ++k) found.push_back(displayOf(EGL_PLATFORM_DEVICE_EXT, devices[k], nullptr));
  return found;
}

/// Made current at once; EGL_NO_CONTEXT where there is no OpenGL 3.2.
EGLContext currentContextOn(EGLDisplay display) {
  constexpr EGLint kVersion[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
  const bool isReady = display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr);
  if (!isReady || !eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kVersion);
  if (context == EGL_NO_CONTEXT || eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
  eglDestroyContext(display, context);
  return EGL_NO_CONTEXT;
}

/// The display of all contexts, from the first on.
EGLDisplay chosenDisplay = EGL_NO_DISPLAY;

}  // namespace

std::unique_ptr<GlContext> GlContext::create() {
  for (const EGLDisplay display : chosenDisplay == EGL_NO_DISPLAY ? displays() : std::vector{chosenDisplay}) {
    const EGLContext context = currentContextOn(display);
    if (context == EGL_NO_CONTEXT) continue;
    chosenDisplay = display;
    return std::unique_ptr<GlContext>(new GlContext(context));
  }
  return nullptr;
}

GlContext::~GlContext() {
  if (isCurrent()) release();
  eglDestroyContext(chosenDisplay, m_context);
}

bool GlContext::makeCurrent() { return eglMakeCurrent(chosenDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context); }

bool GlContext::isCurrent() const { return eglGetCurrentContext() == m_context; }

void GlContext::release() { eglMakeCurrent(chosenDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

}  // namespace ui
