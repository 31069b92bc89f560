// The alignment view: data, colours and jobs. Pointer and keys are in AlignmentViewInput.cpp and AlignmentViewKeys.cpp.
#include "ui/views/alignment/AlignmentView.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/base/CanvasGestures.h"

namespace ui {

using engine::Index;

namespace {

/// Enough rows to know how wide names are.
constexpr Index kMeasuredNames = 2000;
constexpr size_t kMostLetters = 200;  ///< longer names are elided anyway
constexpr double kShortestNames = 100, kLongestNames = 190;
/// On pages, where no tip tells the rest of a name, they may take this much, and this share of the width.
constexpr double kLongestNamesOnPages = 480, kNamesShareOfPages = 0.4;

}  // namespace

View* makeAlignmentView(Session& session, QWidget* parent) { return new AlignmentView(session, parent); }

AlignmentView::AlignmentView(Session& session, QWidget* parent)
    : View(session, parent), m_drawing(canvas().renderWindow()), m_gestures(new CanvasGestures(&canvas(), this)) {
  connect(&session.document(), &Document::added, this, &AlignmentView::relink);
  connect(&session.document(), &Document::linked, this, &AlignmentView::relink);
  connect(&session.document(), &Document::replaced, this, [this](const engine::DatasetPtr& dataset) {
    forgetTracksOf(dataset->id);
    relink();
  });
  connect(&session.document(), &Document::removed, this, [this](const QString& id) {
    forgetTracksOf(id.toStdString());
    relink();
  });
  connect(&session.selection(), &SelectionModel::headChanged, this, [this] {
    forgetReceived();
    startAttention();
  });
  connect(m_gestures, &CanvasGestures::pressed, this, &AlignmentView::onPressed);
  makeParts();
  addAlignmentCommands(*this);
  applyColors();
}

AlignmentView::~AlignmentView() = default;

QString AlignmentView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Alignment");
}

bool isForAlignmentView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::alignment;
}

bool AlignmentView::accepts(const engine::Dataset& dataset) const { return isForAlignmentView(dataset, session().document()); }

std::vector<std::string> AlignmentView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString AlignmentView::emptyText() const {
  return tr("Open an alignment (FASTA, A3M, A2M, Stockholm, Clustal) or drop one here.");
}

void AlignmentView::setDataset(engine::DatasetPtr dataset) {
  const auto alignment = dataset ? dataset->share<engine::Alignment>() : nullptr;
  if (!alignment) return;
  const bool isOther = !m_dataset || m_dataset->id != dataset->id;
  if (isOther && m_dataset) forgetDataset();
  m_dataset = std::move(dataset);
  m_alignment = alignment;
  m_pointedInsert = {};
  m_statistics.reset();
  m_insertWidths.clear();
  m_weights.clear();
  m_structureStates.clear();
  m_statesOf.clear();
  m_neededNamesWidth = measuredNamesWidth();
  if (isOther) {
    m_zoom = {};
    m_viewport = {};
  }
  m_selection->setDataset(m_dataset, isOther);
  m_arranger->setAlignment(m_alignment, isOther);
  m_finder->setAlignment(m_alignment);
  applyColors();
  applyTracks();
  applyRuler();
  startStatistics();
  startStructures();
  startAttention();
  if (m_look.hasWeights) startWeights();
  Q_EMIT titleChanged();
  Q_EMIT viewportChanged();
  refresh();
}

/// What means rows and columns of the alignment that is left.
void AlignmentView::forgetDataset() {
  AlignmentLook look = m_look;
  look.reference = {};
  look.rulerRow = -1;
  look.expandedInserts.clear();
  setLook(look);
}

void AlignmentView::relink() {
  startStructures();
  startAttention();
  applyTracks();
}

void AlignmentView::arrange() {
  m_arranger->setExpandedInserts(shownInserts(m_look, m_insertWidths));
  applyCells();
}

void AlignmentView::onArranged() {
  m_arrangement = m_arranger->arrangement();
  m_selection->setArrangement(m_arrangement);
  m_finder->setPlaces([arrangement = m_arrangement](Index row) { return arrangement->placeOf(row); });
  m_namedPlace = -1;
  setPointedInsert({});
  applyCells();
  startOverview();
  setViewport(m_viewport);
  refresh();
}

void AlignmentView::makeParts() {
  m_arranger = new AlignmentArranger(session(), this);
  m_selection = new AlignmentSelection(session(), this);
  m_finder = new AlignmentFinder(session(), this);
  m_arrangement = m_arranger->arrangement();
  connect(m_arranger, &AlignmentArranger::arrangementChanged, this, &AlignmentView::onArranged);
  const auto announce = [this] {
    refresh();
    Q_EMIT stateChanged();
  };
  connect(m_arranger, &AlignmentArranger::changed, this, announce);
  connect(m_selection, &AlignmentSelection::changed, this, announce);
  connect(m_finder, &AlignmentFinder::changed, this, announce);
  connect(this, &AlignmentView::viewportChanged, this, &View::stateChanged);
  connect(this, &AlignmentView::lookChanged, this, &View::stateChanged);
}

double AlignmentView::measuredNamesWidth() const {
  const QFontMetricsF metrics(Theme::light().labelFont());
  double widest = 0;
  const Index count = std::min(kMeasuredNames, m_alignment->numRows());
  for (Index row = 0; row < count; ++row) {
    const std::string& name = m_alignment->rows[static_cast<size_t>(row)].name;
    widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(name.substr(0, kMostLetters))));
  }
  return std::max(widest + 20, kShortestNames);
}

double AlignmentView::namesWidth(std::optional<double> pageWidth) const {
  if (m_chosenNamesWidth >= 0) return m_chosenNamesWidth;
  const double scale = theme().scale;
  double most = kLongestNames * scale;
  if (pageWidth) most = std::max(most, std::min(kLongestNamesOnPages * scale, kNamesShareOfPages * *pageWidth));
  return std::min(m_neededNamesWidth * scale, most) + (m_look.hasWeights ? weightBarWidth(theme()) : 0);
}

QSizeF AlignmentView::currentSize() const { return const_cast<AlignmentView*>(this)->canvas().size(); }

AlignmentMark AlignmentView::markOf(const Focus& focus, const QColor& color) const {
  AlignmentMark mark;
  mark.color = color;
  if (focus.isEmpty()) return mark;
  mark.column = translated(focus.first, m_dataset->id);
  mark.secondColumn = focus.isPair() ? translated(focus.second, m_dataset->id) : -1;
  if (focus.first.dataset == m_dataset->id) mark.place = placeOfRow(focus.row);
  return mark;
}

Index AlignmentView::placeOfRow(Index row) const { return m_arrangement ? m_arrangement->placeOf(row) : -1; }

std::vector<AlignmentMark> AlignmentView::marks() const {
  std::vector<AlignmentMark> result{markOf(session().selection().locked(), theme().locked),
                                    markOf(session().selection().hover(), theme().hover)};
  if (m_namedPlace >= 0) result.push_back({-1, -1, m_namedPlace, theme().hover});
  return result;
}

std::vector<ReadoutLine> AlignmentView::readout() const {
  if (!hasAlignment()) return {};
  if (m_pointedInsert.row >= 0 && session().selection().locked().isEmpty())
    return insertReadout(*m_alignment, m_pointedInsert.row, m_pointedInsert.slot);
  const Focus& focus = session().selection().current();
  if (focus.isEmpty()) return {};
  const Index column = translated(focus.first, m_dataset->id);
  if (column < 0 || column >= m_alignment->numColumns) return {};
  const Index row = focus.first.dataset == m_dataset->id ? focus.row : -1;
  std::vector<ReadoutLine> lines = alignmentReadout(*m_alignment, m_statistics.get(), row, column);
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    const QString residue = structureResidueText(*structure, translated({m_dataset->id, column}, dataset->id));
    if (!residue.isEmpty()) lines.push_back({QString::fromStdString(dataset->title), residue});
  }
  return lines;
}

}  // namespace ui
