#include "ui/views/structure/ColumnColoring.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/alignment/ColumnStatistics.h"
#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/readout/FeatureOnShow.h"
#include "ui/views/readout/LinkedGroups.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kProbes = 200;

const std::vector<float>& valuesOf(const engine::ColumnStatistics& statistics, ColumnValue value) {
  switch (value) {
    case ColumnValue::conservation:
      return statistics.conservation;
    case ColumnValue::occupancy:
      return statistics.occupancy;
    case ColumnValue::entropy:
      return statistics.entropy;
    case ColumnValue::consensus:
      break;
  }
  return statistics.consensusShare;
}

QString titleOf(ColumnValue value) {
  switch (value) {
    case ColumnValue::conservation:
      return ColumnColoring::tr("Conservation (bits)");
    case ColumnValue::occupancy:
      return ColumnColoring::tr("Occupancy (share of rows)");
    case ColumnValue::entropy:
      return ColumnColoring::tr("Entropy (bits)");
    case ColumnValue::consensus:
      break;
  }
  return ColumnColoring::tr("Consensus (share of rows)");
}

}  // namespace

std::vector<engine::DatasetPtr> linkedAlignments(const Document& document, const PlacedStructure& structure) {
  std::vector<engine::DatasetPtr> linked;
  const Index residues = structure.residues().size(), step = std::max<Index>(1, residues / kProbes);
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (!dataset->as<engine::Alignment>()) continue;
    for (Index residue = 0; residue < residues; residue += step)
      if (document.translate(structure.dataset()->id, residue, dataset->id)) {
        linked.push_back(dataset);
        break;
      }
  }
  return linked;
}

ColumnColoring::ColumnColoring(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  const Document& document = session.document();
  connect(&document, &Document::added, this, [this] {
    if (m_coloring != ResidueColoring::column || m_colors.values.empty()) followDocument();
  });
  connect(&document, &Document::linked, this, &ColumnColoring::followDocument);
  connect(&document, &Document::replaced, this, [this] {
    if (m_coloring == ResidueColoring::group) showGroups();
  });
  connect(&document, &Document::removed, this, [this] {
    if (m_coloring == ResidueColoring::group) showGroups();
  });
  connect(&FeatureOnShow::of(session), &FeatureOnShow::changed, this, [this] {
    if (m_coloring == ResidueColoring::feature) showFeature();
  });
}

void ColumnColoring::followDocument() {
  if (m_coloring == ResidueColoring::column) return start();
  if (m_coloring == ResidueColoring::feature) return showFeature();
  if (m_coloring == ResidueColoring::group) return showGroups();
  m_colors = {};
}

void ColumnColoring::follow(const PlacedStructure& structure, const StructureOptions& options) {
  const ResidueColoring before = std::exchange(m_coloring, options.coloring);
  if (before != m_coloring && (before == ResidueColoring::feature || before == ResidueColoring::group ||
                               m_coloring == ResidueColoring::feature || m_coloring == ResidueColoring::group))
    m_colors = {};
  m_groups = options.groups;
  if (m_coloring == ResidueColoring::column) return show(structure, options.columnValue, options.columnAlignment);
  m_structure = structure;
  if (m_coloring == ResidueColoring::feature) showFeature();
  if (m_coloring == ResidueColoring::group) showGroups();
}

void ColumnColoring::showGroups() {
  if (!m_structure.structure()) return;
  const auto linked = groupsOn(*m_structure.dataset(), m_session.document());
  const auto chosen = std::find_if(linked.begin(), linked.end(), [this](const auto& one) { return one.id == m_groups; });
  m_colors = {{}, tr("No groups are linked to this structure")};
  if (!linked.empty()) {
    const LinkedGroups& shown = chosen != linked.end() ? *chosen : linked.front();
    m_colors = {{}, shown.title, shown.groups.names};
    for (const Index group : shown.groups.groups) m_colors.values.push_back(group > 0 ? float(group) : std::nanf(""));
  }
  Q_EMIT changed();
}

void ColumnColoring::showFeature() {
  if (!m_structure.structure()) return;
  FeatureOnShow& feature = FeatureOnShow::of(m_session);
  feature.lookAtAny(m_session.document());
  m_colors = {{}, feature.title().isEmpty() ? tr("No feature is chosen") : feature.title()};
  for (Index residue = 0; residue < m_structure.residues().size(); ++residue)
    m_colors.values.push_back(feature.valueAt(m_session.document(), {m_structure.dataset()->id, residue}));
  Q_EMIT changed();
}

void ColumnColoring::show(const PlacedStructure& structure, ColumnValue value, const std::string& alignment) {
  const bool isKnown = m_structure.dataset() == structure.dataset() && m_value == value && m_alignment == alignment &&
                       !m_colors.values.empty();
  m_structure = structure;
  m_value = value;
  m_alignment = alignment;
  isKnown ? Q_EMIT changed() : start();
}

void ColumnColoring::start() {
  if (!m_structure.structure()) return;
  const Document& document = m_session.document();
  const auto linked = linkedAlignments(document, m_structure);
  const auto chosen =
      std::find_if(linked.begin(), linked.end(), [this](const auto& dataset) { return dataset->id == m_alignment; });
  const engine::DatasetPtr source = chosen != linked.end() ? *chosen : linked.empty() ? nullptr : linked.front();
  if (!source) {
    m_colors = {{}, tr("No alignment is linked to this structure")};
    return Q_EMIT changed();
  }
  std::vector<Index> columns;
  for (Index residue = 0; residue < m_structure.residues().size(); ++residue)
    columns.push_back(document.translate(m_structure.dataset()->id, residue, source->id).value_or(-1));
  Job* job = runJob(
      m_session.jobs(), this, tr("Columns of %1").arg(QString::fromStdString(source->title)), QStringLiteral("columns"),
      [source, columns = std::move(columns), value = m_value](engine::Progress& progress) {
        const auto statistics = engine::columnStatistics(*source->as<engine::Alignment>(), 0, progress);
        const std::vector<float>& all = valuesOf(statistics, value);
        std::vector<float> values;
        for (const Index column : columns)
          values.push_back(column >= 0 ? engine::nth(all, column) : std::nanf(""));
        return values;
      },
      [structure = m_structure.structure(), source, value = m_value](ColumnColoring& self, std::vector<float> values) {
        if (self.m_structure.structure() != structure) return;
        self.m_colors = {std::move(values), tr("%1, %2").arg(titleOf(value), QString::fromStdString(source->title))};
        Q_EMIT self.changed();
      });
  waitFor(this, job);
}

}  // namespace ui
