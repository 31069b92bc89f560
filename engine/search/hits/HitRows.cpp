// Letters, consensus, marks and digits of a path, as HH-suite's reports show them.
#include "engine/search/hits/HitRows.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr char kLastDoubtfulConfidence = '6';  ///< predictions up to this digit are in lower case

/// A profile's master sequence cut up by columns.
struct Master {
  std::string letters;                ///< one per column, '-' at gaps
  std::vector<std::string> inserts;   ///< lower case, behind each column
  std::vector<Index> residuesBefore;  ///< of each column, and of the end
};

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isLower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

/// The A3M text of the first sequence shown when it fits the columns, else the master letters.
Master masterOf(const ProfileHmm& profile) {
  const auto length = static_cast<size_t>(profile.length());
  std::string text = profile.shownSequences.empty() ? "" : profile.shownSequences.front().second;
  const auto isColumn = [](char c) { return c != '.' && !isLower(c); };
  if (static_cast<size_t>(std::count_if(text.begin(), text.end(), isColumn)) != length) text = profile.masterLetters;
  Master master;
  master.inserts.resize(length);
  Index residues = 0;
  for (const char c : text) {
    if (c == '.') continue;
    if (isLower(c) && master.letters.size() < length + 1 && !master.letters.empty())
      master.inserts[master.letters.size() - 1] += c;
    if (!isLower(c)) {
      master.residuesBefore.push_back(residues);
      master.letters += c;
    }
    residues += isLetter(c);
  }
  master.letters.resize(length, '-');
  master.residuesBefore.resize(length + 1, residues);
  return master;
}

/// '~' where no residue prevails.
char consensusLetter(const ProfileHmm& profile, Index column) {
  const auto k = static_cast<size_t>(column);
  return k >= profile.consensus.size() || lower(profile.consensus[k]) == 'x' ? '~' : profile.consensus[k];
}

char markOf(double bits) {
  if (bits < -1.5) return '=';
  if (bits < -0.5) return '-';
  if (bits < 0.5) return '.';
  return bits < 1.5 ? '+' : '|';
}

char digitOf(double posterior) { return static_cast<char>('0' + std::clamp(static_cast<int>(posterior * 10), 0, 9)); }

/// Rows of symbols per column that a report shows: DSSP states, then the prediction.
std::vector<ColumnAnnotation> shownAnnotations(const ProfileHmm& profile) {
  const auto find = [&profile](const char* name) -> const ColumnAnnotation* {
    for (const ColumnAnnotation& annotation : profile.annotations)
      if (annotation.name == name) return &annotation;
    return nullptr;
  };
  std::vector<ColumnAnnotation> shown;
  if (const ColumnAnnotation* dssp = find("ss_dssp")) shown.push_back(*dssp);
  if (const ColumnAnnotation* predicted = find("ss_pred")) {
    shown.push_back(*predicted);
    const ColumnAnnotation* confidence = find("ss_conf");
    for (size_t k = 0; confidence && k < shown.back().symbols.size(); ++k)
      if (confidence->symbols[k] <= kLastDoubtfulConfidence) shown.back().symbols[k] = lower(shown.back().symbols[k]);
  }
  return shown;
}

/// What stands in one printed column on one side: a column of the profile, or a residue between two columns.
struct Cell {
  Index column = -1;  ///< -1: `insert`
  char insert = '.';
};

/// One side of the rows: query or template.
class Side {
 public:
  Side(const ProfileHmm& profile, std::string& letters, std::string& consensus,
       std::vector<std::pair<std::string, std::string>>& annotations)
      : m_profile(profile),
        m_master(masterOf(profile)),
        m_shown(shownAnnotations(profile)),
        m_letters(letters),
        m_consensus(consensus),
        m_annotations(annotations) {
    for (const ColumnAnnotation& annotation : m_shown) m_annotations.emplace_back(annotation.name, "");
  }

  const Master& master() const { return m_master; }

  void appendInserts(Index column, std::vector<Cell>& cells) const {
    for (const char insert : nth(m_master.inserts, column)) cells.push_back({-1, insert});
  }

  void addColumn(Index column) {
    const auto k = static_cast<size_t>(column);
    m_letters += upper(m_master.letters[k]);
    m_consensus += consensusLetter(m_profile, column);
    for (size_t a = 0; a < m_shown.size(); ++a) m_annotations[a].second += m_shown[a].symbols[k];
  }

  /// The k-th of `own` cells against `other`: '-' stands opposite columns, '.' opposite residues between columns.
  void addCell(const std::vector<Cell>& own, const std::vector<Cell>& other, size_t k) {
    const bool hasOwn = k < own.size();
    if (hasOwn && own[k].column >= 0) return addColumn(own[k].column);
    const char gap = k < other.size() && other[k].column >= 0 ? '-' : '.';
    m_letters += hasOwn ? own[k].insert : gap;
    m_consensus += gap;
    for (auto& [name, symbols] : m_annotations) symbols += gap;
  }

 private:
  const ProfileHmm& m_profile;
  Master m_master;
  std::vector<ColumnAnnotation> m_shown;
  std::string &m_letters, &m_consensus;
  std::vector<std::pair<std::string, std::string>>& m_annotations;
};

/// Sums over the match pairs.
struct PairSums {
  Index numPairs = 0, numIdentical = 0;
  double similarity = 0;
  void add(char q, char t, const SubstitutionMatrix& matrix) {
    ++numPairs;
    if (!isLetter(q) || !isLetter(t)) return;
    numIdentical += q == t;
    const ResidueCode a = alphabet::standard(alphabet::codeOf(q)), b = alphabet::standard(alphabet::codeOf(t));
    if (a < alphabet::kNumResidues && b < alphabet::kNumResidues) similarity += matrix.score[a][b];
  }
};

bool isPair(const PathStep& step) { return consumesQuery(step.state) && consumesTemplate(step.state); }

/// What follows a match pair up to the next one: residues behind its columns, then the columns that one side has alone,
/// with the residues behind them. Both sides begin at the left, so that residues of one may stand opposite columns of
/// the other.
void addBetweenPairs(Side& query, Side& templ, const AlignmentPath& path, size_t begin, size_t end, HitRows& rows) {
  std::vector<Cell> queryCells, templateCells;
  for (size_t k = begin; k < end; ++k) {
    const PathStep& step = path.steps[k];
    if (consumesQuery(step.state)) {
      if (!isPair(step)) queryCells.push_back({step.i, '.'});
      query.appendInserts(step.i, queryCells);
    }
    if (consumesTemplate(step.state)) {
      if (!isPair(step)) templateCells.push_back({step.j, '.'});
      templ.appendInserts(step.j, templateCells);
    }
  }
  const size_t width = std::max(queryCells.size(), templateCells.size());
  for (size_t k = 0; k < width; ++k) {
    query.addCell(queryCells, templateCells, k);
    templ.addCell(templateCells, queryCells, k);
  }
  rows.marks.append(width, ' ');
  rows.confidence.append(width, ' ');
}

void placeRows(const Side& query, const Side& templ, const AlignmentPath& path, HitRows& rows) {
  const auto first = [&path](const Side& side, bool (*consumes)(PairState), Index PathStep::*position) -> Index {
    for (const PathStep& step : path.steps)
      if (consumes(step.state)) return nth(side.master().residuesBefore, step.*position);
    return 0;
  };
  rows.queryFirst = first(query, consumesQuery, &PathStep::i);
  rows.templateFirst = first(templ, consumesTemplate, &PathStep::j);
  rows.queryResidues = query.master().residuesBefore.back();
  rows.templateResidues = templ.master().residuesBefore.back();
}

}  // namespace

PathDescription describedPath(const ProfileHmm& query, const ProfileHmm& templ, const AlignmentPath& path,
                              const ColumnScorer& columnScores, const SubstitutionMatrix& matrix) {
  PathDescription result;
  HitRows& rows = result.rows;
  Side querySide(query, rows.query, rows.queryConsensus, rows.queryAnnotations);
  Side templateSide(templ, rows.templ, rows.templateConsensus, rows.templateAnnotations);
  PairSums sums;
  bool hasPosteriors = false;
  const size_t numSteps = path.steps.size();
  for (size_t begin = 0, end = 0; begin < numSteps; begin = end) {
    const PathStep& step = path.steps[begin];
    if (isPair(step)) {
      querySide.addColumn(step.i);
      templateSide.addColumn(step.j);
      rows.marks += markOf(columnScores.score(step.i, step.j));
      rows.confidence += step.posterior >= 0 ? digitOf(step.posterior) : ' ';
      hasPosteriors = hasPosteriors || step.posterior >= 0;
      sums.add(rows.query.back(), rows.templ.back(), matrix);
    }
    end = begin + 1;
    while (end < numSteps && !isPair(path.steps[end])) ++end;
    addBetweenPairs(querySide, templateSide, path, begin, end, rows);
  }
  if (!hasPosteriors) rows.confidence.clear();
  placeRows(querySide, templateSide, path, rows);
  result.numPairs = sums.numPairs;
  if (sums.numPairs > 0) {
    result.identity = 100.0 * static_cast<double>(sums.numIdentical) / static_cast<double>(sums.numPairs);
    result.similarity = sums.similarity / static_cast<double>(sums.numPairs);
  }
  return result;
}

void describeHit(SearchHit& hit, const ProfileHmm& query, const ProfileHmm& templ, const ColumnScorer& columnScores,
                 Preset preset) {
  PathDescription description = describedPath(query, templ, hit.path, columnScores, presetMatrix(preset));
  hit.numPairs = description.numPairs;
  const bool isRealigned = !std::isnan(hit.scores.sumProbabilities);
  if (preset == Preset::hhsuite33 && isRealigned && hit.numPairs == 1) description = {{}, 1, 0, 0};
  hit.identity = description.identity;
  hit.similarity = description.similarity;
  hit.rows = std::move(description.rows);
}

}  // namespace engine
