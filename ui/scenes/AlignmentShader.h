// The fragment shader of AlignmentScene. Its lookups are by integer cell, so neighbouring cells never bleed into each
// other.
#pragma once

namespace ui {

/// Uniforms: alnOrigin cell at the window's top left corner, relative to the tile; alnPixels device pixels per cell;
/// alnDim cells of the tile; alnTop window height; alnLetters opacity; alnGlyph size of a glyph; alnMode 0 cells, 1
/// samples, 2 overview; alnSamples per axis; alnBlocks overview blocks of the tile; alnBlock cells per block;
/// alnPaletteRows 1 or columns of the tile.
inline constexpr const char* kAlignmentShader = R"glsl(
  vec2 cell = alnOrigin + vec2(gl_FragCoord.x, alnTop - gl_FragCoord.y) / alnPixels;
  vec3 color = vec3(0.0);
  if (alnMode == 2) {
    // Textures filter equally along both axes; cells may be squeezed along one only. The mipmap level is that of the less
    // squeezed axis, the other one is averaged here.
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
  } else {
    ivec2 last = ivec2(alnDim) - 1;
    if (alnMode == 1) {
      for (int y = 0; y < alnSamples.y; ++y)
        for (int x = 0; x < alnSamples.x; ++x) {
          vec2 at = cell + ((vec2(x, y) + 0.5) / vec2(alnSamples) - 0.5) / alnPixels;
          ivec2 ic = clamp(ivec2(floor(at)), ivec2(0), last);
          int code = int(texelFetch(alnCodes, ic, 0).r * 255.0 + 0.5);
          color += texelFetch(alnPalette, ivec2(code & 31, min(ic.x, alnPaletteRows - 1)), 0).rgb;
        }
      color /= float(alnSamples.x * alnSamples.y);
    } else {
      ivec2 ic = clamp(ivec2(floor(cell)), ivec2(0), last);
      int code = int(texelFetch(alnCodes, ic, 0).r * 255.0 + 0.5);
      color = texelFetch(alnPalette, ivec2(code & 31, min(ic.x, alnPaletteRows - 1)), 0).rgb;
      if (alnLetters > 0.0) {
        vec2 pixel = (cell - vec2(ic)) * alnPixels;
        ivec2 texel = ivec2(floor(pixel - floor(0.5 * (alnPixels - alnGlyph)) + 0.01));
        if (texel.x >= 0 && texel.y >= 0 && texel.x < int(alnGlyph.x) && texel.y < int(alnGlyph.y)) {
          int letter = code & 31;
          float coverage = texelFetch(alnGlyphs, ivec2((code & 63) * int(alnGlyph.x) + texel.x, texel.y), 0).r;
          float luminance = dot(color, vec3(0.299, 0.587, 0.114));
          vec3 ink = letter == 21 || letter >= 28 ? alnGapInk : luminance > 0.45 ? alnDarkInk : alnLightInk;
          color = mix(color, ink, coverage * alnLetters);
        }
      }
    }
  }
  gl_FragData[0] = vec4(color, 1.0);
)glsl";

}  // namespace ui
