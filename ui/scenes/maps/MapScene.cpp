// Panels of a map picture: one VTK renderer each, a parallel camera in cell coordinates (x = column, y = -row).
#include "ui/scenes/maps/MapScene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkNew.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkPlane.h>
#include <vtkPlaneCollection.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/Nth.h"
#include "ui/scenes/maps/MapTiles.h"

namespace ui {

namespace {

constexpr double kCameraDistance = 1e5;
// VTK draws wide lines as tubes in depth: groups stand further apart than the widest tube, in cells.
constexpr double kGroupDistance = 1000;

void setColor(vtkRenderer* renderer, Rgb color) {
  renderer->SetBackground(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
}

/// Without those between the ends of a straight stretch: hundreds of paths through the same cells are few lines then.
std::vector<CellPoint> corners(const std::vector<CellPoint>& points) {
  const auto goesStraight = [](const CellPoint& a, const CellPoint& b, const CellPoint& c) {
    const double rows = b.row - a.row, columns = b.column - a.column;
    const double nextRows = c.row - b.row, nextColumns = c.column - b.column;
    return rows * nextColumns == columns * nextRows && rows * nextRows + columns * nextColumns > 0;
  };
  std::vector<CellPoint> kept;
  for (const CellPoint& point : points) {
    if (kept.size() > 1 && goesStraight(kept[kept.size() - 2], kept.back(), point)) kept.pop_back();
    kept.push_back(point);
  }
  return kept;
}

/// Lines of one width as one actor; `height` lifts them above what was drawn before.
vtkSmartPointer<vtkActor> actorOf(const std::vector<const MapLine*>& lines, double height) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetNumberOfComponents(3);
  for (const MapLine* line : lines) {
    const std::vector<CellPoint> turns = corners(line->points);
    cells->InsertNextCell(static_cast<int>(turns.size()));
    for (const CellPoint& point : turns)
      cells->InsertCellPoint(points->InsertNextPoint(point.column, -point.row, height));
    colors->InsertNextTypedTuple(line->color.data());
  }
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  data->SetLines(cells);
  data->GetCellData()->SetScalars(colors);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(data);
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  actor->GetProperty()->RenderLinesAsTubesOn();  // core profiles draw no lines wider than 1 otherwise
  return actor;
}

}  // namespace

struct MapScene::Panel {
  struct LineGroup {
    vtkSmartPointer<vtkActor> actor;
    double width = 1;
  };
  vtkNew<vtkRenderer> renderer;
  MapTiles tiles{renderer};
  std::vector<LineGroup> lines;

  Panel() {
    renderer->EraseOff();  // the background renderer has cleared the whole window
    renderer->AutomaticLightCreationOff();
    renderer->GetActiveCamera()->ParallelProjectionOn();
    renderer->GetActiveCamera()->SetViewUp(0, 1, 0);
    renderer->GetActiveCamera()->SetClippingRange(1, 2 * kCameraDistance);
  }

  void place(vtkOpenGLRenderWindow* window, double width, double height, double ratio, const Rect& rect,
             const MapViewport& viewport);
};

struct MapScene::Implementation {
  vtkSmartPointer<vtkRenderWindow> window;
  vtkNew<vtkRenderer> background;  ///< clears what no panel covers
  Rgb color{255, 255, 255};
  std::vector<std::unique_ptr<Panel>> panels;

  Panel& panel(int index) {
    if (index < 0 || index >= static_cast<int>(panels.size()))
      engine::fail("map scene: there is no panel ", index, " of ", panels.size());
    return *engine::nth(panels, index);
  }
  void removePanels() {
    for (auto& panel : panels) {
      panel->tiles.clear();
      window->RemoveRenderer(panel->renderer);
    }
    panels.clear();
  }
};

MapScene::MapScene(vtkRenderWindow* window) : m(std::make_unique<Implementation>()) {
  m->window = window;
  m->background->AutomaticLightCreationOff();
  m->window->AddRenderer(m->background);
  setBackground(m->color);
}

MapScene::~MapScene() {
  m->removePanels();
  m->window->RemoveRenderer(m->background);
}

void MapScene::setPanels(int count) {
  m->removePanels();
  for (int k = 0; k < count; ++k) {
    m->panels.push_back(std::make_unique<Panel>());
    m->window->AddRenderer(m->panels.back()->renderer);
  }
  setBackground(m->color);
}

int MapScene::numPanels() const { return static_cast<int>(m->panels.size()); }

void MapScene::setMatrix(int panel, std::shared_ptr<const engine::Array<float>> matrix) {
  m->panel(panel).tiles.setMatrix(std::move(matrix));
}

void MapScene::setPatience(double seconds) {
  for (auto& panel : m->panels) panel->tiles.setPatience(seconds);
}

bool MapScene::isComplete() const {
  return std::all_of(m->panels.begin(), m->panels.end(),
                     [](const auto& panel) { return !panel->renderer->GetDraw() || panel->tiles.isComplete(); });
}

engine::Index MapScene::cellsPerPixel(int panel) const { return m->panel(panel).tiles.cellsPerPixel(); }

void MapScene::setLook(int panel, const MapLook& look) { m->panel(panel).tiles.setLook(look); }

void MapScene::setTriangle(int panel, Triangle triangle) {
  vtkNew<vtkPlaneCollection> planes;
  if (triangle == Triangle::lower) {
    vtkNew<vtkPlane> diagonal;  // keeps row > column: x = column, y = -row
    diagonal->SetNormal(-1, -1, 0);
    planes->AddItem(diagonal);
  }
  m->panel(panel).tiles.setClipping(planes);
}

void MapScene::setBackground(Rgb color) {
  m->color = color;
  setColor(m->background, color);
  for (auto& panel : m->panels) setColor(panel->renderer, color);
}

void MapScene::setLines(int panelIndex, const std::vector<MapLine>& lines) {
  Panel& panel = m->panel(panelIndex);
  for (auto& group : panel.lines) panel.renderer->RemoveActor(group.actor);
  panel.lines.clear();
  size_t first = 0;
  while (first < lines.size()) {  // runs of equal width share an actor: the order stays
    std::vector<const MapLine*> run;
    size_t next = first;
    for (; next < lines.size() && lines[next].width == lines[first].width; ++next)
      if (lines[next].points.size() > 1) run.push_back(&lines[next]);
    if (!run.empty()) {
      panel.lines.push_back(
          {actorOf(run, kGroupDistance * (1.0 + static_cast<double>(panel.lines.size()))), lines[first].width});
      panel.renderer->AddActor(panel.lines.back().actor);
    }
    first = next;
  }
}

void MapScene::setPath(int panel, const std::vector<std::pair<double, double>>& rowColumn, Rgb color,
                       double widthPixels) {
  MapLine line{{}, color, widthPixels};
  for (const auto& [row, column] : rowColumn) line.points.push_back({row, column});
  setLines(panel, {line});
}

void MapScene::place(double width, double height, double pixelRatio, const std::vector<Rect>& panels,
                     const MapViewport& viewport) {
  place(width, height, pixelRatio, panels, std::vector<MapViewport>(panels.size(), viewport));
}

void MapScene::place(double width, double height, double pixelRatio, const std::vector<Rect>& panels,
                     const std::vector<MapViewport>& viewports) {
  auto* window = vtkOpenGLRenderWindow::SafeDownCast(m->window);
  for (size_t k = 0; k < m->panels.size(); ++k) {
    const bool isShown = k < panels.size() && k < viewports.size() && !panels[k].isEmpty();
    m->panels[k]->renderer->SetDraw(isShown);
    if (isShown) m->panels[k]->place(window, width, height, pixelRatio, panels[k], viewports[k]);
  }
}

void MapScene::Panel::place(vtkOpenGLRenderWindow* window, double width, double height, double ratio, const Rect& rect,
                            const MapViewport& viewport) {
  const double deviceWidth = std::round(width * ratio), deviceHeight = std::round(height * ratio);
  const double left = std::round(rect.x * ratio), right = std::round(rect.right() * ratio);
  const double top = std::round(rect.y * ratio), bottom = std::round(rect.bottom() * ratio);
  if (deviceWidth < 1 || deviceHeight < 1 || right - left < 1 || bottom - top < 1) {
    renderer->SetDraw(false);
    return;
  }
  renderer->SetViewport(left / deviceWidth, 1.0 - bottom / deviceHeight, right / deviceWidth, 1.0 - top / deviceHeight);
  // The rectangle was moved to whole device pixels; cells stay exactly where the viewport says.
  const CellPoint middle = viewport.toCell(rect, (left + right) / 2 / ratio, (top + bottom) / 2 / ratio);
  auto* camera = renderer->GetActiveCamera();
  camera->SetFocalPoint(middle.column, -middle.row, 0);
  camera->SetPosition(middle.column, -middle.row, kCameraDistance);
  camera->SetParallelScale((bottom - top) / 2 / (ratio * viewport.pixelsPerCell));
  const CellPoint first = viewport.toCell(rect, left / ratio, top / ratio);
  const CellPoint last = viewport.toCell(rect, right / ratio, bottom / ratio);
  tiles.show(window, {first.row, last.row, first.column, last.column}, viewport.pixelsPerCell * ratio);
  for (auto& group : lines) group.actor->GetProperty()->SetLineWidth(static_cast<float>(group.width * ratio));
}

}  // namespace ui
