#include "ui/views/profile/ShownProfile.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/hmm/profile/ColumnOccupancy.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

/// A row of bars that are empty at `least` and full at `most`.
ProfileRow barsOf(const QString& title, const QString& shortTitle, const std::vector<double>& values, double least,
                  double most) {
  ProfileRow row{title, shortTitle, {}, values, {}, ProfileRow::Kind::bars};
  for (const double value : values)
    row.shares.push_back(std::isinf(value) ? 1
                         : most > least    ? std::clamp((value - least) / (most - least), 0.0, 1.0)
                                           : 0);
  return row;
}

std::vector<ProfileRow> barRows(const engine::ProfileHmm& hmm) {
  const engine::ColumnOccupancy occupancy = engine::columnOccupancy(hmm);
  double longest = 2;
  for (const double residues : occupancy.insertLength)
    if (std::isfinite(residues)) longest = std::max(longest, residues);
  std::vector<ProfileRow> rows = {
      barsOf(QObject::tr("Occupancy"), QObject::tr("Occ."), occupancy.match, 0, 1),
      barsOf(QObject::tr("Insert probability"), QObject::tr("P(ins)"), occupancy.insertProbability, 0, 1),
      barsOf(QObject::tr("Insert length"), QObject::tr("Length"), occupancy.insertLength, 1, longest)};
  if (hmm.columnNeff.size() == hmm.emissions.size() + 1) {
    std::vector<double> neff;
    for (size_t k = 1; k < hmm.columnNeff.size(); ++k) neff.push_back(hmm.columnNeff[k].match);
    const double most = neff.empty() ? 1 : *std::max_element(neff.begin(), neff.end());
    rows.push_back(barsOf(QObject::tr("Neff"), QObject::tr("Neff"), neff, 0, most));
  }
  std::erase_if(rows, [](const ProfileRow& row) { return row.numbers.empty(); });
  return rows;
}

QString annotationTitle(const std::string& name) {
  return name == "ss_pred"   ? QObject::tr("Predicted structure")
         : name == "ss_conf" ? QObject::tr("Its confidence")
         : name == "ss_dssp" ? QObject::tr("DSSP")
                             : QString::fromStdString(name);
}

std::vector<ProfileRow> letterRows(const engine::ProfileHmm& hmm) {
  using Kind = ProfileRow::Kind;
  std::vector<ProfileRow> rows = {
      {QObject::tr("Consensus"), QObject::tr("Cons."), {}, {}, hmm.consensus, Kind::letters}};
  for (const engine::ColumnAnnotation& annotation : hmm.annotations) {
    const bool isStructure = annotation.name == "ss_pred" || annotation.name == "ss_dssp";
    rows.push_back({annotationTitle(annotation.name),
                    QString::fromStdString(annotation.name),
                    {},
                    {},
                    annotation.symbols,
                    isStructure ? Kind::secondaryStructure : Kind::letters});
  }
  std::erase_if(rows, [&](const ProfileRow& row) {
    return row.letters.empty() || static_cast<Index>(row.letters.size()) != hmm.length();
  });
  return rows;
}

}  // namespace

QString ProfileRow::text(Index column) const {
  const auto k = static_cast<size_t>(column);
  return kind == Kind::bars ? shownNumber(numbers[k]) : QString(QLatin1Char(letters[k]));
}

ShownProfile::ShownProfile(const engine::Dataset& dataset, engine::LogoScale scale)
    : hmm(dataset.share<engine::ProfileHmm>()),
      title(QString::fromStdString(dataset.title)),
      length(hmm->length()),
      background(hmm->background),
      rows(barRows(*hmm)) {
  // A profile that was made without a background of its own.
  if (!(std::accumulate(background.begin(), background.end(), 0.0) > 0)) background = engine::gonnet().background;
  for (ProfileRow& row : letterRows(*hmm)) rows.push_back(std::move(row));
  setScale(scale);
}

void ShownProfile::setScale(engine::LogoScale scale) {
  heights.clear();
  totals.clear();
  if (!hmm) return;
  for (const engine::ResidueVector& emissions : hmm->emissions) {
    heights.push_back(engine::logoHeights(emissions, background, scale));
    totals.push_back(std::accumulate(heights.back().begin(), heights.back().end(), 0.0));
  }
  limit = engine::logoLimit(scale, heights);
}

}  // namespace ui
