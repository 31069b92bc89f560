#include "engine/io/HeadPositions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>

#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/Json.h"
#include "engine/io/RawValues.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

namespace {

using Json = nlohmann::json;
using Tokens = std::vector<std::string>;

constexpr std::string_view kTokens = "tokens", kMask = "special_tokens_mask", kPositions = "special_positions",
                           kSequence = "sequence";
constexpr std::array<std::string_view, 3> kPrefixes{"", "query_", "key_"};
constexpr std::array<std::string_view, 4> kNames{kTokens, kMask, kPositions, kSequence};
constexpr const char* kHowToName =
    "name them with tokens, special_tokens_mask or special_positions, for example [0, -1] for the first and the last";

/// Nothing when the text is none.
Json jsonIn(const std::string& text) {
  try {
    return parseJson(text, "metadata");
  } catch (const Error&) {
    return {};
  }
}

/// A list in JSON, or words between blanks.
Tokens listOf(const std::string& text) {
  Tokens list;
  const Json json = jsonIn(text);
  if (json.is_array()) {
    for (const Json& value : json) list.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    return list;
  }
  std::istringstream words(text);
  for (std::string word; words >> word;) list.push_back(word);
  return list;
}

/// Texts as numbers; nothing when one is none.
std::optional<std::vector<Index>> numbersIn(const Tokens& texts) {
  std::vector<Index> numbers;
  for (const std::string& text : texts) {
    if (text == "true" || text == "false") {
      numbers.push_back(text == "true" ? 1 : 0);
      continue;
    }
    char* end = nullptr;
    numbers.push_back(static_cast<Index>(std::strtoll(text.c_str(), &end, 10)));
    if (text.empty() || *end != '\0') return std::nullopt;
  }
  return numbers;
}

/// The facts about one axis of the maps.
class AxisFacts {
 public:
  AxisFacts(const std::vector<RawArray>& arrays, const FileTexts& texts, std::string prefix, const HeadSet& heads,
            Diagnostics& diagnostics)
      : m_arrays(arrays), m_texts(texts), m_prefix(std::move(prefix)), m_diagnostics(diagnostics) {
    m_count = m_prefix == "key_" ? heads.numKeys : heads.numQueries;
    m_isSquare = heads.numQueries == heads.numKeys;
  }

  Tokens tokens() const {
    const Found found = find(kTokens);
    if (!found) return {};
    if (found.array && !hasTexts(*found.array)) {
      refuse(found, "values of type " + found.array->typeName, "texts: np.array(tokens) of str, not of objects");
      return {};
    }
    const std::optional<Tokens> tokens = found.array ? textsAt(found) : listOf(*found.text);
    return tokens && hasRightCount(found, static_cast<Index>(tokens->size())) ? *tokens : Tokens{};
  }

  /// One flag per position; empty: nothing is said.
  std::vector<bool> special() const {
    if (const Found found = find(kMask)) {
      const auto mask = integersAt(found);
      if (!mask || !hasRightCount(found, static_cast<Index>(mask->size()))) return {};
      std::vector<bool> flags;
      for (const Index value : *mask) flags.push_back(value != 0);
      return flags;
    }
    const Found found = find(kPositions);
    const auto positions = found ? integersAt(found) : std::nullopt;
    if (!positions) return {};
    std::vector<bool> flags(static_cast<size_t>(m_count), false);
    for (const Index position : *positions) {
      const Index index = position < 0 ? position + m_count : position;
      if (index < 0 || index >= m_count) {
        refuse(found, "the position " + std::to_string(position),
               "positions from " + std::to_string(-m_count) + " to " + std::to_string(m_count - 1));
        return {};
      }
      nth(flags, index) = true;
    }
    return flags;
  }

  std::string sequence() const {
    const Found found = find(kSequence);
    if (!found) return {};
    std::string letters;
    if (found.array && !hasTexts(*found.array)) {
      refuse(found, "values of type " + found.array->typeName, "a text");
      return {};
    }
    for (const std::string& text : found.array ? textsAt(found).value_or(Tokens{}) : Tokens{*found.text})
      letters += text;
    std::erase_if(letters, [](unsigned char c) { return std::isspace(c); });
    return letters;
  }

  Index count() const { return m_count; }
  void warn(const std::string& text) const {
    m_diagnostics.warn(m_arrays.empty() ? std::string("attention maps") : m_arrays.front().bytes->name(), ": ", text);
  }

 private:
  struct Found {
    std::string name;
    const RawArray* array = nullptr;
    const std::string* text = nullptr;
    explicit operator bool() const { return array || text; }
  };

  /// Under the name of this axis first; the plain name is that of both axes, which must then have one length.
  Found find(std::string_view what) const {
    for (const std::string& name : {m_prefix + std::string(what), std::string(what)}) {
      Found found{name, nullptr, nullptr};
      for (const RawArray& array : m_arrays)
        if (array.name == name) found.array = &array;
      if (const auto text = m_texts.find(name); text != m_texts.end()) found.text = &text->second;
      if (!found) continue;
      if (m_isSquare || name != what) return found;
      refuse(found, "one for maps whose rows and columns differ", "query_" + name + " and key_" + name);
      return {};
    }
    return {};
  }

  void refuse(const Found& found, const std::string& what, const std::string& expected) const {
    warn(found.name + " was left out: found " + what + ", expected " + expected);
  }

  bool hasRightCount(const Found& found, Index size) const {
    if (size == m_count) return true;
    refuse(found, std::to_string(size), std::to_string(m_count) + ", one for each position of the maps");
    return false;
  }

  /// Nothing when they cannot be read: that was said.
  std::optional<Tokens> textsAt(const Found& found) const {
    try {
      return readTexts(*found.array, kMostPositions);
    } catch (const Error& error) {
      m_diagnostics.warn(error.what(), "; it was left out");
      return std::nullopt;
    }
  }

  std::optional<std::vector<Index>> integersAt(const Found& found) const {
    try {
      const auto numbers = found.array ? readIntegers(*found.array, kMostPositions) : numbersIn(listOf(*found.text));
      if (!numbers) refuse(found, found.array ? "values of type " + found.array->typeName : *found.text, "integers");
      return numbers;
    } catch (const Error& error) {
      m_diagnostics.warn(error.what(), "; it was left out");
      return std::nullopt;
    }
  }

  static constexpr Index kMostPositions = Index{1} << 24;
  const std::vector<RawArray>& m_arrays;
  const FileTexts& m_texts;
  std::string m_prefix;
  Diagnostics& m_diagnostics;
  Index m_count = 0;
  bool m_isSquare = false;
};

/// The letter of each position, '-' for special tokens; empty when one has none.
std::string lettersOf(const Tokens& tokens) {
  std::string letters;
  for (const std::string& token : tokens) {
    const std::string shown = shownToken(token);
    const bool isLetter = shown.size() == 1 && std::isalpha(static_cast<unsigned char>(shown[0])) != 0;
    if (isSpecialToken(token))
      letters += '-';
    else if (isLetter)
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(shown[0])));
    else if (isUnknownResidue(token))
      letters += 'X';
    else
      return {};
  }
  return letters;
}

/// Puts the residues of the sequence where no special token is; empty when there are not as many.
std::string placedLetters(const std::string& sequence, const Tokens& tokens) {
  std::string letters;
  size_t next = 0;
  for (const std::string& token : tokens) {
    const bool isSpecial = isSpecialToken(token);
    if (!isSpecial && next == sequence.size()) return {};
    letters += isSpecial ? '-' : sequence[next++];
  }
  return next == sequence.size() ? letters : std::string{};
}

void nameAxis(const AxisFacts& facts, Tokens& tokens, std::string& letters) {
  tokens = facts.tokens();
  const std::vector<bool> special = facts.special();
  const std::string sequence = facts.sequence();
  if (tokens.empty() && special.empty() && sequence.empty()) return;
  const bool saysSpecial = !tokens.empty() || !special.empty();
  if (tokens.empty()) tokens.resize(static_cast<size_t>(facts.count()));
  for (size_t k = 0; k < special.size(); ++k) {
    if (!special[k] || isSpecialToken(tokens[k])) continue;
    const std::string name = tokens[k].empty() ? "special" : tokens[k];
    tokens[k] = '<' + name + '>';
  }
  const auto length = static_cast<Index>(sequence.size());
  if (!saysSpecial && length > 0 && facts.count() == length + 2) {
    tokens.front() = "<first>";
    tokens.back() = "<last>";
    facts.warn(
        "the maps have two positions more than the sequence: the first and the last were taken for special "
        "tokens; to say it otherwise, " +
        std::string(kHowToName));
  }
  letters = sequence.empty() ? lettersOf(tokens) : placedLetters(sequence, tokens);
  if (!sequence.empty() && letters.empty())
    facts.warn("sequence was left out: found " + std::to_string(length) + " residues for " +
               std::to_string(facts.count()) + " positions; if some are special tokens, " + kHowToName);
  // Tokens that say no more than the letters are not kept.
  const bool areResidues = std::none_of(tokens.begin(), tokens.end(), [](const auto& t) { return isSpecialToken(t); });
  const bool areNameless = std::all_of(tokens.begin(), tokens.end(), [](const auto& t) { return t.empty(); });
  if (areResidues && (areNameless || !letters.empty())) tokens.clear();
}

}  // namespace

bool isAboutPositions(std::string_view name) {
  for (const std::string_view prefix : kPrefixes)
    if (name.starts_with(prefix) && std::find(kNames.begin(), kNames.end(), name.substr(prefix.size())) != kNames.end())
      return true;
  return false;
}

void namePositions(HeadSet& heads, const std::vector<RawArray>& arrays, const FileTexts& texts,
                   Diagnostics& diagnostics) {
  nameAxis(AxisFacts(arrays, texts, "query_", heads, diagnostics), heads.queryTokens, heads.queryLetters);
  Diagnostics again;  // what the names of both axes lack was said once
  const auto isKeyName = [](const auto& name) { return std::string_view(name).starts_with("key_"); };
  const bool hasOwn =
      heads.numQueries != heads.numKeys ||
      std::any_of(arrays.begin(), arrays.end(), [&](const RawArray& array) { return isKeyName(array.name); }) ||
      std::any_of(texts.begin(), texts.end(), [&](const auto& text) { return isKeyName(text.first); });
  nameAxis(AxisFacts(arrays, texts, "key_", heads, hasOwn ? diagnostics : again), heads.keyTokens, heads.keyLetters);
}

}  // namespace engine
