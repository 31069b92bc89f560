// Text to tokens as BERT's uncased models read it (MATHEMATICS.md 4.2): words, cut into the longest pieces that the
// vocabulary knows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// The words of a text: control characters dropped, lower case, without accents; cut at white space, and around every
/// punctuation mark and every Chinese character. Text is UTF-8; what is none is dropped. (BertTokenizer of Devlin et
/// al. 2019, do_lower_case.)
std::vector<std::string> wordsOfText(std::string_view text);

class WordPiece {
 public:
  /// One token per row of the embedding; pieces that continue a word begin with "##". Throws Error when [CLS], [SEP] or
  /// [UNK] is missing.
  explicit WordPiece(const std::vector<std::string>& vocabulary);

  /// [CLS], the pieces, [SEP] as rows of the embedding. Of each word the longest piece from the left, and so on; a word
  /// that cannot be cut so, or of more than 100 characters, is [UNK]. "[MASK]" in the text is the mask token where the
  /// vocabulary has one.
  std::vector<std::int64_t> tokens(std::string_view text) const;

 private:
  std::int64_t required(const std::string& token) const;
  void addPieces(const std::string& word, std::vector<std::int64_t>& tokens) const;

  std::unordered_map<std::string, std::int64_t> m_rows;
  std::int64_t m_first, m_last, m_unknown;  ///< [CLS], [SEP], [UNK]
};

}  // namespace engine
