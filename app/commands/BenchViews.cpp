// headlight bench views: how long a frame of each view takes while the user drags, event to painted pixels.
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <cmath>
#include <numbers>

#include "app/Command.h"
#include "app/DisplayCheck.h"
#include "app/Window.h"
#include "app/commands/BenchRecord.h"
#include "engine/base/Random.h"
#include "ui/views/View.h"

namespace app {

namespace {

using engine::Index;

constexpr int kFrames = 100, kWarmUpFrames = 10;
constexpr QSize kSize(788, 488);
constexpr int kPatienceMilliseconds = 2000;

template <class T>
engine::DatasetPtr datasetOf(const std::string& id, T value, std::vector<std::string> axes = {}) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->axes = std::move(axes);
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

/// One head of `length` x `length` weights whose rows sum to 1.
engine::DatasetPtr attentionOf(Index length) {
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::deterministicArray<float>(1, {length, length}, 1.0, "A");
  for (Index i = 0; i < length; ++i) {
    float sum = 0;
    for (Index j = 0; j < length; ++j) sum += map->weights(i, j) = std::exp(4 * map->weights(i, j));
    for (Index j = 0; j < length; ++j) map->weights(i, j) /= sum;
  }
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = length;
  heads.maps.push_back(std::move(map));
  return datasetOf("attention", std::move(heads));
}

engine::DatasetPtr alignmentOf(Index rows, Index columns) {
  engine::Random random(2);
  std::vector<engine::Sequence> sequences(static_cast<size_t>(rows));
  for (Index row = 0; row < rows; ++row) {
    engine::Sequence& sequence = sequences[static_cast<size_t>(row)];
    sequence.name = "sequence" + std::to_string(row + 1);
    for (Index column = 0; column < columns; ++column)
      sequence.codes.push_back(static_cast<engine::ResidueCode>(random.below(22)));
  }
  return datasetOf("alignment", engine::alignmentOf(sequences));
}

/// An ideal alpha helix: 100 degrees and 1.5 Å a residue; cylinder coordinates of the backbone atoms.
engine::Structure helix(int length) {
  struct Place {
    const char* name;
    double radius, degrees, rise;
  };
  constexpr Place kPlaces[]{
      {"N", 1.55, -27.9, -0.9}, {"CA", 2.28, 0, 0}, {"C", 1.68, 26.6, 1.1}, {"O", 2.0, 24.0, 2.3}};
  engine::Chain chain{"A", {}};
  for (int k = 0; k < length; ++k) {
    engine::Residue residue;
    residue.name = "ALA";
    residue.letter = 'A';
    residue.number = k + 1;
    for (const Place& place : kPlaces) {
      const double angle = (100.0 * k + place.degrees) * std::numbers::pi / 180;
      engine::Atom atom;
      atom.name = place.name;
      atom.element = std::string(1, place.name[0]);
      atom.position = {place.radius * std::cos(angle), place.radius * std::sin(angle), 1.5 * k + place.rise};
      residue.atoms.push_back(atom);
    }
    chain.residues.push_back(std::move(residue));
  }
  engine::Structure structure;
  structure.name = "helix";
  structure.chains.push_back(std::move(chain));
  return structure;
}

void sendMouse(QWidget& widget, QEvent::Type type, QPointF position, Qt::MouseButton button, Qt::MouseButtons buttons) {
  QMouseEvent event(type, position, widget.mapToGlobal(position), button, buttons, Qt::NoModifier);
  QApplication::sendEvent(&widget, &event);
}

/// Runs the event loop until the canvas has painted another frame.
void waitForFrame(ui::VtkWidget& canvas, int framesBefore) {
  QElapsedTimer patience;
  patience.start();
  while (canvas.numFrames() == framesBefore) {
    QCoreApplication::processEvents();
    if (patience.elapsed() > kPatienceMilliseconds) engine::fail("bench views: a drag does not repaint the view");
  }
}

/// Seconds from each mouse move of a drag in a circle to the painted frame.
std::vector<double> dragTimes(ui::VtkWidget& canvas) {
  // Inside what can be dragged: a square map stands at the left, behind its axis; an alignment behind its names.
  const QPointF center(0.35 * canvas.width(), 0.55 * canvas.height());
  const auto place = [&center](int step) {
    return center + QPointF(60 * std::cos(0.2 * step), 40 * std::sin(0.2 * step));
  };
  std::vector<double> seconds;
  sendMouse(canvas, QEvent::MouseButtonPress, place(0), Qt::LeftButton, Qt::LeftButton);
  for (int step = 1; step <= kWarmUpFrames + kFrames; ++step) {
    const int before = canvas.numFrames();
    QElapsedTimer timer;
    timer.start();
    sendMouse(canvas, QEvent::MouseMove, place(step), Qt::NoButton, Qt::LeftButton);
    waitForFrame(canvas, before);
    if (step > kWarmUpFrames) seconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
  }
  sendMouse(canvas, QEvent::MouseButtonRelease, place(0), Qt::LeftButton, Qt::NoButton);
  return seconds;
}

void benchView(ui::Session& session, const QString& kind, const std::vector<engine::DatasetPtr>& datasets,
               const std::string& name, double limitSeconds) {
  const std::unique_ptr<ui::View> view(ui::makeView(kind, session, nullptr));
  for (const engine::DatasetPtr& dataset : datasets) {
    session.document().publish(dataset);
    if (view->accepts(*dataset)) view->setDataset(dataset);
  }
  view->resize(kSize);
  view->show();
  waitForFrame(view->canvas(), 0);
  const std::string limit = "limit " + std::to_string(std::lround(1000 * limitSeconds)) + " ms";
  printOut(recordLine({"views", name, "OpenGL", 1, dragTimes(view->canvas()), 1, "frame", limit, 1 / limitSeconds, 0}));
}

}  // namespace

int benchViews() {
  if (const std::string missing = missingDisplay(); !missing.empty()) engine::fail("bench views: ", missing);
  {
    ui::initialiseVtk();
    ApplicationArguments arguments;
    QApplication application(arguments.count, arguments.values);
    setUpApplication();
    ui::Session session;
    benchView(session, QStringLiteral("attention"), {attentionOf(2048)}, "heatmap 2048x2048 pan", 0.005);
    benchView(session, QStringLiteral("alignment"), {alignmentOf(1000, 500)}, "alignment 1000x500 pan", 0.005);
    auto structure = datasetOf("helix", helix(500));
    engine::ChainGeometry geometry;
    geometry.structure = structure->share<engine::Structure>();
    geometry.chain = "A";
    engine::Progress progress;
    geometry.geometry = engine::pairGeometryOf(geometry.structure->chains[0], 0, progress);
    benchView(session, QStringLiteral("structure"), {structure, datasetOf("geometry", std::move(geometry), {"helix"})},
              "500 frames + tube rotate", 0.020);
  }
  return benchStart();
}

}  // namespace app
