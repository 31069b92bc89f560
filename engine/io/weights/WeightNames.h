// The names of weights without what trainers and older libraries put around them.
#pragma once

#include <string>
#include <vector>

namespace engine {

struct CommonNames {
  std::vector<std::string> names;  ///< in the order of those given
  std::string strippedPrefix;      ///< as in ModelFacts
};

/// While all begin with "module.", or all with "model.", that is taken off. Where encoder.sentence_encoder.embed_tokens
/// is (fairseq), "encoder.sentence_encoder." and else "encoder." is taken off each name. LayerNorm.gamma and .beta
/// become LayerNorm.weight and .bias. Where two names would become the same, they stay as they are.
CommonNames commonNames(const std::vector<std::string>& names);

}  // namespace engine
