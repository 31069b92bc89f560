#include "ui/views/structure/MotionCheck.h"

#include <algorithm>
#include <cmath>

#include "engine/operations/Operation.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

const std::string kGeometricAttention = "attention geometric";

/// One row for the numbers of two arrays of one shape.
engine::InvariantRow comparedRow(std::string name, const engine::Array<float>& before,
                                 const engine::Array<float>& after) {
  engine::InvariantRow row{std::move(name), "", 0, 0, 0};
  for (Index k = 0; k < before.size(); ++k) {
    const double a = before.data()[k], b = after.data()[k];
    row.before += a / static_cast<double>(before.size());
    row.after += b / static_cast<double>(before.size());
    row.largestChange = std::max(row.largestChange, std::abs(a - b));
  }
  return row;
}

/// Weights of a head and outputs of geometric attention on a structure before and after a motion.
std::vector<engine::InvariantRow> attentionRows(const engine::Dataset& structure, const engine::RigidMotion& motion,
                                                const engine::ParameterValues& parameters,
                                                const engine::Compute& compute, Index layer, Index head,
                                                engine::Progress& progress) {
  const engine::Operation& operation = engine::findOperation(kGeometricAttention);
  const auto run = [&](const engine::RigidMotion& by, double begin, double end) {
    auto input = std::make_shared<engine::Dataset>(structure);
    input->value = std::make_shared<const engine::Structure>(engine::moved(*structure.as<engine::Structure>(), by));
    engine::Diagnostics diagnostics;
    engine::PartProgress part(progress, begin, end);
    return operation.run({input}, parameters, compute, diagnostics, part);
  };
  const auto before = run({}, 0, 0.5), after = run(motion, 0.5, 1);
  std::vector<engine::InvariantRow> rows;
  const auto *headsBefore = before.front().as<engine::HeadSet>(), *headsAfter = after.front().as<engine::HeadSet>();
  if (headsBefore && headsAfter && layer < headsBefore->numLayers && head < headsBefore->numHeads)
    rows.push_back(comparedRow("Attention weights", headsBefore->map(layer, head)->weights,
                               headsAfter->map(layer, head)->weights));
  const auto *arraysBefore = before.back().as<engine::ArrayBundle>(),
             *arraysAfter = after.back().as<engine::ArrayBundle>();
  if (arraysBefore && arraysAfter && arraysBefore->contains("Y"))
    rows.push_back(comparedRow("Attention output", engine::numbersOf<float>(*arraysBefore, "Y"),
                               engine::numbersOf<float>(*arraysAfter, "Y")));
  return rows;
}

}  // namespace

MotionCheck::MotionCheck(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

void MotionCheck::start(const StructurePicture& picture, const engine::DatasetPtr& heads) {
  ++m_numStarts;
  m_rows.clear();
  const PlacedStructure& structure = picture.structure;
  if (structure.structure() && !structure.motion().isIdentity()) {
    m_rows = engine::invariantsUnder(*structure.structure(), structure.motion());
    if (heads) startAttention(picture, heads->provenance.request);
  }
  Q_EMIT changed();
}

void MotionCheck::startAttention(const StructurePicture& picture, const engine::Request& made) {
  const engine::DatasetPtr& dataset = picture.structure.dataset();
  if (made.operation != kGeometricAttention || made.inputs.empty() || made.inputs.front() != dataset->id) return;
  Job* job = runJob(
      m_session.jobs(), this, tr("Attention of the moved structure"), QStringLiteral("attention"),
      [dataset, motion = picture.structure.motion(), parameters = made.parameters, layer = picture.head.layer,
       head = picture.head.head](engine::Progress& progress) {
        return attentionRows(*dataset, motion, parameters, engine::Compute{}, layer, head, progress);
      },
      [wanted = m_numStarts](MotionCheck& self, const std::vector<engine::InvariantRow>& rows) {
        if (self.m_numStarts != wanted) return;
        self.m_rows.insert(self.m_rows.end(), rows.begin(), rows.end());
        Q_EMIT self.changed();
      });
  waitFor(this, job);
}

}  // namespace ui
