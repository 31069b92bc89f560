#include "ui/session/SelectionModel.h"

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

void SelectionModel::setHead(int layer, int head) {
  if (layer == m_layer && head == m_head) return;
  m_layer = layer;
  m_head = head;
  Q_EMIT headChanged();
}

}  // namespace ui
