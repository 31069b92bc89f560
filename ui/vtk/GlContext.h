// An OpenGL context of the program's own: without window or display server.
#pragma once

#include <memory>

namespace ui {

/// OpenGL 3.2 or newer, core profile, made through EGL. Its own framebuffer has one pixel: what is drawn goes to
/// framebuffer objects and is read back. For one thread.
class GlContext {
 public:
  /// Current when it is made; on the first graphics card that offers it, else in software. Null where neither is there.
  static std::unique_ptr<GlContext> create();
  /// Loads the driver and its compilers in a thread of its own, the first time that it is called: in software this takes
  /// 40 ms, which create() and the first picture then do not. For whoever knows that a picture will be wanted soon.
  static void prepare();
  ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  /// False when the driver refuses.
  bool makeCurrent();
  bool isCurrent() const;
  /// Afterwards no context is current.
  void release();

 private:
  explicit GlContext(void* context) : m_context(context) {}

  void* m_context;  ///< EGLContext; EGL's headers stay out of here
};

}  // namespace ui
