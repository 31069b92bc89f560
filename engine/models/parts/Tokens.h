// Letters to token numbers: the tables of the published models.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"

namespace engine {

/// What a model calls its tokens, in the order of the rows of its embedding.
struct TokenTable {
  std::vector<std::string> tokens;
  Index mask = 0;           ///< for "<mask>" and '_'
  Index unknown = 0;        ///< for letters that are not in the table
  Index before = -1;        ///< stands before the first residue; -1: nothing does
  Index after = -1;         ///< stands behind the last; -1: nothing does
  std::string masked = {};  ///< letters that become the mask

  Index size() const { return static_cast<Index>(tokens.size()); }
  /// Number of the token, -1 when there is none.
  Index find(const std::string& token) const;
};

/// ESM-2, ESM-1b, ESM-1v: 33 tokens between <cls> and <eos>.
TokenTable esmTokens();
/// The same 33; <cls> before every row and nothing behind.
TokenTable msaTransformerTokens();
/// ESM-1 of 2019: 35 tokens, <cls> is 32, nothing behind.
TokenTable esm1Tokens();
/// As ESM-2, but 31 is the chain break '|'.
TokenTable esmCTokens();
/// ProtBERT: 30 tokens between [CLS] and [SEP].
TokenTable protBertTokens();
/// AntiBERTy: 25 tokens between [CLS] and [SEP]; X is unknown.
TokenTable antiBertyTokens();
/// Sapiens: 25 tokens between <s> and </s>; X and * become the mask.
TokenTable sapiensTokens();
/// RoseTTAFold: 21 letters and nothing else; unknown ones are gaps.
TokenTable roseTtaFoldTokens();
/// Of a vocab.txt: special tokens under the usual names (<cls>, [CLS], <s>, ...). Throws Error naming `source` when
/// there is no token for unknown letters.
TokenTable tokensOf(const std::vector<std::string>& vocabulary, const std::string& source);

/// Whether every one of the 20 amino acids is a token: the model reads proteins.
bool readsProteins(const TokenTable& table);

inline constexpr std::string_view kMaskWord = "<mask>";

/// The letter that begins at this place of a typed sequence: upper case, one character of UTF-8, or kMaskWord.
std::string nextLetter(const std::string& sequence, size_t place);

struct TokenisedText {
  std::vector<std::int64_t> numbers;  ///< with those before and after
  std::vector<std::string> texts;     ///< of the residues the letter that was given, of others the token
  std::vector<bool> isSpecial;        ///< no residue
};

/// One token per residue, always: upper case, "<mask>" or '_' to the mask, unknown letters to the unknown token each,
/// with one warning that lists them and how many. Blanks are left out.
TokenisedText tokenised(const std::string& sequence, const TokenTable& table, Diagnostics& diagnostics);

/// Throws Error unless the embedding has as many rows as the table has tokens.
void requireAlphabet(const TokenTable& table, Index rows, const std::string& source);

}  // namespace engine
