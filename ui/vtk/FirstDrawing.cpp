#include "ui/vtk/FirstDrawing.h"

#define EGL_NO_X11
#define GL_GLEXT_PROTOTYPES  // for the types of the functions alone: the driver is asked for them
#include <EGL/egl.h>
#include <GL/glcorearb.h>

#include <utility>

namespace ui {

namespace {

template <class Function>
Function* glFunction(const char* name) {
  return reinterpret_cast<Function*>(eglGetProcAddress(name));
}
#define GL_FUNCTION(name) glFunction<decltype(name)>(#name)

}  // namespace

void drawFirst() {
  constexpr const char* kCorners = R"(#version 150
in vec4 place;
out vec3 normal;
uniform mat4 view;
void main() { normal = normalize(place.xyz + 1.0); gl_Position = view * place; })";
  constexpr const char* kColor = R"(#version 150
in vec3 normal;
out vec4 color;
uniform sampler2D picture;
void main() { color = vec4(pow(max(dot(normal, vec3(0, 0, 1)), 0.0), 2.0) * texture(picture, normal.xy).rgb, 1.0); })";
  // A driver may keep to itself what is not an extension: then this is left to the first picture.
  if (!GL_FUNCTION(glCreateProgram) || !GL_FUNCTION(glGenVertexArrays) || !GL_FUNCTION(glFinish)) return;
  const GLuint program = GL_FUNCTION(glCreateProgram)();
  for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, kCorners), std::pair(GL_FRAGMENT_SHADER, kColor)}) {
    const GLuint shader = GL_FUNCTION(glCreateShader)(static_cast<GLenum>(kind));
    GL_FUNCTION(glShaderSource)(shader, 1, &text, nullptr);
    GL_FUNCTION(glCompileShader)(shader);
    GL_FUNCTION(glAttachShader)(program, shader);
  }
  GL_FUNCTION(glLinkProgram)(program);
  GL_FUNCTION(glUseProgram)(program);
  GLuint corners = 0;
  GL_FUNCTION(glGenVertexArrays)(1, &corners);
  GL_FUNCTION(glBindVertexArray)(corners);
  GL_FUNCTION(glDrawArrays)(GL_TRIANGLES, 0, 3);
  GL_FUNCTION(glFinish)();
}

}  // namespace ui
