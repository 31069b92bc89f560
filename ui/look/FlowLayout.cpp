// Lines are filled from the left; items of a line stand on its middle.
#include "ui/look/FlowLayout.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace ui {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) { setSpacing(spacing); }

FlowLayout::~FlowLayout() = default;

void FlowLayout::addGroup(QLayout* group) {
  addChildLayout(group);
  addItem(group);
}

void FlowLayout::addItem(QLayoutItem* item) {
  m_items.emplace_back(item);
  invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? engine::nth(m_items, index).get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) return nullptr;
  QLayoutItem* item = engine::nth(m_items, index).release();
  m_items.erase(m_items.begin() + index);
  return item;
}

QSize FlowLayout::sizeHint() const {
  int width = 0;
  for (const auto& item : m_items)
    if (!item->isEmpty()) width += item->sizeHint().width() + spacing();
  const QMargins margins = contentsMargins();
  width += margins.left() + margins.right();
  return {width, heightForWidth(width)};
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const auto& item : m_items)
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  std::vector<QRect> places(m_items.size());
  place(area, &places);
  for (size_t k = 0; k < m_items.size(); ++k) m_items[k]->setGeometry(places[k]);
}

int FlowLayout::place(const QRect& area, std::vector<QRect>* places) const {
  const QRect inside = area.marginsRemoved(contentsMargins());
  int x = inside.left(), y = inside.top(), height = 0;
  std::vector<size_t> line;
  const auto endLine = [&] {
    for (const size_t k : line)
      if (places) (*places)[k].translate(0, (height - (*places)[k].height()) / 2);
    line.clear();
  };
  for (size_t k = 0; k < m_items.size(); ++k) {
    if (m_items[k]->isEmpty()) continue;
    const QSize size = m_items[k]->sizeHint();
    const int width = std::min(size.width(), inside.width());
    if (x > inside.left() && x + width > inside.right() + 1) {
      endLine();
      x = inside.left();
      y += height + spacing();
      height = 0;
    }
    const bool isLast = k + 1 == m_items.size();
    if (places) (*places)[k] = QRect(isLast ? inside.right() + 1 - width : x, y, width, size.height());
    line.push_back(k);
    x += width + spacing();
    height = std::max(height, size.height());
  }
  endLine();
  const QMargins margins = contentsMargins();
  return y - inside.top() + height + margins.top() + margins.bottom();
}

}  // namespace ui
