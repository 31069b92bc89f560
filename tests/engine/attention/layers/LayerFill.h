// Encoder layers of RoseTTAFold with deterministic weights under the names of the checkpoint.
#pragma once

#include "engine/attention/axial-encoder/AxialEncoderLayer.h"
#include "tests/engine/attention/NamedFill.h"

namespace test {

using Shapes = std::map<std::string, engine::Shape>;

/// The parameters of an attention of any kind; projections of features are no parameters.
inline void addAttention(Shapes& shapes, const std::string& name, engine::Index D, engine::AttentionKind kind) {
  for (const char* map : {".to_query", ".to_key", ".to_value", ".to_out"}) addLinear(shapes, name + map, D, D);
  if (kind != engine::AttentionKind::softTied) return;
  addLinear(shapes, name + ".seq_weight.to_query", D, D);
  addLinear(shapes, name + ".seq_weight.to_key", D, D);
}

inline void addRoseTtaFoldNorm(Shapes& shapes, const std::string& name, engine::Index D) {
  shapes[name + ".a_2"] = shapes[name + ".b_2"] = {D};
}

inline void addFeedForward(Shapes& shapes, const std::string& name, engine::Index D, engine::Index F) {
  addLinear(shapes, name + ".linear1", F, D);
  addLinear(shapes, name + ".linear2", D, F);
}

/// Everything of an EncoderLayer but the projection of features; `name` ends with a dot or is empty.
inline void addEncoderLayer(Shapes& shapes, const std::string& name, engine::Index D, engine::Index F,
                            engine::AttentionKind kind) {
  addAttention(shapes, name + "attn", D, kind);
  addFeedForward(shapes, name + "ff", D, F);
  addRoseTtaFoldNorm(shapes, name + "norm1", D);
  addRoseTtaFoldNorm(shapes, name + "norm2", D);
}

template <class T>
engine::ArrayBundle filledBundle(std::uint64_t seed, const Shapes& shapes) {
  engine::ArrayBundle bundle;
  for (auto& [name, array] : namedFill<T>(seed, shapes)) bundle[name] = array;
  return bundle;
}

inline constexpr const char* kFeatures = ".fast_attention.projection_matrix";

}  // namespace test
