#include "ui/vtk/GlContext.h"

#define EGL_NO_X11  // else EGL's headers bring those of X11 with all their macros
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <vector>

namespace ui {

namespace {

constexpr EGLint kMostDevices = 16;

/// One per graphics card, the one in software last.
std::vector<EGLDisplay> displays() {
  // Both functions belong to extensions that EGL has before there is any display.
  const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  const auto displayOf =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDeviceEXT devices[kMostDevices];
  EGLint count = 0;
  if (!queryDevices || !displayOf || !queryDevices(kMostDevices, devices, &count)) return {};
  std::vector<EGLDisplay> found;
  for (EGLint k = 0; k < count; ++k) {
    const EGLDisplay display = displayOf(EGL_PLATFORM_DEVICE_EXT, devices[k], nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) found.push_back(display);
  }
  return found;
}

EGLContext currentContextOn(EGLDisplay display) {
  constexpr EGLint kWanted[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 2, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kWanted);
  if (context == EGL_NO_CONTEXT || eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
  eglDestroyContext(display, context);
  return EGL_NO_CONTEXT;
}

/// The first on which a context can be made; found once, kept until the process ends.
EGLDisplay chosenDisplay() {
  static const EGLDisplay kChosen = [] {
    for (const EGLDisplay display : displays()) {
      const EGLContext context = currentContextOn(display);
      if (context == EGL_NO_CONTEXT) continue;
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context);
      return display;
    }
    return EGL_NO_DISPLAY;
  }();
  return kChosen;
}

}  // namespace

std::unique_ptr<GlContext> GlContext::create() {
  const EGLDisplay display = chosenDisplay();
  const EGLContext context = display == EGL_NO_DISPLAY ? EGL_NO_CONTEXT : currentContextOn(display);
  return context == EGL_NO_CONTEXT ? nullptr : std::unique_ptr<GlContext>(new GlContext(context));
}

GlContext::~GlContext() {
  if (isCurrent()) release();
  eglDestroyContext(chosenDisplay(), m_context);
}

bool GlContext::makeCurrent() { return eglMakeCurrent(chosenDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, m_context); }

bool GlContext::isCurrent() const { return eglGetCurrentContext() == m_context; }

void GlContext::release() { eglMakeCurrent(chosenDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

}  // namespace ui
