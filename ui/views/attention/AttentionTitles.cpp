// Titles of maps: what the head is called, of a comparison both, each in several lengths.
#include <QStringList>

#include "ui/views/attention/AttentionWords.h"
#include "ui/views/heads/HeadNames.h"

namespace ui {

using attention_words::tr;

QString mapLabel(const engine::HeadSet& heads, const HeadStrip::Head& head) {
  const auto map = heads.isInMemory() ? heads.map(head.layer, head.head) : nullptr;
  return map ? QString::fromStdString(map->label) : QString();
}

namespace {

/// Both customs: people count from 1, programs from 0. Of a quantity its name alone.
QString mapName(const engine::HeadSet& heads, const HeadStrip::Head& head) {
  const QString label = mapLabel(heads, head);
  if (!heads.areHeads && !label.isEmpty()) return label;
  const QString fromOne = headName(heads, head.layer, head.head);
  const QString zeroBased = zeroBasedName(heads, head.layer, head.head);
  const QString name = zeroBased.isEmpty() ? fromOne : fromOne + QStringLiteral(" · %1 (0-based)").arg(zeroBased);
  return label.isEmpty() ? name : name + QStringLiteral(": ") + label;
}

QString meanName(const engine::HeadSet& heads, const std::vector<HeadStrip::Head>& all) {
  QStringList names;
  const bool areHeads = heads.areHeads && areOfLayersAndHeads(heads);
  for (const HeadStrip::Head& head : all)
    names << (areHeads ? zeroBasedName(heads, head.layer, head.head) : mapName(heads, head));
  const QString form = areHeads ? tr("Mean of %1 heads · %2 (0-based)") : tr("Mean of %1 maps · %2");
  return form.arg(all.size()).arg(names.join(areHeads ? QStringLiteral(" ") : QStringLiteral(", ")));
}

}  // namespace

QString secondMapName(const AttentionShown& shown) {
  const ComparedHead& other = shown.compared;
  const auto heads = other.heads();
  return shown.transform() == AttentionTransform::rollout
             ? tr("Rollout of layers 1–%1 of %2").arg(other.head.layer + 1).arg(heads->numLayers)
             : mapName(*heads, other.head);
}

QString titleOf(const AttentionShown& shown) {
  const QString title = shown.subject.title();
  return title.isEmpty() ? tr("Attention map") : title;
}

namespace {

/// Of A.
QString firstTitle(const AttentionShown& shown) {
  const engine::HeadSet* const heads = shown.subject.heads();
  if (shown.transform() == AttentionTransform::rollout) {
    const int layer = shown.head.layer;
    return tr("Rollout of layers 1–%1 of %2 · L0–L%3 (0-based)").arg(layer + 1).arg(heads->numLayers).arg(layer);
  }
  if (shown.meanHeads.size() > 1) return meanName(*heads, shown.meanHeads);
  const auto known = shown.shownHeads();
  return known.empty() ? tr("No heads") : mapName(*heads, known.front());
}

/// Title of the file of B where that is another, else nothing.
QString secondFile(const AttentionShown& shown) {
  const ComparedHead& other = shown.compared;
  return other.dataset && !other.isOfSameFile ? QString::fromStdString(other.dataset->title) : QString();
}

QString ofFile(const QString& name, const QString& file) {
  return file.isEmpty() ? name : tr("%1 of %2").arg(name, file);
}

/// "Layer 1, head 2 · L0H1 (0-based): label", without its label, in the custom of people alone.
std::vector<QString> shorterNames(const QString& name) {
  return {name, name.left(name.indexOf(QStringLiteral(": "))), name.left(name.indexOf(QStringLiteral(" · ")))};
}

/// Of A or B, whose files are called `file` and `otherFile`; both are empty where it is the same one.
std::vector<QString> titlesOf(const QString& letter, const QString& name, const QString& file,
                              const QString& otherFile) {
  const QString form = QStringLiteral("%1: %2");
  std::vector<QString> titles;
  for (const QString& shorter : shorterNames(name)) titles.push_back(form.arg(letter, ofFile(shorter, file)));
  const bool isCopy = !otherFile.isEmpty() && file.size() > otherFile.size() && file.startsWith(otherFile);
  if (isCopy) titles.push_back(form.arg(letter, shorterNames(name).back() + file.mid(otherFile.size())));
  return titles;
}

}  // namespace

QString secondTitle(const AttentionShown& shown) {
  return shown.compared.dataset ? ofFile(secondMapName(shown), secondFile(shown)) : QString();
}

std::vector<QString> secondTitles(const AttentionShown& shown) {
  const QString file = secondFile(shown);
  return titlesOf(QStringLiteral("B"), secondMapName(shown), file, file.isEmpty() ? file : shown.subject.title());
}

std::vector<QString> headTitles(const AttentionShown& shown) {
  if (!shown.subject.heads()) return {QString()};
  const QString first = firstTitle(shown), other = secondFile(shown);
  const QString own = other.isEmpty() ? other : shown.subject.title();
  if (shown.comparison() == HeadComparison::none) return shorterNames(first);
  if (shown.comparison() == HeadComparison::beside) return titlesOf(QStringLiteral("A"), first, own, other);
  const auto form = tr("%1: %2; %3");
  const QString way = comparisonText(shown.comparison());
  const std::vector<QString> ofA = titlesOf(QStringLiteral("A"), first, own, other), ofB = secondTitles(shown);
  return {headTitle(shown), form.arg(way, ofA[1], ofB[1]), form.arg(way, ofA.back(), ofB.back()),
          QStringLiteral("%1; %2").arg(ofA.back(), ofB.back())};
}

QString headTitle(const AttentionShown& shown) {
  if (!shown.subject.heads()) return {};
  const QString other = secondFile(shown);
  const QString first = ofFile(firstTitle(shown), other.isEmpty() ? other : shown.subject.title());
  switch (shown.comparison()) {
    case HeadComparison::none:
      return first;
    case HeadComparison::beside:
      return tr("A: %1").arg(first);
    default:
      return tr("%1: A is %2; B is %3").arg(comparisonText(shown.comparison()), first, secondTitle(shown));
  }
}

}  // namespace ui
