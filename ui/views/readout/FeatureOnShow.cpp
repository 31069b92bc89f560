#include "ui/views/readout/FeatureOnShow.h"

#include <limits>
#include <utility>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

QString featureName(const engine::FeatureSet& set, Index feature) {
  const QString name = QString::fromStdString(set.nameOf(feature)), number = QObject::tr("Feature %1").arg(feature);
  return name.isEmpty() ? number : number + QStringLiteral(": ") + name;
}

FeatureOnShow& FeatureOnShow::of(Session& session) {
  SelectionModel& owner = session.selection();
  auto* found = owner.findChild<FeatureOnShow*>(QString(), Qt::FindDirectChildrenOnly);
  return found ? *found : *new FeatureOnShow(&owner);
}

void FeatureOnShow::look(const engine::Dataset& dataset, Index feature) {
  const auto& features = *dataset.as<engine::FeatureSet>();
  set(dataset.axes.empty() ? dataset.id : dataset.axes.front(), features.valuesOf(feature),
      feature < 0 ? QString() : featureName(features, feature));
}

void FeatureOnShow::lookAtAny(const Document& document) {
  if (!m_title.isEmpty()) return;
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const auto* features = dataset->as<engine::FeatureSet>();
    if (features && !features->firing.empty()) return look(*dataset, features->firing.front().feature);
  }
}

void FeatureOnShow::set(const engine::DatasetId& axis, std::vector<float> values, const QString& title) {
  if (axis == m_axis && values == m_values && title == m_title) return;
  m_axis = axis;
  m_values = std::move(values);
  m_title = title;
  Q_EMIT changed();
}

float FeatureOnShow::valueAt(const Document& document, const Position& position) const {
  const Index index = position.dataset == m_axis
                          ? position.index
                          : document.translate(position.dataset, position.index, m_axis).value_or(-1);
  const bool isThere = index >= 0 && index < static_cast<Index>(m_values.size());
  return isThere ? engine::nth(m_values, index) : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace ui
