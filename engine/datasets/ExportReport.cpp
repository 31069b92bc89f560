// Profile alignments as search results of one template, which engine/io writes as HH-suite's reports; search results as
// alignments of their hits.
#include <algorithm>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/hmm/viterbi/Viterbi.h"
#include "engine/search/hits/HitRows.h"

namespace engine {

namespace {

/// Rows of more cells are refused: a damaged report may claim any number of columns.
constexpr double kMaxCells = 4e9;

SearchHit hitOf(const ProfileAlignment& alignment, size_t rank, const ColumnScorer& columnScores, Preset preset) {
  const ProfileHmm& templ = *alignment.templ;
  SearchHit hit;
  hit.name = templ.name;
  hit.description = templ.description;
  hit.family = templ.family;
  hit.numColumns = templ.length();
  hit.neff = templ.neff;
  hit.scores = alignment.scores[rank];
  hit.path = alignment.paths[rank];
  describeHit(hit, *alignment.query, templ, columnScores, preset);
  return hit;
}

void addInsert(AlignmentRow& row, Index after, ResidueCode code) {
  const auto column = static_cast<std::int32_t>(after);
  if (row.inserts.empty() || row.inserts.back().after != column) row.inserts.push_back({column, {}});
  row.inserts.back().codes.push_back(static_cast<ResidueCode>(alphabet::upper(code) | alphabet::kLowerCase));
}

bool isPosition(char c) { return c != '-' && c != '.'; }

/// The letters of a hit on the query's columns, those of its query residues into `query`.
void placeHit(const SearchHit& hit, std::vector<ResidueCode>& query, std::vector<ResidueCode>& codes,
              AlignmentRow& row) {
  const HitRows& rows = hit.rows;
  const std::string& queryColumns = rows.queryConsensus.empty() ? rows.query : rows.queryConsensus;
  const std::string& templateColumns = rows.templateConsensus.empty() ? rows.templ : rows.templateConsensus;
  Index column = hit.path.steps.empty() ? 0 : hit.path.steps.front().i;
  for (size_t k = 0; k < queryColumns.size() && column < static_cast<Index>(codes.size()); ++k) {
    const bool hasColumn = isPosition(queryColumns[k]);
    const ResidueCode residue = alphabet::codeOf(rows.templ[k]);
    if (hasColumn && isPosition(templateColumns[k]))
      nth(codes, column) = alphabet::upper(residue);
    else if (alphabet::isResidue(residue))
      addInsert(row, column, residue);
    if (!hasColumn) continue;
    const ResidueCode letter = alphabet::codeOf(rows.query[k]);
    if (alphabet::isResidue(letter)) nth(query, column) = alphabet::upper(letter);
    ++column;
  }
}

}  // namespace

SearchResult searchResultOf(const Dataset& dataset, const CommandOf& commandOf) {
  if (const auto* found = dataset.as<SearchResult>()) {
    SearchResult result = *found;
    if (result.command.empty()) result.command = commandOf(dataset);
    return result;
  }
  const auto* alignment = dataset.as<ProfileAlignment>();
  if (!alignment || !alignment->query || !alignment->templ)
    fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected a profile alignment or a search result");
  const ProfileHmm& query = *alignment->query;
  const Preset preset = alignment->options.preset;
  const ColumnScorer columnScores(alignment->judge(), *alignment->templ, alignment->options.viterbi.nullModel);
  SearchResult result;
  result.queryName = query.name;
  result.queryDescription = query.description;
  result.numQueryColumns = query.length();
  result.queryNeff = query.neff;
  result.filterNote = query.filterNote;
  result.query = alignment->query;
  result.numSearched = 1;
  result.command = commandOf(dataset);
  for (size_t rank = 0; rank < alignment->paths.size(); ++rank)
    result.hits.push_back(hitOf(*alignment, rank, columnScores, preset));
  return result;
}

Alignment hitAlignmentOf(const SearchResult& result) {
  if (result.merged) return *result.merged;
  const auto length = static_cast<size_t>(result.numQueryColumns);
  if (static_cast<double>(length) * static_cast<double>(result.hits.size() + 1) > kMaxCells)
    fail("the alignment of ", result.hits.size(), " hits with ", length, " columns is too large");
  Alignment alignment;
  alignment.name = result.queryName;
  alignment.numColumns = result.numQueryColumns;
  alignment.rows.push_back({});
  alignment.rows.back().name = result.queryName;
  alignment.rows.back().description = result.queryDescription;
  // What no hit shows of the query stays unknown unless its profile is at hand.
  std::vector<ResidueCode> query(length, alphabet::codeOf('X'));
  if (result.query && result.query->masterLetters.size() == length)
    for (size_t i = 0; i < length; ++i) query[i] = alphabet::upper(alphabet::codeOf(result.query->masterLetters[i]));
  std::vector<ResidueCode> hits;
  for (const SearchHit& hit : result.hits) {
    if (hit.rows.templ.empty()) continue;
    std::vector<ResidueCode> codes(length, alphabet::kGap);
    alignment.rows.push_back({});
    alignment.rows.back().name = hit.name;
    alignment.rows.back().description = hit.description;
    placeHit(hit, query, codes, alignment.rows.back());
    hits.insert(hits.end(), codes.begin(), codes.end());
  }
  alignment.codes = std::move(query);
  alignment.codes.insert(alignment.codes.end(), hits.begin(), hits.end());
  return alignment;
}

}  // namespace engine
