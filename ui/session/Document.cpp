#include "ui/session/Document.h"

#include <algorithm>
#include <utility>

#include "ui/session/RunJob.h"

namespace ui {

namespace {

auto findId(const std::vector<engine::DatasetPtr>& datasets, engine::DatasetId id) {
  return std::find_if(datasets.begin(), datasets.end(), [&](const auto& dataset) { return dataset->id == id; });
}

/// Of sequence alignments that are computed while a dataset is published: a few frames at most, mostly far less, as
/// costs are those of the worst case.
constexpr double kCellsAtOnce = 8e6;

}  // namespace

Document::Document(JobQueue* jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

engine::DatasetPtr Document::find(engine::DatasetId id) const {
  const auto found = findId(m_datasets, id);
  return found == m_datasets.end() ? nullptr : *found;
}

void Document::expect(const std::vector<std::string>& ids) {
  for (const engine::DatasetPtr& dataset : m_datasets)  // what is there stays before what comes
    if (rankOf(dataset->id) == m_expected.size()) m_expected.push_back(dataset->id);
  m_expected.insert(m_expected.end(), ids.begin(), ids.end());
}

std::size_t Document::rankOf(const std::string& id) const {
  auto found = std::find(m_expected.begin(), m_expected.end(), id);
  if (found == m_expected.end())
    found = std::find_if(m_expected.begin(), m_expected.end(),
                         [&id](const std::string& expected) { return id.starts_with(expected + "."); });
  return static_cast<std::size_t>(found - m_expected.begin());
}

void Document::publish(engine::DatasetPtr dataset) {
  const auto found = findId(m_datasets, dataset->id);
  const bool isNew = found == m_datasets.end();
  const auto after = std::upper_bound(
      m_datasets.begin(), m_datasets.end(), rankOf(dataset->id),
      [this](std::size_t rank, const engine::DatasetPtr& other) { return rank < rankOf(other->id); });
  const auto place = static_cast<std::size_t>((isNew ? after : found) - m_datasets.begin());
  const std::vector<engine::LinkPair> pairs = m_links.insert(dataset, place);
  m_published.insert(dataset->id);
  link(pairs);
  if (isNew) {
    m_datasets.insert(m_datasets.begin() + static_cast<std::ptrdiff_t>(place), dataset);
    Q_EMIT added(dataset);
  } else {
    m_datasets[place] = dataset;
    Q_EMIT replaced(dataset);
  }
}

void Document::link(const std::vector<engine::LinkPair>& pairs) {
  double left = kCellsAtOnce;
  std::vector<engine::LinkFound> found;
  for (const engine::LinkPair& pair : pairs) {
    const double cost = m_jobs ? pair.cost() : 0;
    if (cost > left) {
      m_unlinked.push_back(pair);
      continue;
    }
    left -= cost;
    found.push_back(engine::compare(pair));
  }
  m_links.take(std::move(found));
  startLinking();
}

void Document::startLinking() {
  if (m_linking || m_unlinked.empty()) return;
  const auto work = [pairs = std::exchange(m_unlinked, {})](engine::Progress& progress) {
    std::vector<engine::LinkFound> found;
    for (const engine::LinkPair& pair : pairs) {
      progress.update(double(found.size()) / double(pairs.size()), pair.b->title);
      found.push_back(engine::compare(pair));
    }
    return found;
  };
  const auto take = [](Document& document, std::vector<engine::LinkFound> found) {
    document.m_links.take(std::move(found));
    Q_EMIT document.linked();
  };
  m_linking = runJob(*m_jobs, this, tr("Find the same residues"), {}, work, take);
  connect(m_linking, &Job::ended, this, [this, job = m_linking] {
    m_linking = nullptr;
    if (job->state() != JobState::cancelled) startLinking();  // else at the next dataset, or never: the program ends
  });
}

void Document::remove(engine::DatasetId id) {
  const auto found = findId(m_datasets, id);
  if (found == m_datasets.end()) return;
  m_datasets.erase(found);
  m_links.remove(id);
  Q_EMIT removed(QString::fromStdString(id));
}

void Document::clear() {
  while (!m_datasets.empty()) remove(m_datasets.back()->id);
  m_unlinked.clear();
  if (m_linking) m_linking->cancel();
  m_expected.clear();
  m_published.clear();
  m_reserved.clear();
}

std::string Document::freeId(const std::string& wanted) const {
  const auto isTaken = [this](const std::string& id) {
    return m_published.count(id) > 0 || m_reserved.count(id) > 0 ||
           std::find(m_expected.begin(), m_expected.end(), id) != m_expected.end();
  };
  const std::string base = wanted.empty() ? "data" : wanted;
  if (!isTaken(base)) return base;
  int number = 2;
  while (isTaken(base + "-" + std::to_string(number))) ++number;
  return base + "-" + std::to_string(number);
}

std::optional<engine::Index> Document::translate(engine::DatasetId from, engine::Index position,
                                                 engine::DatasetId to) const {
  return m_links.translate(from, position, to);
}

std::optional<std::pair<engine::DatasetPtr, engine::Index>> Document::nearest(engine::DatasetId from,
                                                                              engine::Index position,
                                                                              engine::DatasetKind kind) const {
  const auto found =
      m_links.nearest(from, position, [kind](const engine::Dataset& dataset) { return dataset.kind() == kind; });
  if (!found) return std::nullopt;
  return std::pair(find(found->first), found->second);
}

bool Document::isStale(const engine::Dataset& dataset) const { return isStale(dataset, m_datasets.size()); }

bool Document::isStale(const engine::Dataset& dataset, std::size_t depth) const {
  const engine::Provenance& provenance = dataset.provenance;
  for (std::size_t k = 0; k < provenance.inputVersions.size() && k < provenance.request.inputs.size(); ++k) {
    const engine::DatasetPtr input = find(provenance.request.inputs[k]);
    if (!input || provenance.inputVersions[k] == engine::Provenance::kUnknownVersion) continue;
    if (input->provenance.version != provenance.inputVersions[k]) return true;
    if (depth > 0 && isStale(*input, depth - 1)) return true;
  }
  return false;
}

}  // namespace ui
