// Reading HH-suite profile files: header lines, SEQ block, NULL line, two lines per match column.
#include <charconv>
#include <vector>

#include "engine/io/formats/HhmText.h"
#include "engine/io/formats/TextLines.h"

namespace engine {

namespace {

class HhmReader {
 public:
  HhmReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  ProfileHmm read() {
    if (!nextLine() || !m_lines.line().starts_with("HHsearch"))
      m_lines.fail("expected a line that begins with HHsearch (HH-suite profile)");
    while (readHeaderLine()) {
    }
    readTransitions(0);
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

  double number(std::string_view word, const char* what) const {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
      m_lines.fail("found \"", word, "\" as ", what, ", expected a number");
    return value;
  }

  Index wholeNumber(std::string_view word, const char* what) const {
    Index value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < 0)
      m_lines.fail("found \"", word, "\" as ", what, ", expected a whole number");
    return value;
  }

  /// "n match states, m columns in multiple alignment"
  void readLength(std::string_view value) {
    const auto [count, rest] = splitWord(value);
    m_length = wholeNumber(count, "number of match states");
    const size_t comma = rest.find(',');
    if (comma == std::string_view::npos) return;
    m_profile.numAlignmentColumns = wholeNumber(splitWord(rest.substr(comma + 1)).first, "number of columns");
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
    for (const char residue : hhm::kResidues) {
      const auto [word, rest] = splitWord(value);
      m_profile.background[alphabet::codeOf(residue)] = probability(word);
      value = rest;
    }
    m_hasBackground = true;
  }

  bool readHmmHead(std::string_view value) {
    if (!m_hasBackground) m_lines.fail("found HMM before a NULL line with the background");
    for (const char expected : hhm::kResidues) {
      const auto [word, rest] = splitWord(value);
      if (word.size() != 1 || word.front() != expected)
        m_lines.fail("found residue label \"", word, "\", expected ", expected);
      value = rest;
    }
    requireLine("the labels of the transitions");
    if (splitWord(m_lines.line()).first != "M->M")
      m_lines.fail("found \"", m_lines.line(), "\", expected the labels of the transitions (M->M ...)");
    return false;
  }

  double probability(std::string_view word) const {
    const double bits = logBits(word);
    return bits == kImpossible ? 0.0 : std::exp2(bits);
  }

  double logBits(std::string_view word) const {
    if (word == "*") return kImpossible;
    if (word.empty()) m_lines.fail("the line ends early, expected another probability");
    const double value = number(word, "probability");
    if (value < 0) m_lines.fail("found ", word, ", expected -1000 log2 of a probability (not negative) or *");
    return value >= hhm::kStar ? kImpossible : -value / hhm::kUnit + 0.0;
  }

  double effectiveNumber(std::string_view word) const {
    if (word == "*") return hhm::kStar / hhm::kUnit;
    const double value = number(word, "effective number of sequences");
    if (value < 0) m_lines.fail("found effective number of sequences ", word, ", expected none below 0");
    return value / hhm::kUnit;
  }

  /// The next line: 7 transitions and 3 effective numbers that belong to state `column` (0: begin).
  void readTransitions(Index column) {
    requireLine("a line with transitions");
    std::string_view rest = m_lines.line();
    std::array<double, kNumTransitions> row{};
    for (const Transition t : hhm::kTransitions) {
      const auto [word, after] = splitWord(rest);
      row[static_cast<size_t>(t)] = logBits(word);
      rest = after;
    }
    ColumnNeff neff{column == 0 ? hhm::kStar / hhm::kUnit : 1.0, 0, 0};
    for (double* value : {&neff.match, &neff.insert, &neff.deletion}) {
      const auto [word, after] = splitWord(rest);
      if (word.empty()) m_lines.fail("the line ends early, expected the effective numbers of state ", column);
      *value = effectiveNumber(word);
      rest = after;
    }
    m_profile.transitions.push_back(row);
    m_profile.columnNeff.push_back(neff);
  }

  /// "residue index 20 values column" and the transitions; false at "//".
  bool readColumn() {
    do requireLine("another match column or //");
    while (trimmed(m_lines.line()).empty());
    auto [letter, rest] = splitWord(m_lines.line());
    if (letter.starts_with("//")) return false;
    const Index column = m_profile.length() + 1;
    if (letter.size() != 1) m_lines.fail("found \"", letter, "\", expected the residue letter of column ", column);
    const auto [index, values] = splitWord(rest);
    if (wholeNumber(index, "column number") != column)
      m_lines.fail("found column ", index, ", expected column ", column);
    ResidueVector emissions{};
    rest = values;
    for (const char residue : hhm::kResidues) {
      const auto [word, after] = splitWord(rest);
      emissions[alphabet::codeOf(residue)] = probability(word);
      rest = after;
    }
    const std::string_view position = splitWord(rest).first;
    m_profile.alignmentColumn.push_back(position.empty() ? -1 : wholeNumber(position, "alignment column") - 1);
    m_profile.emissions.push_back(emissions);
    m_profile.masterLetters += letter.front();
    readTransitions(column);
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
      const bool isAnnotation = name.starts_with("ss_") || name.starts_with("sa_");
      if (!isAnnotation && name != "Consensus")
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
    try {
      m_profile.validate();
    } catch (const Error& error) {
      fail(m_lines.source(), ": ", error.what());
    }
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  ProfileHmm m_profile;
  Index m_length = -1;
  bool m_hasBackground = false;
};

}  // namespace

ProfileHmm readHhm(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress) {
  return HhmReader(content, source, diagnostics, progress).read();
}

}  // namespace engine
