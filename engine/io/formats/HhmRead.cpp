// Reading HH-suite profile files: header lines, SEQ block, NULL line, two lines per match column.
#include <vector>

#include "engine/base/Nth.h"
#include "engine/io/formats/HhmText.h"
#include "engine/io/formats/text/FastaIndex.h"
#include "engine/io/formats/text/TextNumbers.h"

namespace engine {

namespace {

/// Longer numbers are read the slow way, as are those with a point.
constexpr int kMaxPlainDigits = 9;

/// 30 numbers with a blank behind each: what a file cannot be smaller than.
constexpr size_t kLeastBytesPerColumn = 60;

/// exp2(-k / 1000) of what files hold most: probabilities down to 2^-16.
const std::vector<double>& probabilities() {
  static const std::vector<double> table = [] {
    std::vector<double> values(1 << 14);
    for (size_t k = 0; k < values.size(); ++k) values[k] = std::exp2(-static_cast<double>(k) / hhm::kUnit);
    return values;
  }();
  return table;
}

/// Codes of the residues in the order of the files.
const std::array<ResidueCode, alphabet::kNumResidues>& residueCodes() {
  static const std::array<ResidueCode, alphabet::kNumResidues> codes = [] {
    std::array<ResidueCode, alphabet::kNumResidues> all{};
    for (size_t k = 0; k < all.size(); ++k) all[k] = alphabet::codeOf(hhm::kResidues[k]);
    return all;
  }();
  return codes;
}

class HhmReader {
 public:
  HhmReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  ProfileHmm read() {
    if (!nextLine() || !m_lines.line().starts_with("HHsearch"))
      m_lines.fail("expected a line that begins with HHsearch (HH-suite profile)");
    while (readHeaderLine()) {
    }
    readTransitions();
    while (readColumn()) {
    }
    finish();
    return std::move(m_profile);
  }

 private:
  bool nextLine() { return m_lines.next(); }

  void requireLine(const char* expected) {
    if (!nextLine()) m_lines.fail("the file ends, expected ", expected);
  }

  /// False after the HMM block's head.
  bool readHeaderLine() {
    requireLine("a HMM line");
    const auto [key, value] = splitWord(m_lines.line());
    if (key == "NAME")
      std::tie(m_profile.name, m_profile.description) = nameAndRest(value);
    else if (key == "FAM")
      m_profile.family = std::string(trimmedRight(value));
    else if (key == "LENG")
      readLength(value);
    else if (key == "FILT")
      m_profile.filterNote = std::string(trimmedRight(value));
    else if (key == "NEFF" || key == "NAA")
      m_profile.neff = number(splitWord(value).first, "NEFF");
    else if (key == "PCT")
      m_profile.hasPseudocounts = splitWord(value).first == "true";
    else if (key == "SEQ")
      readSequences();
    else if (key == "NULL")
      readBackground(value);
    else if (key == "HMM")
      return readHmmHead(value);
    else if (!key.empty() && !isKnownButUnused(key))
      warnUnknown(key);
    return true;
  }

  static bool isKnownButUnused(std::string_view key) {
    for (const std::string_view known : {"COM", "DATE", "FILE", "DESC", "EVD", "#"})
      if (key == known) return true;
    return false;
  }

  void warnUnknown(std::string_view key) {
    m_diagnostics.warn(m_lines.source(), ", line ", m_lines.number(), ": unknown header line ", key, " skipped");
  }

  static std::pair<std::string, std::string> nameAndRest(std::string_view text) {
    const auto [name, rest] = splitWord(text);
    return {std::string(name), std::string(trimmedRight(rest))};
  }

  double number(std::string_view word, const char* what) const { return numberIn(m_lines, word, what); }
  Index wholeNumber(std::string_view word, const char* what) const { return wholeNumberIn(m_lines, word, what); }

  /// "n match states, m columns in multiple alignment"
  void readLength(std::string_view value) {
    const auto [count, rest] = splitWord(value);
    m_length = wholeNumber(count, "number of match states");
    reserve(std::min(static_cast<size_t>(m_length), m_lines.size() / kLeastBytesPerColumn));
    const size_t comma = rest.find(',');
    if (comma == std::string_view::npos) return;
    m_profile.numAlignmentColumns = wholeNumber(splitWord(rest.substr(comma + 1)).first, "number of columns");
  }

  void reserve(size_t columns) {
    m_profile.emissions.reserve(columns);
    m_profile.alignmentColumn.reserve(columns);
    m_profile.masterLetters.reserve(columns);
    m_profile.transitions.reserve(columns + 1);
    m_profile.columnNeff.reserve(columns + 1);
  }

  /// FASTA until a line "#".
  void readSequences() {
    for (;;) {
      requireLine("the line # that ends the block SEQ");
      const std::string_view line = trimmedRight(m_lines.line());
      if (line == "#") break;
      if (line.starts_with('>'))
        m_profile.shownSequences.emplace_back(trimmed(line.substr(1)), "");
      else if (m_profile.shownSequences.empty())
        m_lines.fail("found \"", line, "\", expected a line with > and a name");
      else
        m_profile.shownSequences.back().second += trimmed(line);
    }
  }

  void readBackground(std::string_view value) {
    readEmissions(value, m_profile.background);
    m_hasBackground = true;
  }

  bool readHmmHead(std::string_view value) {
    if (!m_hasBackground) m_lines.fail("found HMM before a NULL line with the background");
    hhm::readLabels(m_lines, value, "M->M");
    return false;
  }

  /// The next number of `text`, in thousandths: hhm::kStar and more stand for probability 0. Moves `text` behind it.
  double thousandths(std::string_view& text, const char* what) const {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end && isBlank(*at)) ++at;
    const char* const begin = at;
    int value = 0;
    for (; at < end && at - begin < kMaxPlainDigits && *at >= '0' && *at <= '9'; ++at) value = 10 * value + (*at - '0');
    if (at > begin && (at == end || isBlank(*at))) {
      text.remove_prefix(static_cast<size_t>(at - text.data()));
      return value;
    }
    const auto [word, rest] = splitWord(text);
    text = rest;
    if (word == "*") return hhm::kStar;
    if (word.empty()) m_lines.fail("the line ends early, expected another ", what);
    const double found = number(word, what);
    if (found < 0) m_lines.fail("found ", word, " as ", what, ", expected -1000 log2 or * (not negative)");
    return std::floor(found + 0.5);  // as it would be written
  }

  double probability(std::string_view& text) const {
    const double value = thousandths(text, "probability");
    if (value >= hhm::kStar) return 0;
    const auto index = static_cast<size_t>(value);
    const std::vector<double>& table = probabilities();
    return index < table.size() && static_cast<double>(index) == value ? table[index] : std::exp2(-value / hhm::kUnit);
  }

  double logBits(std::string_view& text) const {
    const double value = thousandths(text, "probability");
    return value >= hhm::kStar ? kImpossible : -value / hhm::kUnit + 0.0;
  }

  void readEmissions(std::string_view& text, ResidueVector& emissions) const {
    for (const ResidueCode code : residueCodes()) emissions[code] = probability(text);
  }

  /// The next line: 7 transitions and 3 effective numbers that belong to state `column` (0: begin).
  void readTransitions() {
    requireLine("a line with transitions");
    std::string_view rest = m_lines.line();
    auto& row = m_profile.transitions.emplace_back();
    for (const Transition t : hhm::kTransitions) nth(row, t) = logBits(rest);
    ColumnNeff& neff = m_profile.columnNeff.emplace_back();
    for (double* value : {&neff.match, &neff.insert, &neff.deletion})
      *value = thousandths(rest, "effective number of sequences") / hhm::kUnit;
  }

  /// "residue index 20 values column" and the transitions; false at "//".
  bool readColumn() {
    do requireLine("another match column or //");
    while (trimmed(m_lines.line()).empty());
    const auto [letter, values] = splitWord(m_lines.line());
    if (letter.starts_with("//")) return false;
    const Index column = m_profile.length() + 1;
    if (letter.size() != 1) m_lines.fail("found \"", letter, "\", expected the residue letter of column ", column);
    std::string_view rest = values;
    const double index = thousandths(rest, "column number");
    if (index != static_cast<double>(column)) m_lines.fail("found column ", index, ", expected column ", column);
    readEmissions(rest, m_profile.emissions.emplace_back());
    const std::string_view position = splitWord(rest).first;
    m_profile.alignmentColumn.push_back(position.empty() ? -1 : wholeNumber(position, "alignment column") - 1);
    m_profile.masterLetters += letter.front();
    readTransitions();
    return true;
  }

  /// Sorts the rows of the SEQ block into annotations, consensus and sequences, and checks the whole.
  void finish() {
    if (m_length >= 0 && m_length != m_profile.length())
      m_lines.fail("found ", m_profile.length(), " match columns, expected ", m_length, " as the line LENG says");
    const auto length = static_cast<size_t>(m_profile.length());
    std::vector<std::pair<std::string, std::string>> sequences;
    for (auto& [header, text] : m_profile.shownSequences) {
      const std::string_view name = splitWord(header).first;
      const bool isAnnotation = isAnnotationName(name, AnnotationRows::all);
      if (!isAnnotation && name != hhm::kConsensus)
        sequences.emplace_back(std::move(header), std::move(text));
      else if (text.size() != length)
        m_diagnostics.warn(m_lines.source(), ": row ", name, " has ", text.size(), " letters, expected ", length,
                           "; it is left out");
      else if (isAnnotation)
        m_profile.annotations.push_back({std::string(name), std::move(text)});
      else
        m_profile.consensus = std::move(text);
    }
    m_profile.shownSequences = std::move(sequences);
    if (m_profile.consensus.size() != length) m_profile.consensus.assign(length, 'x');
    withErrorsNaming(m_lines.source(), [&] { m_profile.validate(); });
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  ProfileHmm m_profile;
  Index m_length = -1;
  bool m_hasBackground = false;
};

}  // namespace

void hhm::readLabels(TextLines& lines, std::string_view residues, std::string_view first) {
  for (const char expected : kResidues) {
    const auto [word, rest] = splitWord(residues);
    if (word.size() != 1 || word.front() != expected)
      lines.fail("found residue label \"", word, "\", expected ", expected);
    residues = rest;
  }
  if (!lines.next()) lines.fail("the file ends, expected the labels of the transitions");
  if (splitWord(lines.line()).first != first)
    lines.fail("found \"", lines.line(), "\", expected the labels of the transitions (", first, " ...)");
}

ProfileHmm readHhm(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress) {
  return HhmReader(content, source, diagnostics, progress).read();
}

}  // namespace engine
