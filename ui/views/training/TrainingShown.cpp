#include "ui/views/training/TrainingShown.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kFifth = 5;

std::set<std::pair<Index, Index>> firstPairs(const ShownPairs& pairs, Index count) {
  std::set<std::pair<Index, Index>> found;
  for (const ScoredPair& pair : pairs.strongest)
    if (std::ssize(found) < count) found.insert({pair.i, pair.j});
  return found;
}

Index knownLength(const engine::Array<float>& touches, Index length) {
  if (touches.empty()) return length;
  Index known = 0;
  for (Index i = 0; i < length; ++i) known += std::isnan(touches(i, i)) ? 0 : 1;
  return known;
}

}  // namespace

ShownPairs::ShownPairs(QString name, engine::Array<float> values, const engine::Array<float>& touches)
    : title(std::move(name)), scores(std::move(values)) {
  const Index length = knownLength(touches, scores.length(0));
  const auto most = Index(std::llround(kMostPairs * double(length)));
  for (std::size_t k = 0; k < pairRanges().size(); ++k) {
    std::vector<ScoredPair> pairs = strongestPairs(scores, touches, pairRanges()[k], k == 0 ? most : length);
    std::vector<double> shares = precisionOf(pairs);
    top[k] = shareOf(shares, length);
    topFifth[k] = shareOf(shares, length / kFifth);
    if (k > 0) {
      byRange[k - 1] = std::move(shares);
      continue;
    }
    strongest = std::move(pairs);
    precision = std::move(shares);
  }
  // Full ink for the strongest L/5: the very strongest may stand far above all others.
  if (!strongest.empty())
    high = double(engine::nth(strongest, std::min(length / kFifth, std::ssize(strongest) - 1)).score);
  if (!(high > 0)) high = 1;
}

TrainingShown::TrainingShown(const engine::Dataset& dataset, const TrainingShown& before) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays || !engine::isTrainingCourse(*arrays))
    engine::fail(dataset.title, ": is no course of a training, expected arrays pair_scores, facts and residue_letters");
  course = std::make_shared<const engine::TrainingCourse>(engine::courseIn(*arrays));
  title = QString::fromStdString(dataset.title);
  id = dataset.id;
  axis = dataset.axes.empty() ? dataset.id : dataset.axes.front();
  const bool areSameContacts = before.course && before.course->touches.size() == course->touches.size();
  for (std::size_t k = 0; k < course->maps.size(); ++k) {
    const engine::PairMap& map = course->maps[k];
    const bool isKept =
        areSameContacts && before.id == id && k < before.methods.size() && before.methods[k]->scores == map.scores;
    methods.push_back(
        isKept ? before.methods[k]
               : std::make_shared<const ShownPairs>(QString::fromStdString(map.title), map.scores, course->touches));
  }
}

QString TrainingShown::sequencesText() const {
  if (!course || course->numRows == 0) return {};
  const double perPosition = course->effective / double(std::max<Index>(length(), 1));
  const QString counts = QObject::tr("%1 sequences count as %2 independent ones, %3 per position")
                             .arg(course->numRows)
                             .arg(course->effective, 0, 'f', 0)
                             .arg(shownNumber(perPosition, 2));
  if (!isShallow()) return counts + u'.';
  return counts + QObject::tr(": too few. Contacts usually need more than one per position; do not rely on this map.");
}

double TrainingShown::agreement(std::size_t one, std::size_t other) const {
  const auto first = firstPairs(*methods.at(one), length()), second = firstPairs(*methods.at(other), length());
  if (first.empty()) return 0;
  const auto common =
      std::count_if(first.begin(), first.end(), [&](const auto& pair) { return second.contains(pair); });
  return double(common) / double(std::max(first.size(), second.size()));
}

QString TrainingShown::agreementText() const {
  QStringList parts;
  for (std::size_t one = 0; one < methods.size(); ++one)
    for (std::size_t other = one + 1; other < methods.size(); ++other)
      parts << QObject::tr("%1 and %2 %3 %")
                   .arg(methods[one]->title, methods[other]->title)
                   .arg(100 * agreement(one, other), 0, 'f', 0);
  if (parts.isEmpty()) return {};
  return QObject::tr("In common among the L strongest pairs: %1.").arg(parts.join(QStringLiteral(", ")));
}

namespace {

/// Calls use(i, j) for all pairs that are ranked.
template <class Use>
void forEachPair(const engine::TrainingCourse& course, const Use& use) {
  for (Index i = 0; i < course.length(); ++i)
    for (Index j = i + pairRanges()[0].nearest; j < course.length(); ++j)
      if (course.touches.empty() || !std::isnan(course.touches(i, j))) use(i, j);
}

engine::GroupShare ofAllPairs(const engine::TrainingCourse& course) {
  engine::GroupShare share;
  if (course.groups.isEmpty()) return share;
  forEachPair(course, [&](Index i, Index j) {
    ++share.all;
    share.allWithin += engine::areOfOneGroup(course.groups.groups, i, j) ? 1 : 0;
  });
  return share;
}

}  // namespace

engine::GroupShare groupShareOf(const engine::TrainingCourse& course, const std::vector<ScoredPair>& pairs,
                                Index count) {
  engine::GroupShare share = ofAllPairs(course);
  if (share.all == 0) return share;
  share.asked = std::min<Index>(count, std::ssize(pairs));
  share.within = std::count_if(pairs.begin(), pairs.begin() + share.asked, [&](const ScoredPair& pair) {
    return engine::areOfOneGroup(course.groups.groups, pair.i, pair.j);
  });
  return share;
}

engine::GroupShare groupShareOfContacts(const engine::TrainingCourse& course) {
  engine::GroupShare share = ofAllPairs(course);
  if (share.all == 0 || course.touches.empty()) return {};
  forEachPair(course, [&](Index i, Index j) {
    if (!(course.touches(i, j) > 0)) return;
    ++share.asked;
    share.within += engine::areOfOneGroup(course.groups.groups, i, j) ? 1 : 0;
  });
  return share;
}

Index numMarked(const TrainingShown& shown, const TrainingOptions& options) {
  return Index(std::llround(options.pairs * double(shown.length())));
}

QString trainingCaption(const TrainingShown& shown, const TrainingOptions& options) {
  if (shown.isEmpty()) return {};
  QString text = shown.title + QObject::tr(": above the diagonal scores of pairs");
  if (shown.hasStructure())
    text += QObject::tr(
                " with the %1 strongest, green where they touch (C-beta below 8 Å, six or more residues "
                "apart), orange where not; below it the contacts of the structure")
                .arg(numMarked(shown, options));
  text += u'.';
  if (shown.hasStructure())
    for (const auto& method : shown.methods)
      text += QObject::tr(" %1: %2 % of the L strongest touch, %3 % of L/5.")
                  .arg(method->title)
                  .arg(100 * method->top[0], 0, 'f', 0)
                  .arg(100 * method->topFifth[0], 0, 'f', 0);
  if (shown.isComparison()) text += u' ' + shown.agreementText();
  return text + u' ' + shown.sequencesText();
}

std::vector<NumberTable> trainingNumbers(const TrainingShown& shown) {
  std::vector<NumberTable> tables;
  if (shown.isEmpty()) return tables;
  for (std::size_t k = 0; k < shown.methods.size(); ++k) {
    NumberTable table;
    table.name = "scores_" + std::to_string(k + 1);
    table.rowTitle = table.columnTitle = shown.methods[k]->title.toStdString();
    table.values = shown.methods[k]->scores;
    tables.push_back(std::move(table));
  }
  if (shown.numSteps() > 0) {
    NumberTable losses;
    losses.name = "losses";
    losses.rowTitle = "step";
    losses.columnTitle = "J";
    losses.columnLabels = {"J"};
    losses.values = engine::Array<float>({shown.numSteps(), 1});
    std::transform(shown.course->losses.begin(), shown.course->losses.end(), losses.values.begin(),
                   [](double value) { return float(value); });
    tables.push_back(std::move(losses));
  }
  return tables;
}

}  // namespace ui
