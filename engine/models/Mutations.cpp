#include "engine/models/Mutations.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/models/parts/Tokens.h"

namespace engine {

namespace {

constexpr char kHidden = '_';

bool isLetter(char letter) { return (letter >= 'A' && letter <= 'Z') || letter == kHidden; }
bool isGap(const std::string& letter) { return letter == "-" || letter == "."; }

Mutation parsedMutation(std::string word) {
  const std::string typed = word;
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  Mutation mutation;
  constexpr std::size_t kShortest = 3;
  const char* const begin = word.data() + 1;
  const char* const end = word.data() + word.size() - 1;
  if (word.size() >= kShortest && isLetter(word.front()) && isLetter(word.back())) {
    const auto [stop, error] = std::from_chars(begin, end, mutation.residue);
    if (error == std::errc{} && stop == end && mutation.residue >= 1)
      return {word.front(), mutation.residue - 1, word.back()};
  }
  fail("parameter mutations: found \"", typed,
       "\", expected letter, number from 1, letter, as in H50A; H50_ hides the residue");
}

std::string textOf(const Mutation& mutation) {
  return mutation.from + std::to_string(mutation.residue + 1) + mutation.to;
}

/// As typed, blanks left out.
std::vector<std::string> lettersOf(const std::string& sequence) {
  std::vector<std::string> letters;
  for (std::size_t place = 0; place < sequence.size();) {
    letters.push_back(nextLetter(sequence, place));
    place += letters.back().size();
    if (std::isspace(static_cast<unsigned char>(letters.back()[0]))) letters.pop_back();
  }
  return letters;
}

/// Hidden residues have no letter, and are X where people read them.
bool is(const std::string& letter, char expected) {
  const bool isHidden = letter == kMaskWord || letter[0] == kHidden;
  return isHidden ? expected == kHidden || expected == 'X' : letter.size() == 1 && letter[0] == expected;
}

std::string mutatedSequence(const std::string& sequence, const std::vector<Mutation>& mutations) {
  std::vector<std::string> letters = lettersOf(sequence);
  std::vector<Index> residues;
  for (Index k = 0; k < std::ssize(letters); ++k)
    if (!isGap(nth(letters, k))) residues.push_back(k);
  for (const Mutation& mutation : mutations) {
    if (mutation.residue >= std::ssize(residues))
      fail("mutation ", textOf(mutation), ": the sequence has ", residues.size(), " residues");
    std::string& letter = nth(letters, nth(residues, mutation.residue));
    if (!is(letter, mutation.from))
      fail("mutation ", textOf(mutation), ": residue ", mutation.residue + 1, " is ", letter, ", expected ",
           std::string(1, mutation.from));
    letter = std::string(1, mutation.to);
  }
  return joined(letters, {}, "");
}

}  // namespace

std::vector<Mutation> parsedMutations(const std::string& text) {
  std::string blanks = text;
  std::replace_if(
      blanks.begin(), blanks.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  std::vector<Mutation> mutations;
  std::istringstream words(blanks);
  for (std::string word; words >> word;) {
    const Mutation mutation = parsedMutation(word);
    if (std::any_of(mutations.begin(), mutations.end(),
                    [&](const Mutation& other) { return other.residue == mutation.residue; }))
      fail("parameter mutations: found residue ", mutation.residue + 1, " twice, expected each once");
    mutations.push_back(mutation);
  }
  return mutations;
}

std::string mutationsText(const std::vector<Mutation>& mutations) { return joined(mutations, textOf, " "); }

ModelInput mutated(ModelInput input, const std::vector<Mutation>& mutations) {
  if (mutations.empty()) return input;
  if (input.rows.empty() && input.sequence.empty())
    fail("mutation ", textOf(mutations.front()), ": the input has no letters, expected a sequence");
  std::string& sequence = input.rows.empty() ? input.sequence : input.rows.front();
  sequence = mutatedSequence(sequence, mutations);
  return input;
}

}  // namespace engine
