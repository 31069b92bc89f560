#include "ui/views/hits/HitText.h"

#include "engine/base/Nth.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

QString bits(double value) { return decimalText(value, 2) + QStringLiteral(" bits"); }

/// "Asp (D) 52" from the profile where it is known, else from the letter of the row.
QString columnText(const std::shared_ptr<const engine::ProfileHmm>& profile, const std::string& row, Index letter,
                   Index position) {
  if (profile && profile->masterLetters.size() == profile->consensus.size() && !profile->masterLetters.empty())
    return residueText(profile->masterLetters, position);
  if (letter < 0 || letter >= static_cast<Index>(row.size())) return QString::number(position + 1);
  return QStringLiteral("%1 %2").arg(QLatin1Char(engine::nth(row, letter))).arg(position + 1);
}

std::vector<ReadoutLine> columnReadout(const engine::SearchResult& result, const HitAlignment& alignment,
                                       Index column) {
  const engine::SearchHit* hit = alignment.hit();
  const Index at = alignment.stepOfQueryColumn(column), letter = alignment.letterOfStep(at);
  std::vector<ReadoutLine> lines = {
      {"Query column", columnText(result.query, hit ? hit->rows.query : std::string(), letter, column)}};
  if (at < 0) return lines;
  const engine::PathStep& step = engine::nth(hit->path.steps, at);
  const bool isPair = step.state == engine::PairState::MM;
  lines.push_back({"Template column",
                   isPair ? columnText(hit->templ, hit->rows.templ, letter, step.j) : QObject::tr("none: a gap")});
  if (step.score != 0) lines.push_back({"Step adds", bits(step.score)});
  if (step.posterior >= 0) lines.push_back({"Posterior", decimalText(step.posterior, 3)});
  return lines;
}

}  // namespace

QString hitCountText(int shown, int all, Index searched, const std::optional<engine::PrefilterStages>& stages) {
  const QString hits =
      shown == all ? QObject::tr("%1 hits").arg(all) : QObject::tr("%1 of %2 hits").arg(shown).arg(all);
  const QString found = searched > 0 ? QObject::tr("%1 in %2 templates").arg(hits).arg(searched) : hits;
  return stages ? QObject::tr("%1, %2 kept by the prefilter").arg(found).arg(stages->kept) : found;
}

QString prefilterText(const engine::PrefilterStages& stages) {
  const QStringList lines = {
      QObject::tr("%1 templates").arg(stages.templates),
      QObject::tr("%1 with an ungapped score over %2 + log2(Nq Nt) bits")
          .arg(stages.overThreshold)
          .arg(decimalText(stages.minUngappedBits, 1)),
      QObject::tr("%1 scored with gaps").arg(stages.withGaps),
      QObject::tr("%1 kept: E up to %2, or among the best").arg(stages.kept).arg(decimalText(stages.maxEvalue, 0))};
  return lines.join(u'\n');
}

QString hitsCaption(const QString& title, const engine::SearchResult& result, const HitCounts& counts,
                    const HitAlignment& alignment, Index letters) {
  QString text = QObject::tr("%1: search with %2 (%3 columns), %4; bars where a hit lies on the query, coloured by "
                             "probability.")
                     .arg(title, QString::fromStdString(result.queryName))
                     .arg(result.numQueryColumns)
                     .arg(hitCountText(counts.shown, static_cast<int>(result.hits.size()), result.numSearched,
                                       result.prefilter));
  if (counts.listed < counts.shown) text += QObject::tr(" The first %1 are listed.").arg(counts.listed);
  const engine::SearchHit* hit = alignment.hit();
  if (hit && letters > 0)
    text += QObject::tr(" Below: rows of the query aligned with those of %1 (probability %2 %, E-value %3).")
                .arg(QString::fromStdString(hit->name), decimalText(hit->scores.probability, 1),
                     scientificText(hit->scores.eValue));
  if (letters > 0 && letters < alignment.numLetters())
    text += QObject::tr(" Of these the first %1 of %2 letters.").arg(letters).arg(alignment.numLetters());
  return text;
}

QString whyClosed(const engine::SearchResult* result, const engine::SearchHit* hit) {
  if (!result || !hit) return QObject::tr("Choose a hit first.");
  if (!result->query || !hit->templ)
    return QObject::tr(
        "This result was read from a report, which has no profiles to align. Search again to look inside a hit.");
  return {};
}

std::vector<ReadoutLine> hitReadout(const engine::SearchResult* result, const HitAlignment& alignment, Index column) {
  std::vector<ReadoutLine> lines;
  if (result && column >= 0 && column < result->numQueryColumns) lines = columnReadout(*result, alignment, column);
  if (result && result->prefilter) lines.push_back({"Prefilter", prefilterText(*result->prefilter)});
  const engine::SearchHit* hit = alignment.hit();
  if (!hit) return lines;
  const engine::PathScores& scores = hit->scores;
  lines.push_back({"Hit", QString::fromStdString(hit->name)});
  if (!hit->family.empty()) lines.push_back({"Family", QString::fromStdString(hit->family)});
  lines.push_back({"Probability", decimalText(scores.probability, 1) + QStringLiteral(" %")});
  lines.push_back({"E-value", scientificText(scores.eValue)});
  lines.push_back({"P-value", scientificText(scores.pValue)});
  lines.push_back({"Score", bits(scores.total)});
  if (scores.secondaryStructure != 0) lines.push_back({"SS score", bits(scores.secondaryStructure)});
  if (scores.correlation != 0) lines.push_back({"Correlation", bits(scores.correlation)});
  return lines;
}

}  // namespace ui
