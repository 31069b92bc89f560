#include "engine/models/bert/WordPiece.h"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>

#include "engine/base/Error.h"

namespace engine {

namespace {

constexpr int kMostCharacters = 100;  // of a word that is still cut
constexpr UChar32 kReplacement = 0xFFFD;

bool isSpace(UChar32 c) { return c == '\t' || c == '\n' || c == '\r' || u_isUWhiteSpace(c); }

/// Controls, format characters, surrogates, and code points that stand for nothing: category C.
bool isDropped(UChar32 c) {
  constexpr std::uint32_t kOther = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CN_MASK | U_GC_CO_MASK | U_GC_CS_MASK;
  return c == 0 || c == kReplacement || ((U_GET_GC_MASK(c) & kOther) != 0);
}

/// Signs of ASCII count too, which Unicode calls symbols: $ + < = > ^ ` | ~.
bool isPunctuation(UChar32 c) {
  if (c < 128) return c > 32 && c < 127 && !u_isalnum(c);
  return (U_GET_GC_MASK(c) & U_GC_P_MASK) != 0;
}

/// The blocks of ideographs that every language with Chinese characters shares; each is a word.
bool isIdeograph(UChar32 c) {
  constexpr std::pair<UChar32, UChar32> kBlocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},
                                                     {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F},
                                                     {0x2B820, 0x2CEAF}, {0x2F800, 0x2FA1F}};
  return std::any_of(std::begin(kBlocks), std::end(kBlocks),
                     [c](const auto& block) { return c >= block.first && c <= block.second; });
}

/// Calls use(c) for every code point.
template <class Use>
void forEachCharacter(const icu::UnicodeString& text, const Use& use) {
  for (int32_t k = 0; k < text.length(); k = text.moveIndex32(k, 1)) use(text.char32At(k));
}

/// Without control characters, all white space blanks.
icu::UnicodeString cleaned(std::string_view utf8) {
  icu::UnicodeString kept;
  forEachCharacter(icu::UnicodeString::fromUTF8({utf8.data(), static_cast<int32_t>(utf8.size())}), [&](UChar32 c) {
    if (c == '\t' || c == '\n' || c == '\r')
      kept.append(UChar32(' '));
    else if (!isDropped(c))
      kept.append(isSpace(c) ? UChar32(' ') : c);
  });
  return kept;
}

icu::UnicodeString withoutAccents(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const decomposition = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) fail("the Unicode tables of the library ICU are missing: ", u_errorName(status));
  icu::UnicodeString kept;
  forEachCharacter(decomposition->normalize(text, status), [&](UChar32 c) {
    if ((U_GET_GC_MASK(c) & U_GC_MN_MASK) == 0) kept.append(c);
  });
  return kept;
}

std::string utf8Of(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return utf8;
}

}  // namespace

std::vector<std::string> wordsOfText(std::string_view text) {
  // Longer texts have more words than any model takes, and lengths of ICU are 32 bits.
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  if (text.size() > kMostBytes) fail("found a text of ", text.size(), " bytes, expected at most ", kMostBytes);
  std::vector<std::string> words;
  icu::UnicodeString word;
  const auto endWord = [&] {
    if (!word.isEmpty()) words.push_back(utf8Of(word));
    word.remove();
  };
  forEachCharacter(withoutAccents(cleaned(text).toLower(icu::Locale::getRoot())), [&](UChar32 c) {
    const bool isAlone = isPunctuation(c) || isIdeograph(c);
    if (isAlone || c == ' ') endWord();
    if (c == ' ') return;
    word.append(c);
    if (isAlone) endWord();
  });
  endWord();
  return words;
}

WordPiece::WordPiece(const std::vector<std::string>& vocabulary) {
  for (std::size_t row = 0; row < vocabulary.size(); ++row)
    m_rows.emplace(vocabulary[row], static_cast<std::int64_t>(row));
  m_first = required("[CLS]");
  m_last = required("[SEP]");
  m_unknown = required("[UNK]");
}

std::int64_t WordPiece::required(const std::string& token) const {
  const auto found = m_rows.find(token);
  if (found == m_rows.end())
    fail("vocab.txt: found ", m_rows.size(), " tokens without ", token, ", expected [CLS], [SEP] and [UNK]");
  return found->second;
}

void WordPiece::addPieces(const std::string& word, std::vector<std::int64_t>& tokens) const {
  const auto isStart = [&](std::size_t byte) { return byte == word.size() || (word[byte] & 0xC0) != 0x80; };
  const auto before = tokens.size();
  int characters = 0;
  for (std::size_t byte = 0; byte < word.size(); ++byte) characters += isStart(byte) ? 1 : 0;
  for (std::size_t begin = 0; begin < word.size();) {
    std::size_t end = characters > kMostCharacters ? begin : word.size();
    auto found = m_rows.end();
    for (; end > begin; --end) {
      if (!isStart(end)) continue;
      found = m_rows.find((begin == 0 ? "" : "##") + word.substr(begin, end - begin));
      if (found != m_rows.end()) break;
    }
    if (end == begin) {
      tokens.resize(before);
      tokens.push_back(m_unknown);
      return;
    }
    tokens.push_back(found->second);
    begin = end;
  }
}

std::vector<std::int64_t> WordPiece::tokens(std::string_view text) const {
  constexpr std::string_view kMask = "[MASK]";
  const auto mask = m_rows.find(std::string(kMask));
  std::vector<std::int64_t> tokens = {m_first};
  for (;;) {
    const std::size_t place = mask == m_rows.end() ? std::string_view::npos : text.find(kMask);
    for (const std::string& word : wordsOfText(text.substr(0, place))) addPieces(word, tokens);
    if (place == std::string_view::npos) break;
    tokens.push_back(mask->second);
    text.remove_prefix(place + kMask.size());
  }
  tokens.push_back(m_last);
  return tokens;
}

}  // namespace engine
