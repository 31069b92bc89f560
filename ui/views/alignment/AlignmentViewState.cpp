// The alignment view as plain values, and the line of the status bar.
#include <QJsonValue>
#include <algorithm>
#include <cmath>

#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/alignment/AlignmentView.h"

namespace ui {

using engine::Index;

namespace {

/// A finite number of a state between two bounds, or what there was.
double numberIn(const QJsonObject& json, const char* key, double otherwise, double least, double most) {
  const QJsonValue value = json.value(QLatin1String(key));
  return value.isDouble() && std::isfinite(value.toDouble()) ? std::clamp(value.toDouble(), least, most) : otherwise;
}

}  // namespace

QJsonObject AlignmentView::state() const {
  return {{QStringLiteral("look"), m_look.toJson()},
          {QStringLiteral("choices"), toJson(m_arranger->choices(), m_selection->selected())},
          {QStringLiteral("find"), toJson(m_finder->request())},
          {QStringLiteral("columnZoom"), m_zoom.columns},
          {QStringLiteral("rowZoom"), m_zoom.rows},
          {QStringLiteral("firstColumn"), m_viewport.firstColumn},
          {QStringLiteral("firstRow"), m_viewport.firstRow},
          {QStringLiteral("namesWidth"), m_chosenNamesWidth}};
}

void AlignmentView::setState(const QJsonObject& state) {
  constexpr double kFarthest = 1e9, kWidestNames = 2000, kLeastZoom = 1e-6;
  AlignmentLook look = m_look;
  look.fromJson(state.value(QStringLiteral("look")).toObject());
  setLook(look);
  m_isSchemeChosen =
      m_isSchemeChosen || state.value(QStringLiteral("look")).toObject().contains(QStringLiteral("scheme"));
  if (hasAlignment()) {
    AlignmentChoices choices = m_arranger->choices();
    AlignmentSelected selected = m_selection->selected();
    readJson(state.value(QStringLiteral("choices")).toObject(), m_alignment->numRows(), m_alignment->numColumns,
             choices, selected);
    m_arranger->setChoices(std::move(choices));
    m_selection->select(selected.rows, selected.columns);
    m_selection->setCursor(selected.cursorRow, selected.cursorColumn);
  }
  FindRequest request = m_finder->request();
  readJson(state.value(QStringLiteral("find")).toObject(), request);
  if (request != m_finder->request()) m_finder->find(request);
  m_zoom.columns = numberIn(state, "columnZoom", m_zoom.columns, kLeastZoom, kLargestZoom);
  m_zoom.rows = numberIn(state, "rowZoom", m_zoom.rows, kLeastZoom, kLargestZoom);
  m_chosenNamesWidth = numberIn(state, "namesWidth", m_chosenNamesWidth, -1, kWidestNames);
  // Not clamped to what can be scrolled: rows may be back only when they are sorted and filtered again. A picture is.
  m_viewport.firstColumn = numberIn(state, "firstColumn", m_viewport.firstColumn, 0, kFarthest);
  m_viewport.firstRow = numberIn(state, "firstRow", m_viewport.firstRow, 0, kFarthest);
  Q_EMIT viewportChanged();
  refresh();
}

QString AlignmentView::statusText() const {
  if (!hasAlignment()) return {};
  if (m_pointedInsert.row >= 0)
    return tr("Insert after column %1 · %2 %3")
        .arg(m_pointedInsert.slot.column)
        .arg(QString::fromStdString(m_alignment->rows[static_cast<size_t>(m_pointedInsert.row)].name),
             residueText(*m_alignment, m_pointedInsert.row, m_pointedInsert.slot));
  const Focus& focus = session().selection().hover();
  const Index column = focus.isEmpty() ? -1 : translated(focus.first, m_dataset->id);
  if (column < 0 || column >= m_alignment->numColumns) return {};
  QString text = tr("Column %1").arg(column + 1);
  if (focus.first.dataset == m_dataset->id && focus.row >= 0 && focus.row < m_alignment->numRows())
    text += QStringLiteral(" · %1 %2")
                .arg(QString::fromStdString(m_alignment->rows[static_cast<size_t>(focus.row)].name),
                     residueText(*m_alignment, focus.row, column));
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    const QString residue = structureResidueText(*structure, translated({m_dataset->id, column}, dataset->id));
    if (!residue.isEmpty()) text += QStringLiteral(" · %1 %2").arg(QString::fromStdString(dataset->title), residue);
  }
  return text;
}

}  // namespace ui
