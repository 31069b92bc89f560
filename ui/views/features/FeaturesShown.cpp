#include "ui/views/features/FeaturesShown.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/readout/FeatureOnShow.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::FeatureSet;
using engine::FiringFeature;
using engine::Index;

namespace {

bool isBefore(FeatureOrder order, const FiringFeature& a, const FiringFeature& b) {
  switch (order) {
    case FeatureOrder::most:
      return a.most > b.most;
    case FeatureOrder::residues:
      return a.residues > b.residues;
    case FeatureOrder::mean:
      return a.mean > b.mean;
    case FeatureOrder::number:
      return a.feature < b.feature;
  }
  return false;
}

std::vector<Index> rowsOf(const FeatureSet& set, const FeaturesOptions& options) {
  std::vector<Index> rows;
  for (Index k = 0; k < static_cast<Index>(set.firing.size()); ++k) {
    const Index feature = engine::nth(set.firing, k).feature;
    const QString text = QString::number(feature) + u' ' + QString::fromStdString(set.nameOf(feature));
    if (text.contains(options.filter.trimmed(), Qt::CaseInsensitive)) rows.push_back(k);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) {
    return isBefore(options.order, engine::nth(set.firing, a), engine::nth(set.firing, b));
  });
  return rows;
}

}  // namespace

FeaturesShown::FeaturesShown(const engine::Dataset& dataset, const FeaturesOptions& options)
    : set(dataset.share<FeatureSet>()), title(QString::fromStdString(dataset.title)) {
  if (!set)
    engine::fail(dataset.title, ": holds ", engine::kindName(dataset.kind()), ", expected features of a model");
  axis = dataset.axes.empty() ? dataset.id : dataset.axes.front();
  rows = rowsOf(*set, options);
  const bool isChosen = options.feature >= 0 && options.feature < set->numFeatures;
  feature = isChosen ? options.feature : rows.empty() ? Index{-1} : row(0).feature;
  values = set->valuesOf(feature);
  for (const float value : values) most = std::max(most, double(value));
}

const FiringFeature& FeaturesShown::row(Index k) const { return engine::nth(set->firing, engine::nth(rows, k)); }

Index FeaturesShown::shownRow() const {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](Index k) { return engine::nth(set->firing, k).feature == feature; });
  return found == rows.end() ? Index{-1} : found - rows.begin();
}

const FiringFeature* FeaturesShown::firing() const {
  if (!set) return nullptr;
  const auto found = std::find_if(set->firing.begin(), set->firing.end(),
                                  [&](const FiringFeature& one) { return one.feature == feature; });
  return found == set->firing.end() ? nullptr : &*found;
}

std::vector<Index> FeaturesShown::strongest(int count) const {
  std::vector<Index> residues(values.size());
  std::iota(residues.begin(), residues.end(), 0);
  std::stable_sort(residues.begin(), residues.end(),
                   [&](Index a, Index b) { return engine::nth(values, a) > engine::nth(values, b); });
  std::erase_if(residues, [&](Index residue) { return !(engine::nth(values, residue) > 0); });
  if (static_cast<int>(residues.size()) > count) residues.resize(static_cast<size_t>(count));
  return residues;
}

QString FeaturesShown::featureTitle() const { return feature < 0 ? QString() : featureName(*set, feature); }

QString FeaturesShown::words() const {
  const FiringFeature* const one = firing();
  if (!one) return feature < 0 ? QObject::tr("No feature fires") : QObject::tr("It does not fire on this protein");
  return QObject::tr("max %1 at %2 · fires at %3 of %4 residues · mean there %5")
      .arg(shownNumber(double(one->most)), residueText(set->letters, one->where))
      .arg(one->residues)
      .arg(numResidues())
      .arg(shownNumber(double(one->mean)));
}

std::vector<ReadoutLine> featuresReadout(const FeaturesShown& shown, Index residue, const QString& number) {
  if (residue < 0 || residue >= shown.numResidues()) return {};
  constexpr size_t kNamed = 10;
  std::vector<ReadoutLine> lines{{QObject::tr("Residue"), residueText(shown.set->letters, residue) + number}};
  if (shown.feature >= 0)
    lines.push_back({shown.featureTitle(), shownNumber(double(engine::nth(shown.values, residue)))});
  std::vector<engine::FeatureValue> here;
  for (const engine::FeatureValue& one : shown.set->values)
    if (one.residue == residue) here.push_back(one);
  std::stable_sort(here.begin(), here.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
  if (here.size() > kNamed) here.resize(kNamed);
  QStringList table;
  for (const engine::FeatureValue& one : here)
    table << QStringLiteral("%1  %2").arg(shownNumber(double(one.value)), 8).arg(featureName(*shown.set, one.feature));
  if (!table.isEmpty())
    lines.push_back({QObject::tr("Strongest features here"), table.join(QLatin1Char('\n')), true});
  return lines;
}

QString featuresStatus(const FeaturesShown& shown, Index residue) {
  if (residue < 0 || residue >= shown.numResidues()) return {};
  const QString text = residueText(shown.set->letters, residue);
  if (shown.feature < 0) return text;
  return QStringLiteral("%1, %2: %3")
      .arg(text, shown.featureTitle(), shownNumber(double(engine::nth(shown.values, residue))));
}

QString featuresCaption(const FeaturesShown& shown) {
  QString text = QObject::tr("%1: %2 of %3 features fire. Autoencoder: %4, on the state behind layer %5 of %6")
                     .arg(shown.title)
                     .arg(shown.set->firing.size())
                     .arg(shown.set->numFeatures)
                     .arg(QString::fromStdString(shown.set->autoencoder))
                     .arg(shown.set->layer)
                     .arg(shown.set->numLayers);
  if (std::isfinite(shown.set->explained))
    text += QObject::tr(", of whose variance it explains %1 %").arg(qRound(100 * std::max(shown.set->explained, 0.0)));
  if (shown.feature >= 0) text += QObject::tr(". %1: %2").arg(shown.featureTitle(), shown.words());
  return text + u'.';
}

std::vector<NumberTable> featuresNumbers(const FeaturesShown& shown) {
  if (shown.isEmpty()) return {};
  NumberTable table{"features", "feature", "number", {}, {"max", "at residue", "residues", "mean"}, {}};
  table.values = engine::Array<float>({static_cast<Index>(shown.rows.size()), 4}, 0.0F);
  for (Index k = 0; k < static_cast<Index>(shown.rows.size()); ++k) {
    const FiringFeature& one = shown.row(k);
    table.rowLabels.push_back(featureName(*shown.set, one.feature).toStdString());
    table.values(k, 0) = one.most;
    table.values(k, 1) = static_cast<float>(one.where + 1);
    table.values(k, 2) = static_cast<float>(one.residues);
    table.values(k, 3) = one.mean;
  }
  NumberTable track{"track", "residue", "feature", {}, {shown.featureTitle().toStdString()}, {}};
  track.values = engine::Array<float>({shown.numResidues(), 1}, 0.0F);
  for (Index i = 0; i < shown.numResidues(); ++i) {
    track.rowLabels.push_back(engine::nth(shown.set->letters, i) + std::to_string(i + 1));
    track.values[i] = engine::nth(shown.values, i);
  }
  return {table, track};
}

}  // namespace ui
