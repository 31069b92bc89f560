#include "ui/views/heads/ChosenHeads.h"

#include <algorithm>
#include <utility>

namespace ui {

using engine::HeadTable;
using engine::Index;

Index currentHead(Session& session, const HeadTable& table) {
  const SelectionModel& selection = session.selection();
  if (selection.layer() >= table.numLayers || selection.head() >= table.numHeads) return -1;
  return selection.layer() * table.numHeads + selection.head();
}

void chooseHead(Session& session, const HeadTable& table, Index head) {
  session.selection().setHead(static_cast<int>(head / table.numHeads), static_cast<int>(head % table.numHeads));
}

Index headBeside(const HeadTable& table, Index head, QPoint arrow) {
  const Index layer = std::clamp<Index>(head / table.numHeads + arrow.y(), 0, table.numLayers - 1);
  return layer * table.numHeads + std::clamp<Index>(head % table.numHeads + arrow.x(), 0, table.numHeads - 1);
}

ChosenHeads::ChosenHeads(SelectionModel& selection) : QObject(&selection) {
  connect(&selection, &SelectionModel::headChanged, this, [this] { set({}); });
}

ChosenHeads& ChosenHeads::of(Session& session) {
  SelectionModel& owner = session.selection();
  auto* found = owner.findChild<ChosenHeads*>(QString(), Qt::FindDirectChildrenOnly);
  return found ? *found : *new ChosenHeads(owner);
}

void ChosenHeads::set(std::vector<ChosenHead> heads) {
  std::sort(heads.begin(), heads.end());
  heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
  if (heads.size() < 2) heads.clear();
  if (heads == m_heads) return;
  m_heads = std::move(heads);
  Q_EMIT changed();
}

std::vector<Index> ChosenHeads::numbersIn(const HeadTable& table) const {
  std::vector<Index> numbers;
  for (const ChosenHead& head : m_heads)
    if (head.layer < table.numLayers && head.head < table.numHeads)
      numbers.push_back(head.layer * table.numHeads + head.head);
  return numbers;
}

void ChosenHeads::setNumbers(const std::vector<Index>& numbers, const HeadTable& table) {
  std::vector<ChosenHead> heads;
  for (const Index number : numbers)
    heads.push_back({static_cast<int>(number / table.numHeads), static_cast<int>(number % table.numHeads)});
  set(std::move(heads));
}

}  // namespace ui
