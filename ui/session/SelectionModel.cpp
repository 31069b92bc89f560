#include "ui/session/SelectionModel.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace ui {

void SelectionModel::setHover(const Focus& focus) {
  if (focus == m_hover) return;
  m_hover = focus;
  Q_EMIT hoverChanged();
}

void SelectionModel::setLocked(const Focus& focus) {
  if (focus == m_locked) return;
  m_locked = focus;
  Q_EMIT lockedChanged();
}

void SelectionModel::keep(const Focus& focus) {
  if (focus.isEmpty()) return;
  const auto found = std::find(m_kept.begin(), m_kept.end(), focus);
  if (found == m_kept.end()) {
    m_kept.push_back(focus);
  } else {
    m_kept.erase(found);
  }
  Q_EMIT keptChanged();
}

void SelectionModel::setKept(std::vector<Focus> kept) {
  std::set<std::tuple<std::string, engine::Index, std::string, engine::Index, int>> seen;
  std::erase_if(kept, [&seen](const Focus& focus) {
    const auto key =
        std::tuple(focus.first.dataset, focus.first.index, focus.second.dataset, focus.second.index, focus.row);
    return focus.isEmpty() || !seen.insert(key).second;
  });
  if (kept == m_kept) return;
  m_kept = std::move(kept);
  Q_EMIT keptChanged();
}

void SelectionModel::setHead(int layer, int head) {
  if (layer == m_layer && head == m_head) return;
  m_layer = layer;
  m_head = head;
  Q_EMIT headChanged();
}

}  // namespace ui
