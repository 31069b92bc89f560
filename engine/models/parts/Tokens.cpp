#include "engine/models/parts/Tokens.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>

#include "engine/base/Joined.h"
#include "engine/base/PrintableText.h"

namespace engine {

namespace {

std::vector<std::string> words(const char* text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

/// The first of these tokens that the vocabulary has, or -1.
Index findFirst(const TokenTable& table, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const Index found = table.find(name); found >= 0) return found;
  return -1;
}

void warnOfUnknown(const std::map<std::string, Index>& unknown, const TokenTable& table, Diagnostics& diagnostics) {
  if (unknown.empty()) return;
  constexpr size_t kNamed = 10;
  std::vector<std::string> letters;
  Index count = 0;
  for (const auto& [letter, number] : unknown) {
    count += number;
    if (letters.size() < kNamed) letters.push_back(printable(letter));
  }
  diagnostics.warn(count, " residue(s) with letters that the model does not know (", joined(letters),
                   unknown.size() > kNamed ? ", ..." : "", ") became ",
                   table.tokens[static_cast<size_t>(table.unknown)]);
}

}  // namespace

std::string nextLetter(const std::string& sequence, size_t place) {
  const std::string_view rest = std::string_view(sequence).substr(place);
  if (rest.starts_with(kMaskWord)) return std::string(kMaskWord);
  // What lies behind a first byte of UTF-8 belongs to the same letter.
  size_t length = 1;
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) ++length;
  std::string letter(rest.substr(0, length));
  if (length == 1) letter[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(letter[0])));
  return letter;
}

Index TokenTable::find(const std::string& token) const {
  const auto found = std::find(tokens.begin(), tokens.end(), token);
  return found == tokens.end() ? -1 : found - tokens.begin();
}

TokenTable esmTokens() {
  return {.tokens = words("<cls> <pad> <eos> <unk> L A G V S E R T I D P K Q N F Y M H W C X B U Z O . - <null_1> "
                          "<mask>"),
          .mask = 32,
          .unknown = 3,
          .before = 0,
          .after = 2};
}

TokenTable msaTransformerTokens() {
  TokenTable table = esmTokens();
  table.after = -1;
  return table;
}

TokenTable esm1Tokens() {
  return {.tokens = words("<null_0> <pad> <eos> <unk> L A G V S E R T I D P K Q N F Y M H W C X B U Z O . - <null_1> "
                          "<cls> <mask> <sep>"),
          .mask = 33,
          .unknown = 3,
          .before = 32};
}

TokenTable esmCTokens() {
  TokenTable table = esmTokens();
  table.tokens[31] = "|";
  return table;
}

TokenTable protBertTokens() {
  return {.tokens = words("[PAD] [UNK] [CLS] [SEP] [MASK] L A G V E S I K R D T P N Q F Y M H C W X U B Z O"),
          .mask = 4,
          .unknown = 1,
          .before = 2,
          .after = 3};
}

TokenTable antiBertyTokens() {
  return {.tokens = words("[PAD] [UNK] [CLS] [SEP] [MASK] A C D E F G H I K L M N P Q R S T V W Y"),
          .mask = 4,
          .unknown = 1,
          .before = 2,
          .after = 3};
}

TokenTable sapiensTokens() {
  return {.tokens = words("<s> <pad> </s> <unk> A C D E F G H I K L M N P Q R S T V W Y <mask>"),
          .mask = 24,
          .unknown = 3,
          .before = 0,
          .after = 2,
          .masked = "X*"};
}

TokenTable roseTtaFoldTokens() {
  return {.tokens = words("A R N D C Q E G H I L K M F P S T W Y V -"), .mask = 20, .unknown = 20};
}

TokenTable tokensOf(const std::vector<std::string>& vocabulary, const std::string& source) {
  TokenTable table;
  table.tokens = vocabulary;
  table.unknown = findFirst(table, {"<unk>", "[UNK]"});
  if (table.unknown < 0) fail(source, ": found no <unk> or [UNK] among ", table.size(), " tokens, expected one");
  const Index mask = findFirst(table, {"<mask>", "[MASK]"});
  table.mask = mask < 0 ? table.unknown : mask;
  table.before = findFirst(table, {"<cls>", "[CLS]", "<s>"});
  table.after = findFirst(table, {"<eos>", "[SEP]", "</s>"});
  return table;
}

bool readsProteins(const TokenTable& table) {
  constexpr std::string_view kAminoAcids = "ACDEFGHIKLMNPQRSTVWY";
  return std::all_of(kAminoAcids.begin(), kAminoAcids.end(),
                     [&](char letter) { return table.find(std::string(1, letter)) >= 0; });
}

TokenisedText tokenised(const std::string& sequence, const TokenTable& table, Diagnostics& diagnostics) {
  std::map<std::string, Index> numbers, unknown;
  for (Index k = table.size(); k-- > 0;) numbers[table.tokens[static_cast<size_t>(k)]] = k;  // of equal ones the first
  for (const char letter : table.masked) numbers[std::string(1, letter)] = table.mask;
  numbers["_"] = numbers[std::string(kMaskWord)] = table.mask;

  TokenisedText text;
  const auto add = [&](Index number, std::string letter, bool isSpecial) {
    text.numbers.push_back(number);
    text.texts.push_back(std::move(letter));
    text.isSpecial.push_back(isSpecial);
  };
  const auto addSpecial = [&](Index number) {
    if (number >= 0) add(number, table.tokens[static_cast<size_t>(number)], true);
  };
  addSpecial(table.before);
  for (size_t place = 0; place < sequence.size();) {
    const std::string letter = nextLetter(sequence, place);
    place += letter.size();
    if (std::isspace(static_cast<unsigned char>(letter[0]))) continue;
    const auto found = numbers.find(letter);
    if (found == numbers.end()) ++unknown[letter];
    add(found == numbers.end() ? table.unknown : found->second, letter == "_" ? std::string(kMaskWord) : letter, false);
  }
  addSpecial(table.after);
  warnOfUnknown(unknown, table, diagnostics);
  return text;
}

void requireAlphabet(const TokenTable& table, Index rows, const std::string& source) {
  if (rows != table.size())
    fail(source, ": found an embedding of ", rows, " tokens, expected ", table.size(),
         " as the model's alphabet has (a vocab.txt beside the file can say what they are)");
}

}  // namespace engine
