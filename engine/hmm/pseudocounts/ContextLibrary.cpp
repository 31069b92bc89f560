// Reader of context libraries in text form.
#include "engine/hmm/pseudocounts/ContextLibrary.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr double kUnit = 1000;           ///< files hold thousandths
constexpr Index kMaxStates = 1'000'000;  ///< a head that asks for more is a mistake, not a library
constexpr Index kMaxWindow = 999;

class LibraryReader {
 public:
  LibraryReader(std::string_view content, const std::string& source, Progress& progress)
      : m_rest(content), m_source(source), m_progress(progress) {}

  ContextLibrary read() {
    expectKey("CRF");
    m_library.numStates = headNumber("SIZE", kMaxStates);
    m_library.window = headNumber("LENG", kMaxWindow);
    if (m_library.window % 2 == 0) failHere("a window of an odd number of columns");
    reserve();
    for (Index state = 0; state < m_library.numStates; ++state) {
      m_progress.update(static_cast<double>(state) / static_cast<double>(m_library.numStates), "read context library");
      readState(state);
    }
    return std::move(m_library);
  }

 private:
  [[noreturn]] void failHere(const std::string& expected) const {
    fail(m_source, ", line ", m_number, ": found \"", m_line.substr(0, 40), "\", expected ", expected,
         " (context library)");
  }

  /// Goes to the next line that is not empty.
  void nextLine(const char* expected) {
    do {
      if (m_rest.empty()) fail(m_source, ": the file ends, expected ", expected, " (context library)");
      const size_t end = std::min(m_rest.find('\n'), m_rest.size());
      m_line = m_rest.substr(0, end);
      m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
      ++m_number;
      while (!m_line.empty() && (m_line.back() == '\r' || m_line.back() == ' ')) m_line.remove_suffix(1);
    } while (m_line.empty());
    m_words = m_line;
  }

  std::string_view nextWord() {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    size_t begin = 0;
    while (begin < m_words.size() && isBlank(m_words[begin])) ++begin;
    size_t end = begin;
    while (end < m_words.size() && !isBlank(m_words[end])) ++end;
    const std::string_view word = m_words.substr(begin, end - begin);
    m_words.remove_prefix(end);
    return word;
  }

  double nextNumber() {
    const std::string_view word = nextWord();
    const char* const last = word.data() + word.size();
    // Nearly all numbers are whole, and those are read several times faster.
    int whole = 0;
    if (const auto [end, error] = std::from_chars(word.data(), last, whole); error == std::errc{} && end == last)
      return whole;
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (error != std::errc{} || end != last || !std::isfinite(value)) failHere("a number");
    return value;
  }

  void expectKey(const char* key) {
    nextLine(key);
    if (nextWord() != key) failHere(std::string("a line that begins with ") + key);
  }

  Index headNumber(const char* key, Index largest) {
    expectKey(key);
    const double value = nextNumber();
    if (!(value >= 1 && value <= static_cast<double>(largest)) || value != std::floor(value))
      failHere(std::string(key) + " and a number from 1 to " + std::to_string(largest));
    return static_cast<Index>(value);
  }

  void reserve() {
    constexpr Index kLanes = ContextLibrary::kLanes;
    const Index blocks = (m_library.numStates + kLanes - 1) / kLanes;
    // A state takes at least two characters per weight, so that a lying head cannot ask for much memory.
    const Index inputs = m_library.window * alphabet::kNumResidues;
    if (static_cast<size_t>(m_library.numStates) * static_cast<size_t>(inputs) * 2 > m_rest.size())
      fail(m_source, ": the file is too short for ", m_library.numStates, " states of ", m_library.window,
           " columns (context library)");
    m_library.bias.assign(static_cast<size_t>(blocks * kLanes), -std::numeric_limits<float>::infinity());
    m_library.weights.assign(static_cast<size_t>(blocks * inputs * kLanes), 0.0F);
    m_library.emissions.resize(static_cast<size_t>(m_library.numStates));
  }

  void readState(Index state) {
    expectKey("CrfState");
    nextLine("BIAS");
    // A state may carry a name of its own.
    if (m_line.starts_with("NAME")) nextLine("BIAS");
    if (nextWord() != "BIAS") failHere("a line that begins with BIAS");
    nth(m_library.bias, state) = static_cast<float>(nextNumber());
    if (headNumber("LENG", kMaxWindow) != m_library.window) failHere("the same window in every state");
    if (headNumber("ALPH", 1000) != alphabet::kNumResidues) failHere("ALPH 20");
    readResidueOrder();
    for (Index position = 0; position < m_library.window; ++position) readWeights(state, position);
    readEmissions(nth(m_library.emissions, state));
    nextLine("//");
    if (m_line != "//") failHere("//");
  }

  void readResidueOrder() {
    expectKey("WEIGHTS");
    std::array<bool, alphabet::kNumResidues> isSeen{};
    for (size_t& residue : m_order) {
      const std::string_view word = nextWord();
      residue = word.size() == 1 ? alphabet::codeOf(word.front()) : alphabet::kInvalid;
      if (residue >= isSeen.size() || isSeen[residue]) failHere("the letters of the 20 residues");
      isSeen[residue] = true;
    }
  }

  void readWeights(Index state, Index position) {
    nextLine("a row of weights");
    if (nextNumber() != static_cast<double>(position + 1))
      failHere("row " + std::to_string(position + 1) + " of the weights");
    constexpr Index kLanes = ContextLibrary::kLanes, kResidues = alphabet::kNumResidues;
    const Index block = state / kLanes * m_library.window * kResidues;
    for (const size_t residue : m_order) {
      const Index row = block + position * kResidues + static_cast<Index>(residue);
      nth(m_library.weights, row * kLanes + state % kLanes) = static_cast<float>(nextNumber() / kUnit);
    }
  }

  void readEmissions(ResidueVector& emissions) {
    expectKey("PC");
    double sum = 0;
    for (const size_t residue : m_order) sum += emissions[residue] = std::exp(nextNumber() / kUnit);
    if (!(sum > 0) || !std::isfinite(sum)) failHere("logarithms of probabilities");
    for (double& p : emissions) p /= sum;
  }

  std::string_view m_rest, m_line, m_words;
  const std::string& m_source;
  Progress& m_progress;
  Index m_number = 0;
  std::array<size_t, alphabet::kNumResidues> m_order{};
  ContextLibrary m_library;
};

}  // namespace

ContextLibrary readContextLibrary(std::string_view content, const std::string& source, Progress& progress) {
  return LibraryReader(content, source, progress).read();
}

}  // namespace engine
