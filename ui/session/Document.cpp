#include "ui/session/Document.h"

#include <algorithm>

namespace ui {

namespace {

auto findId(const std::vector<engine::DatasetPtr>& datasets, const std::string& id) {
  return std::find_if(datasets.begin(), datasets.end(), [&](const auto& dataset) { return dataset->id == id; });
}

}  // namespace

Document::Document(QObject* parent) : QObject(parent) {}

engine::DatasetPtr Document::find(const std::string& id) const {
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
  m_links.add(dataset, place);
  m_published.insert(dataset->id);
  if (isNew) {
    m_datasets.insert(m_datasets.begin() + static_cast<std::ptrdiff_t>(place), dataset);
    Q_EMIT added(dataset);
  } else {
    m_datasets[place] = dataset;
    Q_EMIT replaced(dataset);
  }
}

void Document::remove(const std::string& id) {
  const auto found = findId(m_datasets, id);
  if (found == m_datasets.end()) return;
  m_datasets.erase(found);
  m_links.remove(id);
  Q_EMIT removed(QString::fromStdString(id));
}

void Document::clear() {
  while (!m_datasets.empty()) remove(std::string(m_datasets.back()->id));
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

std::optional<engine::Index> Document::translate(const std::string& from, engine::Index position,
                                                 const std::string& to) const {
  return m_links.translate(from, position, to);
}

std::optional<std::pair<engine::DatasetPtr, engine::Index>> Document::nearest(const std::string& from,
                                                                              engine::Index position,
                                                                              engine::DatasetKind kind) const {
  const auto found =
      m_links.nearest(from, position, [kind](const engine::Dataset& dataset) { return dataset.kind() == kind; });
  if (!found) return std::nullopt;
  return std::pair(find(found->first), found->second);
}

}  // namespace ui
