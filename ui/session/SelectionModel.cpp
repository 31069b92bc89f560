#include "ui/session/SelectionModel.h"

#include <QJsonArray>
#include <algorithm>
#include <set>
#include <tuple>

namespace ui {

namespace {

QJsonObject json(const Position& position) {
  return {{QStringLiteral("dataset"), QString::fromStdString(position.dataset)},
          {QStringLiteral("index"), static_cast<qint64>(position.index)}};
}

Position positionOf(const QJsonValue& value) {
  return {value[QStringLiteral("dataset")].toString().toStdString(),
          static_cast<engine::Index>(value[QStringLiteral("index")].toInteger(-1))};
}

QJsonObject json(const Focus& focus) {
  QJsonObject object{{QStringLiteral("first"), json(focus.first)}};
  if (focus.isPair()) object[QStringLiteral("second")] = json(focus.second);
  if (focus.row >= 0) object[QStringLiteral("row")] = focus.row;
  return object;
}

Focus focusOf(const QJsonValue& value) {
  return {positionOf(value[QStringLiteral("first")]), positionOf(value[QStringLiteral("second")]),
          value[QStringLiteral("row")].toInt(-1)};
}

}  // namespace

QJsonObject SelectionModel::state() const {
  QJsonArray kept;
  for (const Focus& focus : m_kept) kept.append(json(focus));
  QJsonObject state{
      {QStringLiteral("kept"), kept}, {QStringLiteral("layer"), m_layer}, {QStringLiteral("head"), m_head}};
  if (!m_locked.isEmpty()) state[QStringLiteral("locked")] = json(m_locked);
  return state;
}

void SelectionModel::setState(const QJsonObject& state) {
  std::vector<Focus> kept;
  for (const QJsonValue& value : state[QStringLiteral("kept")].toArray()) kept.push_back(focusOf(value));
  setKept(std::move(kept));
  setLocked(focusOf(state[QStringLiteral("locked")]));
  setHead(std::max(0, state[QStringLiteral("layer")].toInt()), std::max(0, state[QStringLiteral("head")].toInt()));
}

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

bool SelectionModel::letGo() {
  if (!m_locked.isEmpty())
    clearLocked();
  else if (!m_kept.empty())
    clearKept();
  else if (!m_hover.isEmpty())
    clearHover();
  else
    return false;
  return true;
}

void SelectionModel::setKept(std::vector<Focus> kept) {
  std::set<std::tuple<engine::DatasetId, engine::Index, engine::DatasetId, engine::Index, int>> seen;
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
