// Tiles of a matrix as R32F textures with colour look-up in the fragment shader.
#include "ui/scenes/maps/MapTiles.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkOpenGLTexture.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkUniforms.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ui {

using engine::Index;

namespace {

constexpr size_t kMaximumTiles = 128;    // at most 128 MB of textures per panel
constexpr Index kSmallMatrix = 1 << 22;  // cells that are pooled and uploaded without waiting
constexpr Index kSamples = 256;          // a side
constexpr double kGroundHeight = -1;
constexpr double kSmallestTexel = 1.0;  // device pixels
constexpr float kMissing = -3.4e38F;    // stands for NaN and infinities: drivers may optimise isnan() away

// Texture coordinates are texels. A pixel that covers more than half a texel joins those that it covers: parts of at
// most 2 x 2 texels, since levels are chosen so that a texel is never smaller than a pixel. It takes their mean, or the
// largest of those that fill a good part of it: every texel fills half of some pixel and is never lost.
constexpr const char* kFragmentShader =
    "  vec2 at = tcoordVCVSOutput.st;\n"
    "  ivec2 border = textureSize(mapData, 0) - 1;\n"
    "  float total; float weight = 1.0;\n"
    "  if (mapFootprint < 0.5) {\n"
    "    total = texelFetch(mapData, clamp(ivec2(floor(at)), ivec2(0), border), 0).r;\n"
    "    weight = total < -3.0e38 ? 0.0 : 1.0;\n"
    "  } else {\n"
    "    vec2 low = at - 0.5 * mapFootprint;\n"
    "    vec2 second = clamp(1.0 - (floor(low) + 1.0 - low) / mapFootprint, 0.0, 1.0);\n"
    "    if (mapShrinking != 0) second = mix(step(0.4, second), second, lessThan(abs(second - 0.5), vec2(0.1)));\n"
    "    ivec2 first = clamp(ivec2(floor(low)), ivec2(0), border); ivec2 next = clamp(ivec2(floor(low)) + 1, ivec2(0), "
    "border);\n"
    "    vec4 values = vec4(texelFetch(mapData, first, 0).r, texelFetch(mapData, ivec2(next.x, first.y), 0).r,\n"
    "                       texelFetch(mapData, ivec2(first.x, next.y), 0).r, texelFetch(mapData, next, 0).r);\n"
    "    vec4 parts = vec4(1.0 - second.x, second.x, 1.0 - second.x, second.x) *\n"
    "                 vec4(1.0 - second.y, 1.0 - second.y, second.y, second.y);\n"
    "    bvec4 missing = lessThan(values, vec4(-3.0e38));\n"
    "    parts = mix(parts, vec4(0.0), missing); values = mix(values, vec4(0.0), missing);\n"
    "    weight = dot(parts, vec4(1.0)); total = weight > 0.0 ? dot(parts, values) / weight : 0.0;\n"
    "    if (mapShrinking != 0 && weight > 0.0) {\n"
    "      vec4 highs = mix(values, vec4(-3.0e38), equal(parts, vec4(0.0)));\n"
    "      vec4 lows = mix(values, vec4(3.0e38), equal(parts, vec4(0.0)));\n"
    "      float high = max(max(highs.x, highs.y), max(highs.z, highs.w));\n"
    "      float low = min(min(lows.x, lows.y), min(lows.z, lows.w));\n"
    "      total = mapShrinking == 2 && -low > high ? low : high;\n"
    "    }\n"
    "  }\n"
    "  float place = mapIsLogarithmic != 0 ? (total > 0.0 ? (log(total) - mapLow) * mapFactor : 0.0)\n"
    "                                      : (total - mapLow) * mapFactor;\n"
    "  vec3 mapColor = texelFetch(mapColors, ivec2(int(clamp(place, 0.0, 1.0) * 255.0 + 0.5), 0), 0).rgb;\n"
    "  gl_FragData[0] = vec4(weight > 0.0 ? mapColor : mapMissing, 1.0);\n";

struct Box {
  double top = 0, left = 0, bottom = 0, right = 0;
};

/// A quad over these cells that shows these texels of its texture.
vtkSmartPointer<vtkPolyData> quadOf(const Box& place, const Box& shown, double height) {
  vtkNew<vtkPoints> points;
  vtkNew<vtkFloatArray> texels;
  texels->SetNumberOfComponents(2);
  const double corners[4][4] = {{place.left, place.top, shown.left, shown.top},
                                {place.right, place.top, shown.right, shown.top},
                                {place.right, place.bottom, shown.right, shown.bottom},
                                {place.left, place.bottom, shown.left, shown.bottom}};
  for (const auto& corner : corners) {
    points->InsertNextPoint(corner[0], -corner[1], height);
    texels->InsertNextTuple2(corner[2], corner[3]);
  }
  vtkNew<vtkCellArray> cells;
  cells->InsertNextCell({0, 1, 2, 3});
  auto quad = vtkSmartPointer<vtkPolyData>::New();
  quad->SetPoints(points);
  quad->SetPolys(cells);
  quad->GetPointData()->SetTCoords(texels);
  return quad;
}

}  // namespace

MapTiles::MapTiles(vtkRenderer* renderer, Index tileCells)
    : m_renderer(renderer), m_pyramid(nullptr), m_tileCells(tileCells) {
  m_colors->SetColorModeToDirectScalars();
  m_colors->InterpolateOff();
  m_colors->RepeatOff();
  m_colors->EdgeClampOn();
  for (vtkShaderProperty* shader : {m_shader.Get(), m_groundShader.Get()}) {
    shader->AddFragmentShaderReplacement("//VTK::TCoord::Impl", true, kFragmentShader, false);
    shader->GetFragmentCustomUniforms()->SetUniformf("mapFootprint", 0);
  }
  setLook(MapLook{});
}

MapTiles::~MapTiles() { clear(); }

void MapTiles::setMatrix(std::shared_ptr<const engine::Array<float>> matrix) {
  m_pyramid = MatrixPyramid(std::move(matrix));
  m_pyramid.setShrinking(m_shrinking, m_period);
  clear();
}

void MapTiles::setLook(const MapLook& look) {
  const ColorMap& map = colorMap(look.colorMapId);
  const double period = map.isCyclic ? look.high - look.low : 0;
  const Shrinking shrinking = map.isCyclic ? Shrinking::mean : look.shrinking;
  if (period != m_period || shrinking != m_shrinking) {
    m_period = period;
    m_shrinking = shrinking;
    m_pyramid.setShrinking(shrinking, period);
    clear();
  }
  vtkNew<vtkImageData> image;
  image->SetDimensions(static_cast<int>(map.colors.size()), 1, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::memcpy(image->GetScalarPointer(), map.colors.data(), map.colors.size() * sizeof(Rgb));
  m_colors->SetInputData(image);

  const bool isLogarithmic = look.scale == ValueScale::logarithmic && look.low > 0;
  const double low = isLogarithmic ? std::log(look.low) : look.low;
  const double high = isLogarithmic ? std::log(look.high) : look.high;
  const float missing[3] = {static_cast<float>(look.notANumber[0]) / 255.0F,
                            static_cast<float>(look.notANumber[1]) / 255.0F,
                            static_cast<float>(look.notANumber[2]) / 255.0F};
  for (vtkShaderProperty* shader : {m_shader.Get(), m_groundShader.Get()}) {
    auto* uniforms = shader->GetFragmentCustomUniforms();
    uniforms->SetUniformi("mapIsLogarithmic", isLogarithmic ? 1 : 0);
    uniforms->SetUniformi("mapShrinking", static_cast<int>(shrinking));
    uniforms->SetUniformf("mapLow", static_cast<float>(low));
    uniforms->SetUniformf("mapFactor", static_cast<float>(high > low ? 1.0 / (high - low) : 0.0));
    uniforms->SetUniform3f("mapMissing", missing);
  }
}

void MapTiles::setClipping(vtkPlaneCollection* planes) {
  m_clipping = planes;
  for (auto& [key, tile] : m_tiles) tile.actor->GetMapper()->SetClippingPlanes(planes);
  if (m_ground) m_ground->actor->GetMapper()->SetClippingPlanes(planes);
}

void MapTiles::clear() {
  for (auto& [key, tile] : m_tiles) m_renderer->RemoveActor(tile.actor);
  m_tiles.clear();
  if (m_ground) m_renderer->RemoveActor(m_ground->actor);
  m_ground.reset();
}

void MapTiles::show(vtkOpenGLRenderWindow* window, const CellWindow& cells, double devicePixelsPerCell) {
  if (m_contextTime != window->GetContextCreationTime()) clear();
  m_contextTime = window->GetContextCreationTime();
  ++m_frame;
  m_isComplete = true;
  m_cellsPerPixel = 1;
  for (auto& [key, tile] : m_tiles) tile.actor->SetVisibility(false);
  if (m_ground) m_ground->actor->SetVisibility(false);
  if (m_pyramid.isEmpty() || m_contextTime == 0) return;
  if (cells.lastRow <= 0 || cells.lastColumn <= 0 || cells.firstRow >= static_cast<double>(m_pyramid.numRows()) ||
      cells.firstColumn >= static_cast<double>(m_pyramid.numColumns()))
    return;
  if (const int limit = vtkTextureObject::GetMaximumTextureSize(window); limit > 2)
    m_tileCells = std::min<Index>(m_tileCells, limit - 2);

  const bool isSmall = m_pyramid.numRows() * m_pyramid.numColumns() <= kSmallMatrix;
  const double seconds = isSmall && m_patience > 0 ? std::numeric_limits<double>::infinity() : m_patience;
  const auto start = Clock::now();
  const auto left = [&] { return seconds - std::chrono::duration<double>(Clock::now() - start).count(); };
  const int level = m_pyramid.levelFor(devicePixelsPerCell, kSmallestTexel);
  m_cellsPerPixel = Index{1} << level;
  m_shader->GetFragmentCustomUniforms()->SetUniformf(
      "mapFootprint", static_cast<float>(1.0 / (devicePixelsPerCell * std::ldexp(1.0, level))));
  if (m_pyramid.makeLevel(level, seconds))
    showLevel(window, cells, level, left());
  else
    m_isComplete = false;
  if (std::isinf(seconds)) return;
  // What is needed for a first look at any part comes next, even if this part is there.
  if (!m_pyramid.makeLevel(m_pyramid.levelWithin(m_tileCells), std::max(left(), 0.0))) m_isComplete = false;
  if (!m_isComplete) showGround(window, devicePixelsPerCell);
}

void MapTiles::showLevel(vtkOpenGLRenderWindow* window, const CellWindow& cells, int level, double seconds) {
  const auto start = Clock::now();
  const double tileSpan = static_cast<double>(m_tileCells) * std::ldexp(1.0, level);
  const auto tileAt = [&](double cell, Index numCells) {
    const double last = static_cast<double>(std::max<Index>(numCells - 1, 0));
    return static_cast<Index>(std::clamp(cell, 0.0, last) / tileSpan);
  };
  bool isFirst = true;
  for (Index row = tileAt(cells.firstRow, m_pyramid.numRows()); row <= tileAt(cells.lastRow, m_pyramid.numRows());
       ++row)
    for (Index column = tileAt(cells.firstColumn, m_pyramid.numColumns());
         column <= tileAt(cells.lastColumn, m_pyramid.numColumns()); ++column) {
      const Key key{level, row, column};
      auto found = m_tiles.find(key);
      if (found == m_tiles.end()) {
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        if (!isFirst && spent >= seconds) {
          m_isComplete = false;
          continue;
        }
        isFirst = false;
        found = m_tiles.emplace(key, makeTile(window, pieceOf(key), m_shader)).first;
      }
      found->second.actor->SetVisibility(true);
      found->second.lastUsed = m_frame;
    }
  dropOldTiles();
}

void MapTiles::showGround(vtkOpenGLRenderWindow* window, double devicePixelsPerCell) {
  const int wanted = m_pyramid.levelWithin(m_tileCells);
  const int level = m_pyramid.hasLevel(wanted) ? wanted : -1;
  if (m_ground && level != m_groundLevel) {
    m_renderer->RemoveActor(m_ground->actor);
    m_ground.reset();
  }
  double cellsPerTexel = std::ldexp(1.0, std::max(level, 0));
  if (level < 0) {
    const Index longest = std::max(m_pyramid.numRows(), m_pyramid.numColumns()), side = std::min(kSamples, m_tileCells);
    cellsPerTexel = static_cast<double>((longest + side - 1) / side);
    if (!m_ground) m_groundData = sampledEvery(m_pyramid.level(0), side);
  }
  if (!m_ground) {
    const engine::Array<float>& source = level < 0 ? m_groundData : m_pyramid.level(level);
    m_ground = makeTile(window, {source, cellsPerTexel, 0, 0, source.length(0), source.length(1), kGroundHeight},
                        m_groundShader);
    m_groundLevel = level;
  }
  const double footprint = 1.0 / (devicePixelsPerCell * cellsPerTexel);
  m_groundShader->GetFragmentCustomUniforms()->SetUniformf("mapFootprint",
                                                           static_cast<float>(std::min(footprint, 1.0)));
  m_ground->actor->SetVisibility(true);
}

MapTiles::Piece MapTiles::pieceOf(const Key& key) {
  const auto [level, tileRow, tileColumn] = key;
  const engine::Array<float>& source = m_pyramid.level(level);
  const Index row = tileRow * m_tileCells, column = tileColumn * m_tileCells;
  return {source,
          std::ldexp(1.0, level),
          row,
          column,
          std::min(m_tileCells, source.length(0) - row),
          std::min(m_tileCells, source.length(1) - column),
          0};
}

namespace {

vtkSmartPointer<vtkTextureObject> textureOf(vtkOpenGLRenderWindow* window, const float* first, Index rowLength,
                                            Index rows, Index columns) {
  std::vector<float> values(static_cast<size_t>(rows * columns));
  for (Index row = 0; row < rows; ++row) {
    const float* from = first + row * rowLength;
    std::transform(from, from + columns, values.begin() + row * columns,
                   [](float value) { return std::isfinite(value) ? value : kMissing; });
  }
  auto object = vtkSmartPointer<vtkTextureObject>::New();
  object->SetContext(window);
  object->SetMinificationFilter(vtkTextureObject::Nearest);
  object->SetMagnificationFilter(vtkTextureObject::Nearest);
  object->SetWrapS(vtkTextureObject::ClampToEdge);
  object->SetWrapT(vtkTextureObject::ClampToEdge);
  object->Create2DFromRaw(static_cast<unsigned>(columns), static_cast<unsigned>(rows), 1, VTK_FLOAT, values.data());
  return object;
}

}  // namespace

MapTiles::Tile MapTiles::makeTile(vtkOpenGLRenderWindow* window, const Piece& piece, vtkShaderProperty* shader) {
  const double scale = piece.cellsPerTexel;
  const Index rowLength = piece.source.length(1);
  Box place{static_cast<double>(piece.firstRow) * scale, static_cast<double>(piece.firstColumn) * scale,
            static_cast<double>(piece.firstRow + piece.rows) * scale,
            static_cast<double>(piece.firstColumn + piece.columns) * scale};
  // The last texels of a pooled level may reach beyond the matrix: the quad ends where the matrix ends.
  place.bottom = std::min(place.bottom, static_cast<double>(m_pyramid.numRows()));
  place.right = std::min(place.right, static_cast<double>(m_pyramid.numColumns()));
  // The texture has the neighbours of the piece as well: pixels across its border are means of both sides.
  const Index above = std::min<Index>(1, piece.firstRow), before = std::min<Index>(1, piece.firstColumn);
  const Index rows = above + std::min(piece.rows + 1, piece.source.length(0) - piece.firstRow);
  const Index columns = before + std::min(piece.columns + 1, rowLength - piece.firstColumn);
  Tile tile;
  tile.object =
      textureOf(window, piece.source.data() + (piece.firstRow - above) * rowLength + piece.firstColumn - before,
                rowLength, rows, columns);
  tile.texture = vtkSmartPointer<vtkTexture>::New();
  tile.texture->InterpolateOff();
  vtkOpenGLTexture::SafeDownCast(tile.texture)->SetTextureObject(tile.object);
  const auto top = static_cast<double>(above), left = static_cast<double>(before);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetClippingPlanes(m_clipping);
  mapper->SetInputData(
      quadOf(place, {top, left, top + (place.bottom - place.top) / scale, left + (place.right - place.left) / scale},
             piece.height));
  tile.actor = vtkSmartPointer<vtkActor>::New();
  tile.actor->SetMapper(mapper);
  tile.actor->SetShaderProperty(shader);
  tile.actor->GetProperty()->LightingOff();
  tile.actor->GetProperty()->SetTexture("mapData", tile.texture);
  tile.actor->GetProperty()->SetTexture("mapColors", m_colors);
  m_renderer->AddActor(tile.actor);
  return tile;
}

void MapTiles::dropOldTiles() {
  while (m_tiles.size() > kMaximumTiles) {
    const auto oldest = std::min_element(m_tiles.begin(), m_tiles.end(), [](const auto& a, const auto& b) {
      return a.second.lastUsed < b.second.lastUsed;
    });
    if (oldest->second.lastUsed == m_frame) return;  // all of them are on the screen
    m_renderer->RemoveActor(oldest->second.actor);
    m_tiles.erase(oldest);
  }
}

}  // namespace ui
