// The fragment shaders of AlignmentScene, one per way of drawing: a software rasteriser runs every branch of a shader
// for every pixel, taken or not. Lookups are by integer cell, so neighbouring cells never bleed into each other.
#pragma once

#include <string>

namespace ui {

/// letters: cells with letters; cells: one colour per cell; samples: several cells per pixel, some of them looked up;
/// overview: mean colours of blocks of cells.
enum class AlignmentDrawMode { letters, cells, samples, overview };

/// Uniforms: alnOrigin cell at the window's top left corner, relative to the tile; alnPixels device pixels per cell;
/// alnDim cells of the tile; alnTop window height; alnLetters opacity; alnGlyph size of a glyph; alnSamples per axis;
/// alnBlocks overview blocks of the tile; alnBlock cells per block; alnPaletteRows 1 or columns of the tile. The
/// palette's alpha says how dark the ink of a letter is: 0 light, 1 dark, between them for gaps.
inline std::string alignmentShader(AlignmentDrawMode mode) {
  constexpr const char* kCell = R"glsl(
  vec2 cell = alnOrigin + vec2(gl_FragCoord.x, alnTop - gl_FragCoord.y) / alnPixels;
  ivec2 last = ivec2(alnDim) - 1;
)glsl";
  constexpr const char* kPaper = R"glsl(
  ivec2 ic = clamp(ivec2(floor(cell)), ivec2(0), last);
  int code = int(texelFetch(alnCodes, ic, 0).r * 255.0 + 0.5);
  vec4 paper = texelFetch(alnPalette, ivec2(code & 31, min(ic.x, alnPaletteRows - 1)), 0);
  vec3 color = paper.rgb;
)glsl";
  constexpr const char* kLetter = R"glsl(
  ivec2 glyph = ivec2(alnGlyph);
  ivec2 texel = ivec2(floor((cell - vec2(ic)) * alnPixels - floor(0.5 * (alnPixels - alnGlyph)) + 0.01));
  texel = clamp(texel, ivec2(0), glyph - 1);  // the rim of a glyph is empty
  float coverage = texelFetch(alnGlyphs, ivec2((code & 63) * glyph.x + texel.x, texel.y), 0).r;
  vec3 ink = mix(alnLightInk, alnDarkInk, paper.a);
  color = mix(color, ink, coverage * alnLetters);
)glsl";
  constexpr const char* kSamples = R"glsl(
  vec3 color = vec3(0.0);
  for (int y = 0; y < alnSamples.y; ++y)
    for (int x = 0; x < alnSamples.x; ++x) {
      vec2 at = cell + ((vec2(x, y) + 0.5) / vec2(alnSamples) - 0.5) / alnPixels;
      ivec2 ic = clamp(ivec2(floor(at)), ivec2(0), last);
      int code = int(texelFetch(alnCodes, ic, 0).r * 255.0 + 0.5);
      color += texelFetch(alnPalette, ivec2(code & 31, min(ic.x, alnPaletteRows - 1)), 0).rgb;
    }
  color /= float(alnSamples.x * alnSamples.y);
)glsl";
  // Textures filter equally along both axes; cells may be squeezed along one only. The mipmap level is that of the less
  // squeezed axis, the other one is averaged here.
  constexpr const char* kOverview = R"glsl(
  vec3 color = vec3(0.0);
  vec2 texels = 1.0 / (alnPixels * alnBlock);
  float small = max(1.0, min(texels.x, texels.y));
  float level = log2(small);
  int count = int(clamp(ceil(max(texels.x, texels.y) / small), 1.0, 16.0));
  vec2 along = texels.x > texels.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  for (int k = 0; k < count; ++k) {
    vec2 at = cell + along * ((float(k) + 0.5) / float(count) - 0.5) / alnPixels;
    color += textureLod(alnOverview, at / (alnBlock * alnBlocks), level).rgb;
  }
  color /= float(count);
)glsl";
  constexpr const char* kEnd = R"glsl(
  gl_FragData[0] = vec4(color, 1.0);
)glsl";
  std::string text = kCell;
  if (mode == AlignmentDrawMode::samples) text += kSamples;
  if (mode == AlignmentDrawMode::overview) text += kOverview;
  if (mode == AlignmentDrawMode::cells || mode == AlignmentDrawMode::letters) text += kPaper;
  if (mode == AlignmentDrawMode::letters) text += kLetter;
  return text + kEnd;
}

}  // namespace ui
