#include "engine/heads/MakeHeadTable.h"

#include <memory>
#include <mutex>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/heads/HeadLabels.h"
#include "engine/heads/HeadSimilarity.h"
#include "engine/heads/RowStatistics.h"
#include "engine/heads/contacts/ContactScorer.h"
#include "engine/heads/contacts/ShiftedContacts.h"

namespace engine {

namespace {

/// What is known of the structure before any head is read.
struct Reference {
  ContactPairs pairs;
  ShiftedContacts shifted;
  std::optional<Partners> helix, strand;

  Reference(const MapDistances& distances, const ContactSource& source, Index length)
      : pairs(distances.of(source.atom, length), source.cutoff),
        shifted(distances.of(source.atom, length), source.cutoff) {
    if (static_cast<Index>(distances.dssp.size()) != length) return;
    helix = helixPartners(distances.dssp);
    if (distances.alpha.shape() == Shape{length, length}) strand = strandPartners(distances.dssp, distances.alpha);
  }
};

/// What a thread needs for a head.
struct Workspace {
  explicit Workspace(const MapResidues& residues) : rows(residues) {}
  HeadMap map;
  RowStatistics rows;
  ContactScorer contacts;
};

/// Workspaces that no thread uses just now.
class Workspaces {
 public:
  explicit Workspaces(const MapResidues& residues) : m_residues(residues) {}
  std::unique_ptr<Workspace> take() {
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) return std::make_unique<Workspace>(m_residues);
    auto workspace = std::move(m_free.back());
    m_free.pop_back();
    return workspace;
  }
  void giveBack(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(workspace));
  }

 private:
  const MapResidues& m_residues;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Workspace>> m_free;
};

}  // namespace

class HeadTableMaker::Work {
 public:
  Work(const HeadSet& heads, const HeadTableOptions& options)
      : m_options(options),
        m_numHeads(heads.numHeads),
        m_isKnown(options.known && options.annotations.empty()),
        m_hasAtlas(options.hasAtlas && !m_isKnown),
        m_residues(residuesOf(heads)),
        m_workspaces(m_residues) {
    const auto length = static_cast<Index>(m_residues.queries.size());
    if (options.distances && m_residues.isSquare()) m_reference.emplace(*options.distances, options.contacts, length);
    if (m_reference) m_chance.emplace(m_reference->shifted.numShifts());
    const Index count = heads.numLayers * heads.numHeads;
    if (m_hasAtlas) m_pooled = pooledHeads(count, length, static_cast<Index>(m_residues.keys.size()));
    m_table = emptyTable(heads);
  }

  void count(const HeadSet& layers, Index firstLayer, int threads, Progress& progress,
             const std::function<void(const HeadStatistics&)>& take) {
    std::mutex mutex;
    parallelFor(layers.count(), 1, threads, progress, "counting heads", [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        HeadStatistics one = describe(layers, k, firstLayer, progress);
        one.labels = labelsOf(one, m_options.thresholds, std::nullopt);
        const std::lock_guard lock(mutex);
        if (take) take(one);
        nth(m_table.heads, firstLayer * m_numHeads + k) = std::move(one);
      }
    });
  }

  HeadTable table(int threads, Progress& progress) {
    HeadTable table = std::move(m_table);
    if (m_chance) table.chance = m_chance->result();
    for (HeadStatistics& one : table.heads) one.labels = labelsOf(one, m_options.thresholds, table.chance);
    if (m_isKnown) table.atlas = m_options.known->atlas;
    if (m_hasAtlas) table.atlas = std::make_shared<const HeadAtlas>(headAtlas(std::move(m_pooled), threads, progress));
    table.validate();
    return table;
  }

 private:
  HeadTable emptyTable(const HeadSet& heads) const {
    HeadTable table;
    table.numLayers = heads.numLayers;
    table.numHeads = heads.numHeads;
    table.numQueries = heads.numQueries;
    table.numKeys = heads.numKeys;
    table.queryPositions = m_residues.queries;
    table.keyPositions = m_residues.keys;
    table.keyLetters = m_residues.keyLetters;
    table.heads.resize(static_cast<size_t>(heads.numLayers * heads.numHeads));
    table.thresholds = m_options.thresholds;
    for (const ResidueAnnotation& annotation : m_options.annotations) table.annotationNames.push_back(annotation.name);
    if (!m_reference) return table;
    table.contacts = m_options.contacts;
    table.contacts->known = m_reference->pairs.known();
    return table;
  }

  /// The k-th of these layers' heads.
  HeadStatistics describe(const HeadSet& layers, Index k, Index firstLayer, const Progress& progress) {
    auto workspace = m_workspaces.take();
    HeadStatistics one;
    one.layer = firstLayer + k / m_numHeads;
    one.head = k % m_numHeads;
    workspace->map.read(layers, m_residues, k / m_numHeads, one.head);
    describeRows(*workspace, firstLayer * m_numHeads + k, one, progress);
    if (m_reference) describeStructure(*workspace, one, progress);
    m_workspaces.giveBack(std::move(workspace));
    return one;
  }

  void describeRows(Workspace& workspace, Index k, HeadStatistics& one, const Progress& progress) {
    if (m_isKnown) {
      one = m_options.known->at(one.layer, one.head);
      one.contacts.reset();
      one.helixPartners.reset();
      one.strandPartners.reset();
      one.annotations.clear();
      return;
    }
    const Index cells = m_hasAtlas ? m_pooled.maps.length(1) : 0;
    const PooledRows pooled{m_pooled.block, m_hasAtlas ? m_pooled.maps.data() + k * cells : nullptr};
    workspace.rows.describe(workspace.map, one, progress, pooled);
    for (const ResidueAnnotation& annotation : m_options.annotations) {
      AnnotationStatistics found = annotationStatistics(annotation, workspace.rows.received());
      one.annotations.push_back(one.rows > 0 ? found : AnnotationStatistics{});
    }
  }

  void describeStructure(Workspace& workspace, HeadStatistics& one, const Progress& progress) {
    one.contacts = workspace.contacts.describe(workspace.map, m_reference->pairs, progress);
    const std::vector<double> byChance = m_reference->shifted.precisions(workspace.contacts.best());
    {
      const std::lock_guard lock(m_chanceMutex);
      m_chance->add(byChance);
    }
    if (one.hasNegative) return;
    if (m_reference->helix) one.helixPartners = partnerMass(workspace.map, *m_reference->helix);
    if (m_reference->strand) one.strandPartners = partnerMass(workspace.map, *m_reference->strand);
  }

  const HeadTableOptions& m_options;
  Index m_numHeads;
  bool m_isKnown, m_hasAtlas;  ///< whether what needs no structure is taken over; whether heads are compared here
  MapResidues m_residues;
  Workspaces m_workspaces;
  std::optional<Reference> m_reference;
  std::mutex m_chanceMutex;
  std::optional<BestByChance> m_chance;
  PooledHeads m_pooled;
  HeadTable m_table;
};

HeadTableMaker::HeadTableMaker(const HeadSet& heads, const HeadTableOptions& options) {
  for (const ResidueAnnotation& annotation : options.annotations)
    annotationStatistics(annotation, std::vector<double>(residuesOf(heads).keys.size(), 0));  // the sizes agree
  const Index count = heads.numLayers * heads.numHeads;
  if (options.known && options.known->count() != count)
    fail("head table: found ", options.known->count(), " known heads, expected ", count);
  m_work = std::make_unique<Work>(heads, options);
}

HeadTableMaker::~HeadTableMaker() = default;

void HeadTableMaker::count(const HeadSet& layers, Index firstLayer, int threads, Progress& progress,
                           const std::function<void(const HeadStatistics&)>& take) {
  m_work->count(layers, firstLayer, threads, progress, take);
}

HeadTable HeadTableMaker::table(int threads, Progress& progress) { return m_work->table(threads, progress); }

HeadTable makeHeadTable(const HeadSet& heads, const HeadTableOptions& options, int threads, Progress& progress,
                        const std::function<void(const HeadStatistics&)>& take) {
  HeadTableMaker maker(heads, options);
  const bool compares = options.hasAtlas && !(options.known && options.annotations.empty());
  PartProgress counting(progress, 0, compares ? 0.9 : 1), comparing(progress, 0.9, 1);
  maker.count(heads, 0, threads, counting, take);
  return maker.table(threads, comparing);
}

}  // namespace engine
