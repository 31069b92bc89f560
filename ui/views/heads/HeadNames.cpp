#include "ui/views/heads/HeadNames.h"

#include <QCoreApplication>

namespace ui {

namespace {

QString translated(const std::string& unit) { return QCoreApplication::translate("ui", unit.c_str()); }

QString withCapital(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

QString numbered(const std::string& unit, engine::Index number) {
  return QStringLiteral("%1 %2").arg(translated(unit)).arg(number + 1);
}

}  // namespace

QString headName(const engine::HeadSet& heads, engine::Index layer, engine::Index head) {
  const QString ofLayer = heads.numLayers > 1 ? numbered(layerUnit(heads), layer) : QString();
  const QString ofHead = numbered(headUnit(heads), head);
  return withCapital(ofLayer.isEmpty() ? ofHead : ofLayer + QStringLiteral(", ") + ofHead);
}

QString zeroBasedName(const engine::HeadSet& heads, engine::Index layer, engine::Index head) {
  return areOfLayersAndHeads(heads) ? QStringLiteral("L%1H%2").arg(layer).arg(head) : QString();
}

QString layerTitle(const engine::HeadSet& heads) { return withCapital(translated(layerUnit(heads))); }
QString headTitle(const engine::HeadSet& heads) { return withCapital(translated(headUnit(heads))); }

}  // namespace ui
