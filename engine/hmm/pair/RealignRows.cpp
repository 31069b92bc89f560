#include "engine/hmm/pair/RealignRows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"

namespace engine {

namespace {

constexpr int kRoundsOfAll = 2;

/// A residue of a row in the block, with what the row's annotations say about it.
struct Piece {
  ResidueCode code;
  std::string symbols;
};

std::vector<Piece> piecesOf(const Alignment& alignment, Index row, const IndexRange& columns) {
  const AlignmentRow& described = nth(alignment.rows, row);
  std::string blanks;
  for (const ColumnAnnotation& annotation : described.annotations) blanks += blankSymbol(annotation);
  std::vector<Piece> pieces;
  auto insert = described.inserts.begin();
  for (Index column = columns.begin; column < columns.end; ++column) {
    // Those at the borders stay where they are.
    for (; insert != described.inserts.end() && insert->after <= column; ++insert)
      if (insert->after > columns.begin)
        for (const ResidueCode code : insert->codes) pieces.push_back({code, blanks});
    if (alphabet::isGap(alignment.at(row, column))) continue;
    pieces.push_back({alignment.at(row, column), {}});
    for (const ColumnAnnotation& annotation : described.annotations)
      pieces.back().symbols += nth(annotation.symbols, column);
  }
  return pieces;
}

/// Some rows of some columns as an alignment of their own.
Alignment partOf(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns) {
  Alignment part;
  part.numColumns = columns.size();
  for (const IndexRange& range : rows.ranges())
    for (Index row = range.begin; row < range.end; ++row) {
      part.rows.push_back({nth(alignment.rows, row).name, {}, {}, {}, {}});
      part.codes.insert(part.codes.end(), alignment.row(row) + columns.begin, alignment.row(row) + columns.end);
    }
  return part;
}

bool hasResidues(const Alignment& alignment) {
  return std::any_of(alignment.codes.begin(), alignment.codes.end(), alphabet::isResidue);
}

ProfileHmm profileOf(const Alignment& part, Progress& progress) {
  ProfileBuildOptions options;
  options.match = {MatchRule::Kind::gapPercent, 50};
  options.filter = {};
  return withTransitionPseudocounts(
      withEmissionPseudocounts(buildProfile(part, options, progress), presetMatrix(options.preset)));
}

/// For each residue the match column (>= 0), or -1 - the match column that it is inserted behind.
std::vector<Index> placesOf(const std::vector<Piece>& pieces, const ProfileHmm& profile, Progress& progress) {
  std::vector<ResidueCode> codes;
  for (const Piece& piece : pieces) codes.push_back(alphabet::standard(piece.code));
  std::vector<Index> places(codes.size(), -1);
  if (codes.empty()) return places;
  for (const PathStep& step : alignSequence(codes, profile, SequenceAlignmentMode::semiGlobal, progress).path.steps)
    if (step.state != PairState::D) nth(places, step.i) = step.state == PairState::M ? step.j : -1 - step.j;
  return places;
}

/// Where match columns and inserted residues stand among the columns of the block, once it is wide enough.
struct Grid {
  std::vector<Index> match;    ///< of each match column
  std::vector<Index> behind;   ///< columns that are free behind each match column
  std::vector<Index> added;    ///< of them new, at the end
  Index width = 0;
};

Grid gridOf(const std::vector<Index>& match, Index width, const std::vector<std::vector<Index>>& places) {
  Grid grid;
  std::vector<Index> needed(match.size(), 0);
  for (const std::vector<Index>& row : places) {
    std::vector<Index> count(match.size(), 0);
    for (const Index place : row)
      if (place < 0) ++nth(count, -1 - place);
    for (size_t k = 0; k < count.size(); ++k) needed[k] = std::max(needed[k], count[k]);
  }
  grid.width = match.empty() ? width : match.front();
  for (size_t k = 0; k < match.size(); ++k) {
    const Index free = (k + 1 < match.size() ? match[k + 1] : width) - match[k] - 1;
    grid.match.push_back(grid.width);
    grid.behind.push_back(std::max(free, needed[k]));
    grid.added.push_back(grid.behind.back() - free);
    grid.width += 1 + grid.behind.back();
  }
  return grid;
}

std::vector<Index> columnsOf(const std::vector<Index>& places, const Grid& grid) {
  std::vector<Index> columns;
  for (const Index place : places) {
    const Index first = place >= 0 ? nth(grid.match, place) : nth(grid.match, -1 - place) + 1;
    // Further inserted residues stand behind the last one.
    columns.push_back(place < 0 && !columns.empty() ? std::max(first, columns.back() + 1) : first);
  }
  return columns;
}

/// Without those in the block, which is as wide as `width` now.
std::vector<Insert> insertsAround(std::vector<Insert> inserts, const IndexRange& block, Index width) {
  std::erase_if(inserts, [&](const Insert& insert) { return insert.after > block.begin && insert.after < block.end; });
  for (Insert& insert : inserts)
    if (insert.after >= block.end) insert.after += static_cast<std::int32_t>(width - block.size());
  return inserts;
}

/// A row whose residues in the block stand in other columns of it; the alignment is as wide as it will be.
RowContent realigned(const Alignment& alignment, Index row, const IndexRange& block, const std::vector<Piece>& pieces,
                     const std::vector<Index>& columns) {
  RowContent content{nth(alignment.rows, row), {alignment.row(row), alignment.row(row + 1)}};
  std::fill(content.codes.begin() + block.begin, content.codes.begin() + block.end, alphabet::kGap);
  for (ColumnAnnotation& annotation : content.row.annotations)
    std::fill(annotation.symbols.begin() + block.begin, annotation.symbols.begin() + block.end,
              blankSymbol(annotation));
  for (size_t k = 0; k < pieces.size(); ++k) {
    nth(content.codes, block.begin + columns[k]) = pieces[k].code;
    for (size_t a = 0; a < content.row.annotations.size(); ++a)
      nth(content.row.annotations[a].symbols, block.begin + columns[k]) = pieces[k].symbols[a];
  }
  return content;
}

AlignmentEdit realignTo(const Alignment& alignment, const ProfileHmm& profile, const IndexRanges& rows,
                        const IndexRange& columns, Progress& progress) {
  std::vector<std::vector<Piece>> pieces;
  std::vector<std::vector<Index>> places;
  const std::vector<Index> chosen = rows.indices(std::numeric_limits<Index>::max());
  for (const Index row : chosen) {
    progress.update(double(places.size()) / double(chosen.size()), nth(alignment.rows, row).name);
    pieces.push_back(piecesOf(alignment, row, columns));
    Progress quiet;
    places.push_back(placesOf(pieces.back(), profile, quiet));
  }
  const Grid grid = gridOf(profile.alignmentColumn, columns.size(), places);
  AlignmentEdit edit;
  IndexRanges added;
  for (size_t k = 0; k < grid.match.size(); ++k) {
    const Index end = columns.begin + grid.match[k] + 1 + grid.behind[k];
    added.add(end - grid.added[k], end);
  }
  Alignment wide = alignment;
  if (!added.isEmpty()) edit.steps.push_back(AddColumns{added});
  applyEdit(wide, edit);
  ReplaceRows step{chosen, {}};
  for (size_t k = 0; k < chosen.size(); ++k) {
    step.contents.push_back(realigned(wide, chosen[k], {columns.begin, columns.begin + grid.width}, pieces[k],
                                      columnsOf(places[k], grid)));
    step.contents.back().row.inserts = insertsAround(nth(alignment.rows, chosen[k]).inserts, columns, grid.width);
  }
  edit.steps.push_back(std::move(step));
  return edit;
}

/// Columns of the block in which no row has a residue any more.
AlignmentEdit withoutGaps(const Alignment& alignment, const IndexRange& block) {
  RemoveColumns step;
  for (Index column = block.begin; column < block.end; ++column) {
    bool isGaps = true;
    for (Index row = 0; isGaps && row < alignment.numRows(); ++row) isGaps = alphabet::isGap(alignment.at(row, column));
    if (isGaps) step.columns.add(column, column + 1);
  }
  return step.columns.isEmpty() ? AlignmentEdit() : AlignmentEdit{{step}};
}

/// First to the row with the most residues, then to all.
AlignmentEdit realignAll(Alignment alignment, const IndexRanges& rows, IndexRange columns, Progress& progress) {
  const std::vector<Index> chosen = rows.indices(std::numeric_limits<Index>::max());
  const auto longest = std::max_element(chosen.begin(), chosen.end(), [&](Index a, Index b) {
    return piecesOf(alignment, a, columns).size() < piecesOf(alignment, b, columns).size();
  });
  AlignmentEdit all;
  for (int round = 0; round <= kRoundsOfAll; ++round) {
    PartProgress part(progress, round / (kRoundsOfAll + 1.0), (round + 1) / (kRoundsOfAll + 1.0));
    const Alignment seed = partOf(alignment, round == 0 ? IndexRanges(*longest, *longest + 1) : rows, columns);
    const auto perform = [&](const AlignmentEdit& edit) {
      const Index before = alignment.numColumns;
      applyEdit(alignment, edit);
      columns.end += alignment.numColumns - before;
      all.steps.insert(all.steps.end(), edit.steps.begin(), edit.steps.end());
    };
    perform(realignTo(alignment, profileOf(seed, part), rows, columns, part));
    perform(withoutGaps(alignment, columns));
  }
  return all;
}

}  // namespace

AlignmentEdit realignRows(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns,
                          Progress& progress) {
  if (rows != rows.within(alignment.numRows()) || columns.begin < 0 || columns.end > alignment.numColumns)
    fail("Rows ", rows.text(), " and columns ", columns.begin + 1, " to ", columns.end, " are not in the alignment.");
  if (rows.isEmpty() || columns.size() <= 0 || !hasResidues(partOf(alignment, rows, columns))) return {};
  const Alignment others = partOf(alignment, rows.inverted(alignment.numRows()), columns);
  if (!hasResidues(others)) return rows.count() < 2 ? AlignmentEdit() : realignAll(alignment, rows, columns, progress);
  return realignTo(alignment, profileOf(others, progress), rows, columns, progress);
}

}  // namespace engine
