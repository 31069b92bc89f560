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

void Document::publish(engine::DatasetPtr dataset) {
  m_links.add(dataset);
  const auto found = findId(m_datasets, dataset->id);
  if (found == m_datasets.end()) {
    m_datasets.push_back(dataset);
    Q_EMIT added(dataset);
  } else {
    m_datasets[static_cast<size_t>(found - m_datasets.begin())] = dataset;
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
}

std::string Document::freeId(const std::string& wanted) const {
  const std::string base = wanted.empty() ? "data" : wanted;
  if (!find(base)) return base;
  int number = 2;
  while (find(base + "-" + std::to_string(number))) ++number;
  return base + "-" + std::to_string(number);
}

std::optional<engine::Index> Document::translate(const std::string& from, engine::Index position,
                                                 const std::string& to) const {
  return m_links.translate(from, position, to);
}

}  // namespace ui
