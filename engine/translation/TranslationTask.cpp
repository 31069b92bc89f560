#include "engine/translation/TranslationTask.h"

#include <algorithm>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/base/TextLines.h"

namespace engine {

namespace {

const std::string kNucleotides = "ACGT";
const std::string kReversed = "ACDEFGHI";  ///< letters of the task reverse
const std::string kAminoAcids = "ACDEFGHIKLMNPQRSTVWY";

template <class Range>
char oneOf(const Range& letters, Random& random) {
  return letters[static_cast<std::size_t>(random.below(letters.size()))];
}

Index between(Index least, Index most, Random& random) {
  return least + static_cast<Index>(random.below(static_cast<std::uint64_t>(most - least + 1)));
}

std::string lettersOf(const std::string& alphabet, Index length, Random& random) {
  std::string text;
  for (Index k = 0; k < length; ++k) text += oneOf(alphabet, random);
  return text;
}

/// All codons that are stops, or all others.
std::vector<std::string> codons(bool areStops) {
  std::vector<std::string> all;
  for (const char a : kNucleotides)
    for (const char b : kNucleotides)
      for (const char c : kNucleotides)
        if (const std::string codon{a, b, c}; (aminoAcidOf(codon) == '*') == areStops) all.push_back(codon);
  return all;
}

const std::string& codon(bool isStop, Random& random) {
  static const std::vector<std::string> kSense = codons(false), kStops = codons(true);
  const std::vector<std::string>& list = isStop ? kStops : kSense;
  return list[static_cast<std::size_t>(random.below(list.size()))];
}

std::string reverseComplement(const std::string& strand) {
  std::string other(strand.rbegin(), strand.rend());
  for (char& letter : other) letter = nth(std::string("TGCA"), static_cast<Index>(kNucleotides.find(letter)));
  return other;
}

TextPair reversePair(Random& random) {
  const std::string text = lettersOf(kReversed, between(4, 12, random), random);
  return {text, {text.rbegin(), text.rend()}};
}

/// So many codons, and what they mean.
TextPair codingPair(Index count, Random& random) {
  TextPair pair;
  for (Index k = 0; k < count; ++k) {
    const std::string& next = codon(false, random);
    pair.source += next;
    pair.target += aminoAcidOf(next);
  }
  return pair;
}

TextPair strandPair(Random& random) {
  TextPair pair = codingPair(between(2, 4, random), random);
  const bool isOther = random.below(2) == 1;
  pair.source = isOther ? "-" + reverseComplement(pair.source) : "+" + pair.source;
  return pair;
}

TextPair openFramePair(Random& random) {
  const std::string start = "ATG";
  while (true) {
    const std::string before = lettersOf(kNucleotides, between(0, 4, random), random);
    TextPair pair = codingPair(between(2, 4, random), random);
    pair.source = before + start + pair.source + codon(true, random);
    pair.source += lettersOf(kNucleotides, between(0, 4, random), random);
    pair.target.insert(pair.target.begin(), aminoAcidOf(start));
    // The first ATG has to be the start.
    if (pair.source.find(start) == before.size()) return pair;
  }
}

Vocabulary lettersVocabulary(std::vector<std::string> first, const std::string& letters) {
  for (const char letter : letters) first.emplace_back(1, letter);
  return {std::move(first)};
}

/// One for all tasks, so that their weights have the same shapes.
Vocabulary readSymbols() {
  Vocabulary symbols = lettersVocabulary({"<pad>"}, kNucleotides + "+-");
  symbols.symbols.emplace_back("<unused>");
  return lettersVocabulary(std::move(symbols.symbols), "DEFHI");
}

Vocabulary writtenSymbols(const std::string& letters) {
  return lettersVocabulary({"<pad>", "<begin>", "<end>"}, letters);
}

TranslationTask taskOf(const std::string& name, TextPair (*draw)(Random&), Index steps,
                       std::vector<TranslationExample> examples) {
  return {name, readSymbols(), writtenSymbols(kAminoAcids), draw, draw, true, steps, std::move(examples)};
}

/// Those of all texts on one side.
Vocabulary symbolsOf(const std::vector<TextPair>& pairs, std::string TextPair::*side, std::vector<std::string> first) {
  const auto hasSpace = [&](const TextPair& pair) { return (pair.*side).find(' ') != std::string::npos; };
  const bool areWords = std::any_of(pairs.begin(), pairs.end(), hasSpace);
  for (const TextPair& pair : pairs)
    for (const std::string& symbol : symbolsIn(pair.*side, areWords))
      if (std::find(first.begin(), first.end(), symbol) == first.end()) first.push_back(symbol);
  return {std::move(first)};
}

void shuffle(std::vector<TextPair>& pairs, Random random) {
  for (std::size_t k = pairs.size(); k > 1; --k)
    std::swap(pairs[k - 1], pairs[static_cast<std::size_t>(random.below(k))]);
}

}  // namespace

char aminoAcidOf(std::string_view codon) {
  // Rows of the usual table: the first letter changes slowest, in the order T, C, A, G.
  const std::string order = "TCAG", meanings = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
  std::size_t place = 0;
  for (const char letter : codon) {
    const std::size_t digit = order.find(letter);
    if (digit == std::string::npos || codon.size() != 3) fail("codon ", codon, ": expected three of A, C, G, T");
    place = 4 * place + digit;
  }
  if (codon.empty()) fail("codon: found nothing, expected three of A, C, G, T");
  return meanings[place];
}

const std::vector<std::string>& translationTaskNames() {
  static const std::vector<std::string> kNames{"reverse", "strand", "orf"};
  return kNames;
}

TranslationTask translationTask(const std::string& name) {
  if (name == "reverse")
    return taskOf(name, reversePair, 600,
                  {{"ACDEFGHI", "IHGFEDCA"}, {"ACDE", "EDCA"}, {"GIHACDFEACDI", "IDCAEFDCAHIG"}});
  if (name == "strand")
    return taskOf(name, strandPair, 900, {{"+GCTAAATGG", "AKW"}, {"-CCATTTAGC", "AKW"}, {"+GATTTCCGTCAC", "DFRH"}});
  if (name == "orf")
    return taskOf(name, openFramePair, 1400,
                  {{"CCATGGCTAAATGGTAACC", "MAKW"}, {"ATGGATGTCTAG", "MDV"}, {"GACTATGCATTTCGATTGAT", "MHFD"}});
  fail("task: found \"", name, "\", expected one of ", joined(translationTaskNames()));
}

std::vector<TextPair> readPairs(std::string_view text, const std::string& source, Progress& progress) {
  std::vector<TextPair> pairs;
  TextLines lines(text, source, progress);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) lines.fail("found no tab, expected SOURCE <tab> TARGET");
    const std::string_view target = line.substr(tab + 1);
    if (target.find('\t') != std::string_view::npos) lines.fail("found a second tab, expected SOURCE <tab> TARGET");
    if (symbolsIn(line.substr(0, tab), false).empty()) lines.fail("found an empty source, expected letters or words");
    pairs.push_back({std::string(line.substr(0, tab)), std::string(target)});
  }
  return pairs;
}

TranslationTask taskOfPairs(std::vector<TextPair> pairs, const std::string& name) {
  constexpr std::size_t kEnoughToJudge = 20, kOneIn = 10;
  constexpr std::size_t kExamples = 3;
  constexpr Index kSteps = 1000;
  if (pairs.empty()) fail(name, ": found no pairs, expected lines SOURCE <tab> TARGET");
  TranslationTask task{name,
                       symbolsOf(pairs, &TextPair::source, {"<pad>"}),
                       symbolsOf(pairs, &TextPair::target, {"<pad>", "<begin>", "<end>"}),
                       {},
                       {},
                       true,
                       kSteps,
                       {}};
  shuffle(pairs, Random(0));
  const std::size_t numNew = pairs.size() < kEnoughToJudge ? 0 : pairs.size() / kOneIn;
  const auto drawFrom = [](std::vector<TextPair> some) {
    return
        [some = std::move(some)](Random& random) { return some[static_cast<std::size_t>(random.below(some.size()))]; };
  };
  const auto border = pairs.begin() + static_cast<std::ptrdiff_t>(numNew);
  task.isJudgedByNew = numNew > 0;
  task.drawNew = drawFrom(task.isJudgedByNew ? std::vector<TextPair>(pairs.begin(), border) : pairs);
  task.draw = drawFrom({border, pairs.end()});
  for (std::size_t k = 0; k < std::min(kExamples, pairs.size()); ++k)
    task.examples.push_back({pairs[k].source, pairs[k].target});
  return task;
}

}  // namespace engine
