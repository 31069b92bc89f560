// Reading HMMER 3 profile files: header lines, then three lines per node (match emissions, insert emissions, the
// transitions that leave the node); values are -ln p, '*' is p = 0 (HMMER User's Guide, "HMMER profile HMM files").
#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/io/formats/HhmText.h"
#include "engine/io/formats/HmmerText.h"
#include "engine/io/formats/text/TextNumbers.h"

namespace engine {

namespace {

constexpr double kSumTolerance = 1e-3;

class HmmerReader {
 public:
  HmmerReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  ProfileHmm read() {
    if (!m_lines.next() || !m_lines.line().starts_with("HMMER3/"))
      m_lines.fail("found \"", m_lines.line().substr(0, 40), "\", expected a line that begins with HMMER3/ ",
                   "(hmmconvert of HMMER turns older files into these)");
    while (readHeaderLine()) {
    }
    readBeginNode();
    while (readNode()) {
    }
    warnOfFurtherModels();
    finish();
    return std::move(m_profile);
  }

 private:
  void requireLine(const char* expected) {
    if (!m_lines.next()) m_lines.fail("the file ends, expected ", expected);
  }

  /// False after the labels of the residues and of the transitions.
  bool readHeaderLine() {
    requireLine("a HMM line");
    const auto [key, value] = splitWord(m_lines.line());
    if (key == "NAME")
      m_profile.name = std::string(trimmedRight(value));
    else if (key == "DESC")
      m_profile.description = std::string(trimmedRight(value));
    else if (key == "ACC")
      m_profile.family = std::string(trimmedRight(value));
    else if (key == "LENG")
      m_length = wholeNumber(splitWord(value).first, "number of match states");
    else if (key == "ALPH")
      requireAmino(splitWord(value).first);
    else if (key == "EFFN")
      m_profile.neff = number(splitWord(value).first, "effective number of sequences");
    else if (key == "HMM")
      hhm::readLabels(m_lines, value, "m->m");
    return key != "HMM";
  }

  void requireAmino(std::string_view name) {
    if (name != "amino") m_lines.fail("found a model of the alphabet ", name, ", expected amino");
  }

  double number(std::string_view word, const char* what) const { return numberIn(m_lines, word, what); }
  Index wholeNumber(std::string_view word, const char* what) const { return wholeNumberIn(m_lines, word, what); }

  /// -ln p as bits.
  double logBits(std::string_view word) const {
    if (word == "*") return kImpossible;
    if (word.empty()) m_lines.fail("the line ends early, expected another probability");
    const double value = number(word, "probability");
    if (value < 0) m_lines.fail("found ", word, ", expected -ln of a probability (not negative) or *");
    return -value / std::log(2.0) + 0.0;
  }

  /// 20 values; what follows them is returned.
  std::string_view readEmissions(std::string_view text, ResidueVector& emissions) const {
    for (const char residue : hhm::kResidues) {
      const auto [word, rest] = splitWord(text);
      emissions[alphabet::codeOf(residue)] = std::exp2(logBits(word));
      text = rest;
    }
    // The five printed decimals leave an error of up to 1e-5; anything larger is a damaged line.
    const double sum = std::accumulate(emissions.begin(), emissions.end(), 0.0);
    if (!(std::abs(sum - 1) <= kSumTolerance)) m_lines.fail("the probabilities sum to ", sum, ", expected 1");
    for (double& p : emissions) p /= sum;
    return text;
  }

  void readTransitions() {
    requireLine("a line with transitions");
    std::string_view rest = m_lines.line();
    std::array<double, kNumTransitions> row{};
    for (const Transition t : hhm::kTransitions) {
      const auto [word, after] = splitWord(rest);
      nth(row, t) = logBits(word);
      rest = after;
    }
    m_profile.transitions.push_back(row);
  }

  /// An optional COMPO line, insert emissions and transitions of node 0.
  void readBeginNode() {
    requireLine("the insert emissions of the begin node");
    if (splitWord(m_lines.line()).first == "COMPO") requireLine("the insert emissions of the begin node");
    readEmissions(m_lines.line(), m_profile.background);
    readTransitions();
  }

  bool readNode() {
    requireLine("another node or //");
    const auto [label, values] = splitWord(m_lines.line());
    if (label == "//") return false;
    const Index node = m_profile.length() + 1;
    if (wholeNumber(label, "number of a node") != node) m_lines.fail("found node ", label, ", expected node ", node);
    ResidueVector emissions{};
    readColumnNotes(readEmissions(values, emissions), emissions);
    m_profile.emissions.push_back(emissions);
    requireLine("insert emissions");
    ResidueVector ignored{};
    readEmissions(m_lines.line(), ignored);
    readTransitions();
    return true;
  }

  /// "MAP RF CS" (3/a to 3/d), "MAP CONS RF CS" (3/e), "MAP CONS RF MM CS" (3/f).
  void readColumnNotes(std::string_view text, const ResidueVector& emissions) {
    std::array<std::string_view, 5> words{};
    size_t count = 0;
    for (; !text.empty(); ++count) {
      const auto [word, rest] = splitWord(text);
      if (count == words.size() || (count > 0 && word.size() != 1))
        m_lines.fail("found \"", word, "\" behind the emissions, expected at most a column number and four letters");
      words[count] = word;
      text = rest;
    }
    const auto letter = [&words](size_t k) { return words[k].empty() ? '-' : words[k].front(); };
    const bool hasColumn = count > 0 && words[0] != "-";
    m_profile.alignmentColumn.push_back(hasColumn ? wholeNumber(words[0], "alignment column") - 1 : -1);
    m_referenceRow += letter(count > 3 ? 2 : 1);
    m_maskRow += count > 4 ? letter(3) : '-';
    m_structureRow += count > 1 ? letter(count - 1) : '-';
    m_profile.consensus += count > 3 && letter(1) != '-' ? letter(1) : mostProbable(emissions);
  }

  /// As HMMER writes it: upper case from a probability of one half.
  static char mostProbable(const ResidueVector& emissions) {
    const auto best = static_cast<size_t>(std::max_element(emissions.begin(), emissions.end()) - emissions.begin());
    const char letter = alphabet::kLetters[best];
    return emissions[best] >= 0.5 ? letter : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }

  void warnOfFurtherModels() {
    Index further = 0;
    while (m_lines.next()) further += m_lines.line().starts_with("HMMER3/");
    if (further > 0)
      m_diagnostics.warn(m_lines.source(), ": holds ", further + 1, " models; the first, ", m_profile.name,
                         ", is read, the other ", further, " are not");
  }

  void keepRow(const char* name, const std::string& symbols) {
    if (symbols.find_first_not_of('-') != std::string::npos) m_profile.annotations.push_back({name, symbols});
  }

  void finish() {
    if (m_length >= 0 && m_length != m_profile.length())
      m_lines.fail("found ", m_profile.length(), " nodes, expected ", m_length, " as the line LENG says");
    const auto [mm, mi, md] = std::tuple{size_t(Transition::MM), size_t(Transition::MI), size_t(Transition::MD)};
    for (auto* row : {&m_profile.transitions.front(), &m_profile.transitions.back()}) {
      (*row)[mm] = 0;
      (*row)[mi] = (*row)[md] = kImpossible;
    }
    m_profile.columnNeff.assign(m_profile.transitions.size(), {m_profile.neff, 0, 0});
    m_profile.hasPseudocounts = m_profile.hasTransitionPseudocounts = true;
    for (const char letter : m_profile.consensus)
      m_profile.masterLetters += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    for (const Index column : m_profile.alignmentColumn)
      m_profile.numAlignmentColumns = std::max(m_profile.numAlignmentColumns, column + 1);
    keepRow("ss_dssp", m_structureRow);
    keepRow("sa_RF", m_referenceRow);
    keepRow("sa_MM", m_maskRow);
    m_profile.shownSequences.emplace_back(m_profile.name, m_profile.masterLetters);
    withErrorsNaming(m_lines.source(), [&] { m_profile.validate(); });
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  ProfileHmm m_profile;
  std::string m_referenceRow, m_maskRow, m_structureRow;
  Index m_length = -1;
};

}  // namespace

ProfileHmm readHmmer(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                     Progress& progress) {
  return HmmerReader(content, source, diagnostics, progress).read();
}

}  // namespace engine
