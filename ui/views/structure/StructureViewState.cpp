// The options of the structure view, one by one and as plain values: what undo, sessions and copies of the view put
// back.
#include <QJsonArray>
#include <QJsonObject>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/views/base/JsonState.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

using engine::Vector3;

namespace {

constexpr std::array<const char*, 4> kStyles{"cartoon", "tube", "trace", "balls and sticks"};
constexpr std::array<const char*, 4> kColumnValues{"conservation", "occupancy", "entropy", "consensus"};
constexpr std::array<const char*, 4> kEnds{"residues", "first", "last", "both"};  // as in EndTokens
constexpr std::array<const char*, 2> kLimits{"share", "weight"}, kPairings{"alignment", "sequence"};

QJsonArray toJson(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

std::vector<double> numbersOf(const QJsonValue& value, int count) {
  const QJsonArray array = value.toArray();
  std::vector<double> numbers;
  for (const QJsonValue& item : array)
    if (item.isDouble() && std::isfinite(item.toDouble())) numbers.push_back(item.toDouble());
  return array.size() == count && static_cast<int>(numbers.size()) == count ? numbers : std::vector<double>{};
}

QJsonObject toJson(const StructureCamera& camera) {
  const Eigen::Quaterniond turn(camera.axes);
  return {{QStringLiteral("center"), toJson(camera.center)},
          {QStringLiteral("turn"), QJsonArray{turn.w(), turn.x(), turn.y(), turn.z()}},
          {QStringLiteral("distance"), camera.distance},
          {QStringLiteral("radius"), camera.radius}};
}

/// Nothing when a part is missing or makes no camera.
std::optional<StructureCamera> cameraFrom(const QJsonObject& object) {
  const auto center = numbersOf(object[QStringLiteral("center")], 3),
             turn = numbersOf(object[QStringLiteral("turn")], 4);
  const double distance = object[QStringLiteral("distance")].toDouble(),
               radius = object[QStringLiteral("radius")].toDouble();
  if (center.empty() || turn.empty() || !(distance > 0) || !(radius > 0)) return std::nullopt;
  const Eigen::Quaterniond rotation(turn[0], turn[1], turn[2], turn[3]);
  if (!(rotation.norm() > 1e-6)) return std::nullopt;
  StructureCamera camera;
  camera.center = {center[0], center[1], center[2]};
  camera.axes = rotation.normalized().toRotationMatrix();
  camera.distance = distance;
  camera.radius = radius;
  camera.zoom(1);  // within the limits
  return camera;
}

std::string coloringId(ResidueColoring coloring) {
  for (const ResidueColoringInfo& info : residueColorings())
    if (info.coloring == coloring) return info.id;
  return {};
}

}  // namespace

void StructureView::changed() {
  refresh();
  Q_EMIT stateChanged();
}

void StructureView::setStyle(StructureStyle style) {
  m_style = style;
  if (!m_isCameraMoved) m_fittedAspect = 0;  // side chains need more room
  if (m_structure) applyFolds(m_folds);
  applyCompanion();
  changed();
}

void StructureView::setColoring(ResidueColoring coloring) {
  m_coloring = coloring;
  if (coloring == ResidueColoring::column && m_columnValues.empty()) startColumnValues();
  applyColors();
  changed();
}

void StructureView::setFramesShown(bool on) {
  m_showFrames = on;
  m_scene->molecule().showFrames(on);
  changed();
}

void StructureView::setWeightLimit(WeightLimit limit) {
  m_weightLimit = limit;
  applyLimits();
  changed();
}

void StructureView::setThreshold(double share) {
  m_threshold = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : m_threshold;
  applyLimits();
  changed();
}

void StructureView::setLowestWeight(double weight) {
  m_lowestWeight = std::isfinite(weight) ? std::clamp(weight, 0.0, kMostLowestWeight) : m_lowestWeight;
  applyLimits();
  changed();
}

void StructureView::setPerResidue(int count) {
  m_perResidue = std::clamp(count, 1, kMostPerResidue);
  applyLimits();
  changed();
}

void StructureView::setSeparation(int separation) {
  m_separation = std::clamp(separation, 0, kMostSeparation);
  applyHead();
  changed();
}

QJsonObject StructureView::state() const {
  QJsonObject state{{QStringLiteral("style"), nameOf(kStyles, m_style)},
                    {QStringLiteral("coloring"), QString::fromStdString(coloringId(m_coloring))},
                    {QStringLiteral("columnValue"), nameOf(kColumnValues, m_columnValue)},
                    {QStringLiteral("columnAlignment"), QString::fromStdString(m_columnAlignment)},
                    {QStringLiteral("frames"), m_showFrames},
                    {QStringLiteral("limit"), nameOf(kLimits, m_weightLimit)},
                    {QStringLiteral("threshold"), m_threshold},
                    {QStringLiteral("lowestWeight"), m_lowestWeight},
                    {QStringLiteral("perResidue"), m_perResidue},
                    {QStringLiteral("separation"), m_separation},
                    {QStringLiteral("measuring"), static_cast<int>(m_measuring)},
                    {QStringLiteral("measurements"), ui::toJson(m_measurements)},
                    {QStringLiteral("turn"), toJson(m_motionSettings.degrees)},
                    {QStringLiteral("shift"), toJson(m_motionSettings.shift)},
                    {QStringLiteral("mirror"), m_motionSettings.isMirrored},
                    {QStringLiteral("headsEnds"), nameOf(kEnds, m_headsEnds)},
                    {QStringLiteral("headsChain"), QString::fromStdString(m_headsChain)},
                    {QStringLiteral("superposed"), QString::fromStdString(m_superposed)},
                    {QStringLiteral("pairing"), nameOf(kPairings, m_pairing)}};
  // A camera that nobody moved goes on fitting the window.
  state[QStringLiteral("camera")] =
      m_isCameraMoved ? QJsonValue(toJson(isFlying() ? m_flightGoal : m_camera)) : QJsonValue();
  return state;
}

void StructureView::setState(const QJsonObject& state) {
  takeChoice<StructureStyle>(state, "style", kStyles, [this](StructureStyle style) { setStyle(style); });
  takeChoice<ColumnValue>(state, "columnValue", kColumnValues, [this](ColumnValue value) { m_columnValue = value; });
  if (const QJsonValue id = state[QStringLiteral("columnAlignment")]; id.isString())
    m_columnAlignment = id.toString().toStdString();
  takeChoice<WeightLimit>(state, "limit", kLimits, [this](WeightLimit limit) { setWeightLimit(limit); });
  takeChoice<Pairing>(state, "pairing", kPairings, [this](Pairing pairing) { m_pairing = pairing; });
  takeFlag(state, "frames", [this](bool on) { setFramesShown(on); });
  takeNumber(state, "threshold", [this](double value) { setThreshold(value); });
  takeNumber(state, "lowestWeight", [this](double value) { setLowestWeight(value); });
  const auto whole = [](double value) { return static_cast<int>(std::clamp(std::round(value), -1e6, 1e6)); };
  takeNumber(state, "perResidue", [&](double value) { setPerResidue(whole(value)); });
  takeNumber(state, "separation", [&](double value) {
    if (whole(value) != m_separation) setSeparation(whole(value));
  });
  takeNumber(state, "measuring", [&](double value) {
    const int kind = std::clamp(whole(value), 0, 4);
    setMeasuring(kind < 2 ? MeasureKind::none : static_cast<MeasureKind>(kind));
  });
  if (const QJsonValue list = state[QStringLiteral("measurements")]; list.isArray())
    setMeasurements(measurementsFrom(list.toArray()));
  setMotionState(state);
  takeChoice<int>(state, "headsEnds", kEnds, [this](int k) {
    const auto ends = static_cast<EndTokens>(k);
    if (std::exchange(m_headsEnds, ends) != ends) matchHeads();
  });
  setHeadsChain(state[QStringLiteral("headsChain")].toString().toStdString());
  if (const QJsonValue id = state[QStringLiteral("superposed")];
      id.isString() && id.toString().toStdString() != m_superposed)
    superpose(id.toString().toStdString());
  // After the superposition, which chooses colours of its own.
  const QString coloring = state[QStringLiteral("coloring")].toString();
  for (const ResidueColoringInfo& info : residueColorings())
    if (coloring == QString::fromStdString(info.id)) {
      m_columnValues.clear();
      setColoring(info.coloring);
    }
  setCameraState(state);
}

void StructureView::setMotionState(const QJsonObject& state) {
  MotionSettings settings = m_motionSettings;
  if (const auto turn = numbersOf(state[QStringLiteral("turn")], 3); !turn.empty())
    settings.degrees = {turn[0], turn[1], turn[2]};
  if (const auto shift = numbersOf(state[QStringLiteral("shift")], 3); !shift.empty())
    settings.shift = {shift[0], shift[1], shift[2]};
  takeFlag(state, "mirror", [&](bool on) { settings.isMirrored = on; });
  if (!(settings == m_motionSettings)) setMotionSettings(settings);
}

void StructureView::setCameraState(const QJsonObject& state) {
  const QJsonValue value = state[QStringLiteral("camera")];
  if (value.isNull()) {
    m_isCameraMoved = false;
    m_fittedAspect = 0;
  } else if (const auto camera = cameraFrom(value.toObject())) {
    stopFlight();
    m_camera = *camera;
    m_isCameraMoved = true;
  }
  changed();
}

}  // namespace ui
