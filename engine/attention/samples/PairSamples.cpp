#include "engine/attention/samples/PairSamples.h"

namespace engine {

namespace {

constexpr Index kWidth = 5, kChannels = 8;  // of pairs and residues; of four heads of width 2
constexpr float kGain = 5;

using Rows = std::vector<std::vector<float>>;

/// Values are the classes themselves, two of them per head; nothing comes out of the heads but what `output` says.
void addHeads(ArrayBundle& arrays, const std::string& path, const Rows& queries, const Rows& keys) {
  addClassReader(arrays, path + "linear_q", queries);
  addClassReader(arrays, path + "linear_k", keys);
  Rows values(kChannels, std::vector<float>(kWidth, 0)), output(kWidth, std::vector<float>(kChannels, 0));
  for (size_t head = 0; head < 4; ++head) {
    values[2 * head][pairContact] = 1;
    values[2 * head + 1][pairApart] = 1;
    output[pairContact][2 * head] = output[pairApart][2 * head + 1] = 0.25f;
  }
  addClassReader(arrays, path + "linear_v", values);
  addOpenGate(arrays, path + "linear_g", kChannels, kWidth);
  addMatrix(arrays, path + "linear_o", output);
}

Rows noGains() { return Rows(kChannels, std::vector<float>(kWidth, 0)); }

/// PATH.weight (4, 5): what the bias of each head is for a pair of each class.
void addBias(ArrayBundle& arrays, const std::string& path, const Rows& gains) {
  addClassReader(arrays, path, gains);
  arrays.erase(path + ".bias");  // the softmax does not see it
}

}  // namespace

void addTriangleSample(ArrayBundle& arrays, const std::string& path) {
  addPlainNorm(arrays, path + "layer_norm_in", kWidth);
  // Classes: itself, next, previous, contact, apart.
  addClassReader(arrays, path + "linear_a_p", {{0, 1, 1, 1, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}});
  addClassReader(arrays, path + "linear_b_p", {{0, 1, 1, 1, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 1, 0}});
  for (const char* gate : {"linear_a_g", "linear_b_g"}) addOpenGate(arrays, path + gate, 4, kWidth);
  addPlainNorm(arrays, path + "layer_norm_out", 4);
  // Where more residues touch both than anything else, a contact is likelier.
  addMatrix(arrays, path + "linear_z", {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0.5f, 0, 0, 0}, {-0.5f, 0, 0, 0}});
  addOpenGate(arrays, path + "linear_g", kWidth, kWidth);
}

std::vector<std::string> triangleSampleLabels(bool isOutgoing) {
  if (isOutgoing)
    return {"Residues that touch both i and j", "Contact of j with the residue after i",
            "Contact of j with the residue before i", "Residues in contact with both i and j"};
  return {"Residues that touch both i and j", "Contact of j with the residue before i",
          "Contact of j with the residue after i", "Residues in contact with both i and j"};
}

void addTriangleAttentionSample(ArrayBundle& arrays, const std::string& path) {
  addPlainNorm(arrays, path + "layer_norm", kWidth);
  addBias(arrays, path + "linear",
          {{0, 0, 0, kGain, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, kGain, kGain, kGain, 0}});
  Rows queries = noGains(), keys = noGains();
  queries[2] = {1, 1, 1, 1, 1};
  keys[2] = {0, 0, 0, kGain, 0};
  queries[4] = keys[4] = {0, 0, 0, 3, 0};
  queries[5] = keys[5] = {0, 3, 0, 0, 0};
  queries[6] = {1, 1, 1, 1, 1};
  keys[6] = {0, kGain, kGain, kGain, 0};
  addHeads(arrays, path + "mha.", queries, keys);
}

std::vector<std::string> triangleAttentionLabels(bool isStarting) {
  if (isStarting)
    return {"Third edge jk is a contact", "Edge ik is a contact", "Edges of the same kind", "All edges touch"};
  return {"Third edge ki is a contact", "Edge kj is a contact", "Edges of the same kind", "All edges touch"};
}

void addPairBiasedRowSample(ArrayBundle& arrays, const std::string& path) {
  addPlainNorm(arrays, path + "layer_norm_m", kWidth);
  addPlainNorm(arrays, path + "layer_norm_z", kWidth);
  addBias(arrays, path + "linear_z", {{0, 0, 0, kGain, 0}, {0, kGain, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 3, 0}});
  Rows queries = noGains(), keys = noGains();
  // Classes: hydrophobic, positive, negative, polar, small.
  queries[4] = keys[5] = {0, 3, 0, 0, 0};
  queries[5] = keys[4] = {0, 0, 3, 0, 0};
  queries[6] = keys[6] = {2, 0, 0, 0, 0};
  addHeads(arrays, path + "mha.", queries, keys);
}

std::vector<std::string> pairBiasedRowLabels() {
  return {"Contacts (pair bias)", "The next residue (pair bias)", "Opposite charges (queries and keys)",
          "Hydrophobic contacts (both)"};
}

void addGatedColumnSample(ArrayBundle& arrays, const std::string& path) {
  addPlainNorm(arrays, path + "layer_norm_m", kWidth);
  Rows queries = noGains();
  for (size_t head = 0; head < 4; ++head) queries[2 * head][head] = 3;
  addHeads(arrays, path + "mha.", queries, queries);
}

void addOuterProductSample(ArrayBundle& arrays, const std::string& path) {
  addPlainNorm(arrays, path + "layer_norm", kWidth);
  for (const char* factor : {"linear_1", "linear_2"})
    addClassReader(arrays, path + factor, {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}});
  Rows output(kWidth, std::vector<float>(9, 0));
  for (const size_t attracting : {0U, 5U, 7U}) output[pairContact][attracting] = 0.5f;  // both hydrophobic, + -, - +
  for (const size_t repelling : {4U, 8U}) output[pairContact][repelling] = -0.5f;       // + +, - -
  addMatrix(arrays, path + "linear_out", output);
}

std::vector<std::string> outerProductLabels() {
  std::vector<std::string> labels;
  for (const char* first : {"Hydrophobic", "Positive", "Negative"})
    for (const char* second : {"hydrophobic", "positive", "negative"})
      labels.push_back(std::string(first) + " with " + second);
  return labels;
}

void addIdleTransition(ArrayBundle& arrays, const std::string& path, Index width) {
  addPlainNorm(arrays, path + "layer_norm", width);
  arrays[path + "linear_1.weight"] = Array<float>({1, width}, 0.0f);
  arrays[path + "linear_2.weight"] = Array<float>({width, 1}, 0.0f);
}

}  // namespace engine
