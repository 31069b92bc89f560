// Tiles are uploaded when they are first seen: what is not looked at costs no texture memory.
#include "ui/scenes/alignment/AlignmentScene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkOpenGLTexture.h>
#include <vtkPlaneSource.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkSmartPointer.h>
#include <vtkTextureObject.h>
#include <vtkUniforms.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/scenes/alignment/AlignmentShader.h"

namespace ui {
namespace {

using engine::Index;

/// Every OpenGL 3.2 has textures of this size; also a multiple of every block of the overview.
constexpr Index kTileCells = 4096;
constexpr int kMostBlockSamples = 16;  ///< per pixel and axis, when blocks of the overview are larger than a pixel
constexpr int kBlockSamplesWhileWaiting = 3;  ///< until the overview is there

/// A texture that the mapper does not multiply into anything: the shader reads it by name.
struct ShaderTexture {
  vtkSmartPointer<vtkTexture> texture = vtkSmartPointer<vtkTexture>::New();
  vtkSmartPointer<vtkTextureObject> object;
  bool isStale = true;

  template <class T>
  void upload(vtkOpenGLRenderWindow* window, Index width, Index height, int components, const std::vector<T>& bytes,
              bool isFiltered) {
    object = vtkSmartPointer<vtkTextureObject>::New();
    object->SetContext(window);
    object->SetWrapS(vtkTextureObject::ClampToEdge);
    object->SetWrapT(vtkTextureObject::ClampToEdge);
    object->SetMagnificationFilter(isFiltered ? vtkTextureObject::Linear : vtkTextureObject::Nearest);
    object->SetMinificationFilter(isFiltered ? vtkTextureObject::LinearMipmapLinear : vtkTextureObject::Nearest);
    object->SetGenerateMipmap(isFiltered);
    object->Create2DFromRaw(static_cast<unsigned>(width), static_cast<unsigned>(height), components, VTK_UNSIGNED_CHAR,
                            const_cast<T*>(bytes.data()));
    vtkOpenGLTexture::SafeDownCast(texture)->SetTextureObject(object);
    isStale = false;
  }
};

/// Rows of a texture start at multiples of 4 bytes.
Index padded(Index width) { return (width + 3) / 4 * 4; }

using Rgba = std::array<std::uint8_t, 4>;
Rgba opaque(const Rgb& color) { return {color[0], color[1], color[2], 255}; }

/// Paper of a letter; alpha is how dark the ink on it is, 0 light to 255 dark.
Rgba paperWithInk(const Rgb& paper, engine::ResidueCode code, const AlignmentInk& ink) {
  const auto luminance = [](const Rgb& color) { return 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]; };
  const double light = luminance(ink.lightLetter), range = luminance(ink.darkLetter) - light;
  const double darkness = range != 0 ? std::clamp((luminance(inkOn(paper, code, ink)) - light) / range, 0.0, 1.0) : 0;
  return {paper[0], paper[1], paper[2], static_cast<std::uint8_t>(std::lround(255 * darkness))};
}

void setColor(vtkUniforms* uniforms, const char* name, const Rgb& color) {
  const float value[3] = {color[0] / 255.0f, color[1] / 255.0f, color[2] / 255.0f};
  uniforms->SetUniform3f(name, value);
}

void setPair(vtkUniforms* uniforms, const char* name, double x, double y) {
  const float value[2] = {static_cast<float>(x), static_cast<float>(y)};
  uniforms->SetUniform2f(name, value);
}

/// What one frame needs to know, in device pixels.
struct Frame {
  double windowHeight = 0, left = 0, top = 0, right = 0, bottom = 0;  ///< of the panel
  double columnWidth = 1, rowHeight = 1, firstColumn = 0, firstRow = 0;
};

using DrawMode = AlignmentDrawMode;

}  // namespace

struct AlignmentScene::Tile {
  Index firstRow = 0, firstColumn = 0, numRows = 0, numColumns = 0;
  vtkSmartPointer<vtkActor> actor = vtkSmartPointer<vtkActor>::New();
  ShaderTexture codes, palette, overview;
};

struct AlignmentScene::Implementation {
  vtkOpenGLRenderWindow* window = nullptr;
  vtkNew<vtkRenderer> renderer;
  vtkNew<vtkPolyDataMapper> mapper;
  AlignmentCells cells;
  AlignmentPalette palette;
  std::shared_ptr<const AlignmentOverview> overview;
  GlyphAtlas glyphs;
  ShaderTexture glyphTexture;
  ShaderTexture blank;  ///< stands for what a tile does not need: every sampler must have a texture
  AlignmentInk ink;
  double letterOpacity = 1;
  std::vector<std::unique_ptr<Tile>> tiles;
  DrawMode shaderMode = DrawMode::cells;

  static void useShader(Tile& tile, DrawMode mode);
  std::unique_ptr<Tile> makeTile(Index firstRow, Index firstColumn) const;
  void uploadCodes(Tile& tile) const;
  void uploadPalette(Tile& tile) const;
  /// 1: every column has the same colours.
  Index paletteRows(const Tile& tile) const {
    return palette.numColumns == 1 && cells.arrangement->areColumnsPlain() ? 1 : tile.numColumns;
  }
  void uploadOverview(Tile& tile) const;
  void bind(Tile& tile, DrawMode mode);
  DrawMode modeFor(const Frame& frame) const;
  void placeTile(Tile& tile, const Frame& frame);
  void setUniforms(Tile& tile, const Frame& frame) const;
};

AlignmentScene::AlignmentScene(vtkRenderWindow* window) : m(std::make_unique<Implementation>()) {
  m->window = vtkOpenGLRenderWindow::SafeDownCast(window);
  vtkNew<vtkPlaneSource> unitQuad;
  unitQuad->SetOrigin(0, 0, 0);
  unitQuad->SetPoint1(1, 0, 0);
  unitQuad->SetPoint2(0, 1, 0);
  m->mapper->SetInputConnection(unitQuad->GetOutputPort());
  vtkCamera* camera = m->renderer->GetActiveCamera();
  camera->ParallelProjectionOn();
  window->AddRenderer(m->renderer);
  setInk({});
}

AlignmentScene::~AlignmentScene() { m->window->RemoveRenderer(m->renderer); }

void AlignmentScene::setCells(AlignmentCells cells) {
  for (const auto& tile : m->tiles) m->renderer->RemoveActor(tile->actor);
  m->tiles.clear();
  m->overview.reset();
  m->cells = std::move(cells);
  for (Index place = 0; place < m->cells.numPlaces(); place += kTileCells)
    for (Index slot = 0; slot < m->cells.numSlots(); slot += kTileCells) {
      m->tiles.push_back(m->makeTile(place, slot));
      m->renderer->AddActor(m->tiles.back()->actor);
    }
}

void AlignmentScene::setPalette(AlignmentPalette palette) {
  m->palette = std::move(palette);
  for (const auto& tile : m->tiles) tile->palette.isStale = true;
}

void AlignmentScene::setOverview(std::shared_ptr<const AlignmentOverview> overview) {
  m->overview = std::move(overview);
  for (const auto& tile : m->tiles) tile->overview.isStale = true;
}

void AlignmentScene::setGlyphs(GlyphAtlas glyphs) {
  m->glyphs = std::move(glyphs);
  m->glyphTexture.isStale = true;
}

void AlignmentScene::setInk(const AlignmentInk& ink) {
  m->ink = ink;
  for (const auto& tile : m->tiles) tile->palette.isStale = true;  // it says which ink is readable
  m->renderer->SetBackground(ink.background[0] / 255.0, ink.background[1] / 255.0, ink.background[2] / 255.0);
}

void AlignmentScene::setLetterOpacity(double opacity) { m->letterOpacity = opacity; }

std::unique_ptr<AlignmentScene::Tile> AlignmentScene::Implementation::makeTile(Index firstRow,
                                                                               Index firstColumn) const {
  auto tile = std::make_unique<Tile>();
  tile->firstRow = firstRow;
  tile->firstColumn = firstColumn;
  tile->numRows = std::min(kTileCells, cells.numPlaces() - firstRow);
  tile->numColumns = std::min(kTileCells, cells.numSlots() - firstColumn);
  tile->actor->SetMapper(mapper);
  tile->actor->GetProperty()->LightingOff();
  useShader(*tile, shaderMode);
  return tile;
}

void AlignmentScene::Implementation::useShader(Tile& tile, DrawMode mode) {
  vtkShaderProperty* shader = tile.actor->GetShaderProperty();
  shader->ClearAllFragmentShaderReplacements();
  shader->AddFragmentShaderReplacement("//VTK::TCoord::Impl", true, alignmentShader(mode), false);
}

void AlignmentScene::Implementation::uploadCodes(Tile& tile) const {
  const Index width = padded(tile.numColumns);
  std::vector<std::uint8_t> codes(static_cast<size_t>(width * tile.numRows));
  for (Index row = 0; row < tile.numRows; ++row)
    cells.copyRow(tile.firstRow + row, tile.firstColumn, tile.firstColumn + tile.numColumns,
                  codes.data() + row * width);
  tile.codes.upload(window, width, tile.numRows, 1, codes, false);
}

void AlignmentScene::Implementation::uploadPalette(Tile& tile) const {
  const Index height = paletteRows(tile);
  std::vector<Rgba> colors(static_cast<size_t>(height * kNumPaletteLetters));
  for (Index slot = 0; slot < height; ++slot) {
    const Index column = height == 1 ? 0 : cells.columnOf(tile.firstColumn + slot);
    for (engine::ResidueCode code = 0; code < kNumPaletteLetters; ++code)
      engine::nth(colors, slot * kNumPaletteLetters + code) =
          paperWithInk(paperOf(palette, column, code, ink), code, ink);
  }
  tile.palette.upload(window, kNumPaletteLetters, height, 4, colors, false);
}

void AlignmentScene::Implementation::uploadOverview(Tile& tile) const {
  const Index firstRow = tile.firstRow / overview->rowFactor, firstColumn = tile.firstColumn / overview->columnFactor;
  const Index rows = (tile.numRows + overview->rowFactor - 1) / overview->rowFactor;
  const Index columns = (tile.numColumns + overview->columnFactor - 1) / overview->columnFactor;
  std::vector<Rgba> colors(static_cast<size_t>(rows * columns));
  for (Index row = 0; row < rows; ++row)
    for (Index column = 0; column < columns; ++column)
      engine::nth(colors, row * columns + column) = opaque(overview->at(firstRow + row, firstColumn + column));
  tile.overview.upload(window, columns, rows, 4, colors, true);
}

void AlignmentScene::Implementation::bind(Tile& tile, DrawMode mode) {
  if (blank.isStale) blank.upload(window, 1, 1, 4, std::vector<Rgba>(1), false);
  if (glyphTexture.isStale && !glyphs.coverage.empty())
    glyphTexture.upload(window, static_cast<Index>(glyphs.width) * kNumGlyphs, glyphs.height, 1, glyphs.coverage,
                        false);
  if (mode != DrawMode::overview && tile.codes.isStale) uploadCodes(tile);
  if (mode != DrawMode::overview && tile.palette.isStale) uploadPalette(tile);
  if (mode == DrawMode::overview && tile.overview.isStale) uploadOverview(tile);
  vtkProperty* property = tile.actor->GetProperty();
  const auto use = [&](const char* name, const ShaderTexture& texture) {
    vtkTexture* wanted = texture.object ? texture.texture : blank.texture;
    if (property->GetTexture(name) == wanted) return;
    if (property->GetTexture(name)) property->RemoveTexture(name);  // VTK warns about a replacement
    property->SetTexture(name, wanted);
  };
  use("alnCodes", tile.codes);
  use("alnPalette", tile.palette);
  use("alnOverview", tile.overview);
  use("alnGlyphs", glyphTexture);
}

DrawMode AlignmentScene::Implementation::modeFor(const Frame& frame) const {
  if (frame.columnWidth >= 1 && frame.rowHeight >= 1)
    return letterOpacity > 0 && !glyphs.coverage.empty() ? DrawMode::letters : DrawMode::cells;
  if (!overview) return DrawMode::samples;
  // Blocks wider than a pixel would blur: then a block's cells are few enough to be sampled one by one.
  const bool isBlurred =
      (overview->columnFactor > 1 && frame.columnWidth * static_cast<double>(overview->columnFactor) > 1) ||
      (overview->rowFactor > 1 && frame.rowHeight * static_cast<double>(overview->rowFactor) > 1);
  return isBlurred ? DrawMode::samples : DrawMode::overview;
}

void AlignmentScene::Implementation::setUniforms(Tile& tile, const Frame& frame) const {
  vtkUniforms* uniforms = tile.actor->GetShaderProperty()->GetFragmentCustomUniforms();
  setPair(uniforms, "alnOrigin",
          frame.firstColumn - static_cast<double>(tile.firstColumn) - frame.left / frame.columnWidth,
          frame.firstRow - static_cast<double>(tile.firstRow) - frame.top / frame.rowHeight);
  setPair(uniforms, "alnPixels", frame.columnWidth, frame.rowHeight);
  setPair(uniforms, "alnDim", static_cast<double>(tile.numColumns), static_cast<double>(tile.numRows));
  setPair(uniforms, "alnGlyph", glyphs.width, glyphs.height);
  uniforms->SetUniformf("alnTop", static_cast<float>(frame.windowHeight));
  uniforms->SetUniformf("alnLetters", static_cast<float>(letterOpacity));
  uniforms->SetUniformi("alnPaletteRows", static_cast<int>(paletteRows(tile)));
  const int most = overview ? kMostBlockSamples : kBlockSamplesWhileWaiting;
  const int samples[2] = {std::clamp(static_cast<int>(std::ceil(1 / frame.columnWidth)), 1, most),
                          std::clamp(static_cast<int>(std::ceil(1 / frame.rowHeight)), 1, most)};
  uniforms->SetUniform2i("alnSamples", samples);
  const double rowFactor = overview ? static_cast<double>(overview->rowFactor) : 1;
  const double columnFactor = overview ? static_cast<double>(overview->columnFactor) : 1;
  setPair(uniforms, "alnBlock", columnFactor, rowFactor);
  setPair(uniforms, "alnBlocks", std::ceil(static_cast<double>(tile.numColumns) / columnFactor),
          std::ceil(static_cast<double>(tile.numRows) / rowFactor));
  setColor(uniforms, "alnDarkInk", ink.darkLetter);
  setColor(uniforms, "alnLightInk", ink.lightLetter);
}

void AlignmentScene::Implementation::placeTile(Tile& tile, const Frame& frame) {
  const auto pixel = [](double origin, double first, double size, Index cell) {
    return origin + (static_cast<double>(cell) - first) * size;
  };
  const double left = std::max(frame.left, pixel(frame.left, frame.firstColumn, frame.columnWidth, tile.firstColumn));
  const double right = std::min(
      frame.right, pixel(frame.left, frame.firstColumn, frame.columnWidth, tile.firstColumn + tile.numColumns));
  const double top = std::max(frame.top, pixel(frame.top, frame.firstRow, frame.rowHeight, tile.firstRow));
  const double bottom =
      std::min(frame.bottom, pixel(frame.top, frame.firstRow, frame.rowHeight, tile.firstRow + tile.numRows));
  const bool isVisible = right > left && bottom > top;
  tile.actor->SetVisibility(isVisible);
  if (!isVisible) return;
  tile.actor->SetPosition(left, frame.windowHeight - bottom, 0);
  tile.actor->SetScale(right - left, bottom - top, 1);
  bind(tile, shaderMode);
  setUniforms(tile, frame);
}

void AlignmentScene::place(double width, double height, double pixelRatio, const Rect& panel,
                           const AlignmentViewport& viewport) {
  Frame frame;
  frame.windowHeight = std::round(height * pixelRatio);
  frame.left = std::round(panel.x * pixelRatio);
  frame.top = std::round(panel.y * pixelRatio);
  frame.right = std::round(panel.right() * pixelRatio);
  frame.bottom = std::round(panel.bottom() * pixelRatio);
  frame.columnWidth = viewport.columnWidth * pixelRatio;
  frame.rowHeight = viewport.rowHeight * pixelRatio;
  // Whole device pixels: letters keep their shape while the alignment moves.
  frame.firstColumn = std::round(viewport.firstColumn * frame.columnWidth) / frame.columnWidth;
  frame.firstRow = std::round(viewport.firstRow * frame.rowHeight) / frame.rowHeight;
  const double windowWidth = std::round(width * pixelRatio);
  vtkCamera* camera = m->renderer->GetActiveCamera();
  camera->SetFocalPoint(windowWidth / 2, frame.windowHeight / 2, 0);
  camera->SetPosition(windowWidth / 2, frame.windowHeight / 2, 10);
  camera->SetParallelScale(std::max(frame.windowHeight, 1.0) / 2);
  camera->SetClippingRange(1, 20);
  if (const DrawMode mode = m->modeFor(frame); mode != m->shaderMode) {
    m->shaderMode = mode;
    // All at once, also those out of sight: the mapper that they share keeps the program of the newest one.
    for (const auto& tile : m->tiles) m->useShader(*tile, mode);
  }
  for (const auto& tile : m->tiles) m->placeTile(*tile, frame);
}

}  // namespace ui
