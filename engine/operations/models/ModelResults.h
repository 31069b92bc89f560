// A model's run as datasets: heads, and the arrays beside them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/models/RunModel.h"

namespace engine {

struct ModelKeeps {
  std::size_t memory = 0;   ///< bytes that maps of one name, and states of all layers, may take
  bool wantsHidden = true;  ///< states of all layers
  /// States that take more than the memory are left out; maps that did not fit are then made from the first layer on.
  bool areStatesBounded = false;
  /// Given the heads of the first kind of maps whenever one more layer is done, but for the last.
  std::function<void(Dataset heads)> layersSoFar = {};
};

/// Runs the model. Heads of every kind of maps (H, n, m) first, then the arrays: "last" (T, D), "logits" (T, V),
/// "contacts" (L, L), "hidden" (layers + 1, T, D), "probabilities" (L, 20) of the amino acids, "token_ids",
/// "special_tokens_mask" and what is the model's own; with maps of other shapes, in float64 all maps. Maps
/// in float32 that do not fit into the memory are made again when they are looked at. Then the predicted letters as a
/// profile, where there are any. Ids are "model", "model.word"; titles say what is what, and are empty where there is
/// only one of a kind. Throws Error, Cancelled.
template <class T>
std::vector<Dataset> modelResults(const PreparedModel<T>& model, ModelRunOptions<T> options, const ModelKeeps& keeps,
                                  const ModelCall& call);

/// By layer and head, from 0.
using HeadAblations = std::map<std::pair<Index, Index>, HeadAblation>;
/// "3.1 4.2=uniform": layers and heads from 1, each with what becomes of it (zero unless said). Throws Error.
HeadAblations parsedAblations(const std::string& text);
/// The same as a run takes it, of all maps of a layer; nothing for an empty text.
AblationOfHeads ablationOf(const std::string& text);

}  // namespace engine
