// Rows of a hit, block by block, and the path between their letters.
#include "engine/io/formats/HhrBlocks.h"

#include <algorithm>
#include <cctype>

#include "engine/io/formats/HhrText.h"
#include "engine/io/formats/text/FastaIndex.h"
#include "engine/io/formats/text/TextNumbers.h"

namespace engine::hhr {

namespace {

bool isPosition(char c) { return c != '-' && c != '.'; }
bool isLower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

}  // namespace

void BlockReader::add() {
  const std::string_view line = m_lines.line();
  const bool isInBlock = m_width > m_blockBegin;
  if (line.starts_with("Q ") || line.starts_with("T "))
    addRow(m_sides[line.front() == 'T']);
  else if (line.starts_with("Confidence"))
    m_confidence.resize(m_blockBegin, ' '), m_confidence += plainPiece();
  else if (isInBlock && !m_hasTemplate && !m_hasMarks && (trimmed(line).empty() || line.starts_with(' '))) {
    m_marks += plainPiece();
    m_hasMarks = true;
  } else if (trimmed(line).empty())
    endBlock();
  else if (!line.starts_with("Done"))
    m_lines.fail("found \"", line.substr(0, 40), "\", expected a row of an alignment (Q or T) or of its quality");
}

std::string BlockReader::plainPiece() const {
  const std::string_view line = m_lines.line();
  std::string piece(line.size() > kRowBegin ? line.substr(kRowBegin) : "");
  const size_t width = m_width - m_blockBegin;
  if (piece.size() > width && width > 0 && piece.find_first_not_of(' ', width) != std::string::npos)
    m_lines.fail("found a row of ", piece.size(), " columns, expected ", width);
  if (width > 0) piece.resize(width, ' ');
  return piece;
}

void BlockReader::addRow(Side& side) {
  const std::string_view line = m_lines.line();
  const std::string_view name = trimmed(line.substr(2, kNameLetters));
  m_hasTemplate = m_hasTemplate || &side == &m_sides[1];
  // A sequence may be called like an annotation, but its row has a number.
  const bool hasNumber = line.find_first_not_of(' ', 2 + kNameLetters) < kRowBegin;
  if (!hasNumber && isAnnotationName(name, AnnotationRows::all)) {
    auto found = std::find_if(side.annotations.begin(), side.annotations.end(),
                              [name](const auto& annotation) { return annotation.first == name; });
    if (found == side.annotations.end()) found = side.annotations.insert(found, {std::string(name), ""});
    if (found->second.size() > m_blockBegin) m_lines.fail("found the row ", name, " twice in a block");
    found->second.resize(m_blockBegin, ' ');
    found->second += line.size() > kRowBegin ? line.substr(kRowBegin) : "";
    return;
  }
  Row& row = name == kConsensus ? side.consensus : side.sequence;
  if (line.size() <= 2 + kNameLetters) m_lines.fail("the line ends early, expected a number and letters");
  if (!row.isInBlock) addNumbered(row, line.substr(2 + kNameLetters));
}

/// "first letters last (total)".
void BlockReader::addNumbered(Row& row, std::string_view text) {
  const auto [first, behindFirst] = splitWord(text);
  const auto [letters, behindLetters] = splitWord(behindFirst);
  const auto [last, total] = splitWord(behindLetters);
  if (total.size() < 2 || total.front() != '(' || total.back() != ')')
    m_lines.fail("found \"", total, "\" at the end of the row, expected its length in brackets");
  const Index begin = wholeNumberIn(m_lines, first, "first position"),
              end = wholeNumberIn(m_lines, last, "last position");
  const auto count = static_cast<Index>(std::count_if(letters.begin(), letters.end(), isPosition));
  const bool isFirst = row.letters.empty();
  if (isFirst) {
    row.first = begin;
    row.last = begin - 1;
    row.total = wholeNumberIn(m_lines, total.substr(1, total.size() - 2), "length of the row");
  }
  if (count > 0 && (begin != row.last + 1 || end != row.last + count))
    m_lines.fail("found positions ", begin, " to ", end, " for ", count, " letters, expected ", row.last + 1, " to ",
                 row.last + count);
  row.last += count;
  const size_t width = m_blockBegin + letters.size();
  if (m_width > m_blockBegin && width != m_width)
    m_lines.fail("found a row of ", letters.size(), " columns, expected ", m_width - m_blockBegin);
  m_width = width;
  row.letters.resize(m_blockBegin, '-');
  row.letters += letters;
  row.isInBlock = true;
}

void BlockReader::endBlock() {
  if (m_width == m_blockBegin) return;
  for (Side& side : m_sides) {
    for (auto& [name, symbols] : side.annotations) fillUp(symbols);
    for (Row* row : {&side.sequence, &side.consensus}) {
      if (!row->letters.empty() && !row->isInBlock) m_lines.fail("the block lacks a row that the blocks before have");
      row->isInBlock = false;
    }
  }
  m_blockBegin = m_width;
  m_hasMarks = m_hasTemplate = false;
}

AlignmentPath BlockReader::pathOf() const {
  struct Columns {
    const std::string& letters;
    Index first;
    bool isConsensus;
  };
  const auto columnsOf = [](const Side& side) -> Columns {
    const bool isConsensus = !side.consensus.letters.empty();
    const Row& row = isConsensus ? side.consensus : side.sequence;
    return {row.letters, row.first, isConsensus};
  };
  const Columns query = columnsOf(m_sides[0]), templ = columnsOf(m_sides[1]);
  Index i = query.first - 1, j = templ.first - 1;
  AlignmentPath path;
  for (size_t column = 0; column < m_width; ++column) {
    const char q = query.letters[column], t = templ.letters[column];
    // Without a consensus row, residues between two columns are known by their lower case.
    const bool hasQuery = isPosition(q) && (query.isConsensus || !isLower(q));
    const bool hasTemplate = isPosition(t) && (templ.isConsensus || !isLower(t));
    if (!hasQuery && !hasTemplate) continue;
    PathStep step;
    step.state = hasQuery ? (hasTemplate ? PairState::MM : PairState::MI) : PairState::IM;
    i += hasQuery;
    j += hasTemplate;
    step.i = i - 1;
    step.j = j - 1;
    const char digit = column < m_confidence.size() ? m_confidence[column] : ' ';
    if (step.state == PairState::MM && digit >= '0' && digit <= '9') step.posterior = (digit - '0' + 0.5) / 10;
    path.steps.push_back(step);
  }
  return path;
}

void BlockReader::requireRange(const Side& side, const char* name, Index numColumns) const {
  const Row& row = side.consensus.letters.empty() ? side.sequence : side.consensus;
  if (row.first < 1) m_lines.fail("the rows of the ", name, " begin at position ", row.first, ", expected 1 or more");
  if (!side.consensus.letters.empty() && row.last > numColumns)
    m_lines.fail("the rows of the ", name, " end at column ", row.last, ", expected at most ", numColumns);
}

void BlockReader::finish(Index numQueryColumns, SearchHit& hit) {
  endBlock();
  for (const Side& side : m_sides)
    if (side.sequence.letters.empty() && side.consensus.letters.empty())
      m_lines.fail("found no alignment rows of the ", &side == &m_sides[0] ? "query" : "template", " of ", hit.name);
  requireRange(m_sides[0], "query", numQueryColumns);
  requireRange(m_sides[1], "template", hit.numColumns);
  const double score = hit.path.score;
  hit.path = pathOf();
  const std::vector<PathStep>& steps = hit.path.steps;
  if (steps.empty() || steps.front().state != PairState::MM || steps.back().state != PairState::MM)
    m_lines.fail("the rows of ", hit.name, " do not begin and end with a column of both sides");
  hit.path.score = score;
  if (m_confidence.find_first_not_of(' ') == std::string::npos && hit.scores.sumProbabilities == 0)
    hit.scores.sumProbabilities = PathScores::kUnknown;
  for (std::string* row : {&m_marks, &m_confidence})
    if (!row->empty()) fillUp(*row);
  for (Side& side : m_sides)
    if (side.sequence.letters.empty()) side.sequence = side.consensus;
  hit.rows.query = std::move(m_sides[0].sequence.letters);
  hit.rows.templ = std::move(m_sides[1].sequence.letters);
  hit.rows.queryConsensus = std::move(m_sides[0].consensus.letters);
  hit.rows.templateConsensus = std::move(m_sides[1].consensus.letters);
  hit.rows.queryFirst = std::max<Index>(0, m_sides[0].sequence.first - 1);
  hit.rows.templateFirst = std::max<Index>(0, m_sides[1].sequence.first - 1);
  hit.rows.queryResidues = m_sides[0].sequence.total;
  hit.rows.templateResidues = m_sides[1].sequence.total;
  hit.rows.marks = std::move(m_marks);
  hit.rows.confidence = std::move(m_confidence);
  hit.rows.queryAnnotations = std::move(m_sides[0].annotations);
  hit.rows.templateAnnotations = std::move(m_sides[1].annotations);
}

}  // namespace engine::hhr
