#include "ui/vtk/GlContext.h"

#define EGL_NO_X11  // else EGL's headers bring those of X11 with all their macros
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <QThreadPool>
#include <mutex>
#include <vector>

#include "ui/vtk/FirstDrawing.h"

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

/// What all contexts share. The surface is never drawn on: it is there because VTK asks how many bits it has.
struct Place {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLConfig config = nullptr;
  EGLSurface surface = EGL_NO_SURFACE;
};

/// Surface EGL_NO_SURFACE: there is no OpenGL.
Place placeOn(EGLDisplay display) {
  constexpr EGLint kWanted[] = {EGL_SURFACE_TYPE,
                                EGL_PBUFFER_BIT,  // off screen
                                EGL_RENDERABLE_TYPE,
                                EGL_OPENGL_BIT,
                                EGL_RED_SIZE,
                                8,
                                EGL_GREEN_SIZE,
                                8,
                                EGL_BLUE_SIZE,
                                8,
                                EGL_ALPHA_SIZE,
                                8,
                                EGL_NONE};
  constexpr EGLint kSize[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  Place place{display};
  EGLint count = 0;
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return {};
  if (!eglChooseConfig(display, kWanted, &place.config, 1, &count) || count == 0) return {};
  place.surface = eglCreatePbufferSurface(display, place.config, kSize);
  return place;
}

bool makeCurrentAt(const Place& place, EGLContext context) {
  return eglMakeCurrent(place.display, place.surface, place.surface, context);
}

/// Made current at once; EGL_NO_CONTEXT where there is no OpenGL 3.2, whose standard is the core profile.
EGLContext currentContextAt(const Place& place) {
  constexpr EGLint kVersion[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
  if (place.surface == EGL_NO_SURFACE || !eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLContext context = eglCreateContext(place.display, place.config, EGL_NO_CONTEXT, kVersion);
  if (context == EGL_NO_CONTEXT || makeCurrentAt(place, context)) return context;
  eglDestroyContext(place.display, context);
  return EGL_NO_CONTEXT;
}

/// Of all contexts, from the first on.
Place chosenPlace;
std::mutex choosing;  ///< who has it may set chosenPlace

void destroyCurrent(const Place& place, EGLContext context) {
  eglMakeCurrent(place.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(place.display, context);
}

/// False: there is no OpenGL. For whoever has `choosing`.
bool isPlaceChosen() {
  if (chosenPlace.surface != EGL_NO_SURFACE) return true;
  for (const EGLDisplay display : displays()) {
    const Place place = placeOn(display);
    const EGLContext context = currentContextAt(place);
    if (context == EGL_NO_CONTEXT) continue;
    destroyCurrent(place, context);
    chosenPlace = place;
    return true;
  }
  return false;
}

/// On a surface of its own, as one can be current in one thread alone.
void drawFirstApart() {
  {
    const std::lock_guard lock(choosing);
    if (!isPlaceChosen()) return;
  }
  const Place own = placeOn(chosenPlace.display);
  if (const EGLContext context = currentContextAt(own); context != EGL_NO_CONTEXT) {
    drawFirst();
    destroyCurrent(own, context);
  }
  if (own.surface != EGL_NO_SURFACE) eglDestroySurface(own.display, own.surface);
}

}  // namespace

std::unique_ptr<GlContext> GlContext::create() {
  const std::lock_guard lock(choosing);
  if (!isPlaceChosen()) return nullptr;
  const EGLContext context = currentContextAt(chosenPlace);
  return context == EGL_NO_CONTEXT ? nullptr : std::unique_ptr<GlContext>(new GlContext(context));
}

void GlContext::prepare() {
  static std::once_flag once;
  std::call_once(once, [] { QThreadPool::globalInstance()->start(drawFirstApart); });
}

GlContext::~GlContext() {
  if (isCurrent()) release();
  eglDestroyContext(chosenPlace.display, m_context);
}

bool GlContext::makeCurrent() { return makeCurrentAt(chosenPlace, m_context); }

bool GlContext::isCurrent() const { return eglGetCurrentContext() == m_context; }

void GlContext::release() { eglMakeCurrent(chosenPlace.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

}  // namespace ui
