// What the first drawing of a process costs beside its picture.
#pragma once

namespace ui {

/// Draws a triangle in the current context, on whatever it has: afterwards the compilers of shaders, in software also
/// that of the processor's code, are ready. What it makes goes with the context.
void drawFirst();

}  // namespace ui
