// Column states as text, in the form of the context libraries of HH-suite (MATHEMATICS.md 2.2).
#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

#include "engine/search/prefilter/ColumnStates.h"

namespace engine {

namespace {

constexpr double kUnitsPerBit = 1000;  ///< of the values, which are -log2 p

std::vector<std::string> wordsOf(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Reads one library line by line; `line` is the 1-based number of the line in hand.
struct Reader {
  std::istringstream in;
  const std::string& source;
  size_t line = 0;
  std::array<size_t, alphabet::kNumResidues> order{};  ///< residue of each value of the current state

  bool next(std::string& text) {
    if (!std::getline(in, text)) return false;
    ++line;
    return true;
  }

  double number(const std::string& word, const char* what) const {
    size_t used = 0;
    double value = std::numeric_limits<double>::quiet_NaN();
    try {
      value = std::stod(word, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used != word.size() || !std::isfinite(value))
      fail(source, ", line ", line, ": found '", word, "', expected ", what);
    return value;
  }

  void readOrder(const std::vector<std::string>& words) {
    std::array<bool, alphabet::kNumResidues> seen{};
    if (words.size() != 1 + order.size())
      fail(source, ", line ", line, ": found ", words.size() - 1, " residue letters after PROBS, expected ",
           order.size());
    for (size_t a = 0; a < order.size(); ++a) {
      const ResidueCode code = words[a + 1].size() == 1 ? alphabet::codeOf(words[a + 1][0]) : alphabet::kInvalid;
      if (code >= alphabet::kNumResidues || seen[code])
        fail(source, ", line ", line, ": found '", words[a + 1], "', expected each of the 20 residues once");
      seen[code] = true;
      order[a] = code;
    }
  }

  ResidueVector readColumn(const std::vector<std::string>& words) const {
    if (words.size() != 1 + order.size())
      fail(source, ", line ", line, ": found ", std::max<size_t>(1, words.size()) - 1, " values, expected ",
           order.size());
    ResidueVector column{};
    double sum = 0;
    for (size_t a = 0; a < order.size(); ++a) {
      const double bits = number(words[a + 1], "a value -1000 log2 p") / kUnitsPerBit;
      sum += column[order[a]] = std::exp2(-bits);
    }
    if (!(sum > 0) || !std::isfinite(sum)) fail(source, ", line ", line, ": the values give no probabilities");
    for (double& p : column) p /= sum;
    return column;
  }
};

}  // namespace

ColumnStates parseColumnStates(std::string_view text, const std::string& source) {
  ColumnStates states;
  Reader reader{std::istringstream(std::string(text)), source};
  bool isFirst = true;
  double declared = -1;  // states, as the line SIZE says
  for (std::string line; reader.next(line);) {
    const std::vector<std::string> words = wordsOf(line);
    if (words.empty()) continue;
    if (isFirst && words[0] != "ContextLibrary")
      fail(source, ", line ", reader.line, ": found '", words[0],
           "', expected a library that begins with ContextLibrary");
    isFirst = false;
    if (words[0] == "SIZE" && words.size() == 2) declared = reader.number(words[1], "a number of states");
    if (words[0] == "ISLOG" && (words.size() != 2 || words[1] != "F"))
      fail(source, ", line ", reader.line, ": expected ISLOG F (values -1000 log2 p)");
    if (words[0] == "LENG" && (words.size() != 2 || words[1] != "1"))
      fail(source, ", line ", reader.line, ": expected LENG 1 (states of one column)");
    if (words[0] == "PRIOR") {
      if (words.size() != 2) fail(source, ", line ", reader.line, ": expected one number after PRIOR");
      states.priors.push_back(reader.number(words[1], "a prior"));
    }
    if (words[0] == "PROBS") {
      reader.readOrder(words);
      if (!reader.next(line)) fail(source, ": ends inside column state ", states.count() + 1);
      states.probabilities.push_back(reader.readColumn(wordsOf(line)));
    }
  }
  if (declared >= 0 && declared != states.count())
    fail(source, ": found ", states.count(), " column states, expected ", declared,
         " as the line SIZE says: the library is cut short");
  double sum = 0;
  for (const double prior : states.priors) sum += prior;
  for (double& prior : states.priors) prior /= sum;
  withErrorsNaming(source, [&] { states.validate(); });
  return states;
}

std::string columnStatesText(const ColumnStates& states) {
  std::ostringstream text;
  text << "ContextLibrary\nSIZE\t" << states.count() << "\nLENG\t1\n" << std::setprecision(8);
  for (size_t k = 0; k < states.probabilities.size(); ++k) {
    text << "ContextProfile\nNAME\t" << k << "\nPRIOR\t" << states.priors[k] << "\nISLOG\tF\nLENG\t1\nALPH\t20\nPROBS";
    for (size_t a = 0; a < alphabet::kNumResidues; ++a) text << '\t' << alphabet::kLetters[a];
    text << "\n1";
    for (const double p : states.probabilities[k]) text << '\t' << std::lround(-kUnitsPerBit * std::log2(p));
    text << "\n//\n";
  }
  return text.str();
}

}  // namespace engine
