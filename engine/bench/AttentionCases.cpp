#include "engine/bench/AttentionCases.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Random.h"
#include "engine/bench/LayerCases.h"

namespace engine {

namespace {

struct Values {
  const char* name;
  Shape shape;
  double scale = 1;
};

/// An entry of the table: arrays filled with deterministic numbers (engine/attention/MATHEMATICS.md 1.2).
struct Entry {
  const char* mechanism;
  const char* sizes;
  std::vector<std::pair<const char*, const char*>> parameters;
  std::vector<Values> arrays;
};

std::vector<Values> joined(std::vector<Values> first, const std::vector<Values>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Four square projections of width D that keep variances.
std::vector<Values> projections(Index D) {
  const double scale = 1.7 / std::sqrt(double(D));
  return {{"W_q", {D, D}, scale}, {"W_k", {D, D}, scale}, {"W_v", {D, D}, scale}, {"W_o", {D, D}, scale}};
}

std::vector<Entry> table() {
  const std::vector<Values> stack{{"Q", {1, 8, 1024, 64}}, {"K", {1, 8, 1024, 64}}, {"V", {1, 8, 1024, 64}}};
  const std::vector<Values> longer{{"Q", {1, 8, 4096, 64}}, {"K", {1, 8, 4096, 64}}, {"V", {1, 8, 4096, 64}}};
  const std::vector<Values> single{{"Q", {1, 1024, 64}}, {"K", {1, 1024, 64}}, {"V", {1, 1024, 64}}};
  const std::vector<Values> msa = joined({{"X", {64, 256, 768}}}, projections(768));
  return {
      {"dot", "H=8 n=m=1024 d=64 maps=no", {{"maps", "no"}}, stack},
      {"dot", "H=8 n=m=1024 d=64 maps=yes", {}, stack},
      {"additive",
       "n=m=1024 h=64",
       {},
       joined(single, {{"W_q", {64, 64}, 0.2}, {"W_k", {64, 64}, 0.2}, {"w_v", {64}, 0.5}})},
      {"multiplicative", "n=m=1024 q=k=64", {}, joined(single, {{"M", {64, 64}, 0.2}})},
      {"nadaraya-watson", "n=20000 m=1000", {}, {{"keys", {20000}, 5}, {"values", {20000}}, {"queries", {1000}, 5}}},
      {"multi-head", "H=8 L=1024 D=512", {{"heads", "8"}}, joined({{"X", {1, 1024, 512}}}, projections(512))},
      {"axial-row", "R=64 C=256 H=12 D=768 maps=no", {{"heads", "12"}, {"maps", "no"}}, msa},
      {"axial-column", "R=64 C=256 H=12 D=768 maps=no", {{"heads", "12"}, {"maps", "no"}}, msa},
      {"tied-row", "R=64 C=256 H=12 D=768", {{"heads", "12"}}, msa},
      {"tied-column", "R=64 C=256 H=12 D=768", {{"heads", "12"}}, msa},
      {"soft-tied",
       "N=64 L=256 H=12 D=384",
       {{"heads", "12"}},
       joined(joined({{"X", {64, 256, 384}}}, projections(384)),
              {{"seqw_W_q", {384, 384}, 0.09}, {"seqw_W_k", {384, 384}, 0.09}})},
      {"direct",
       "N=64 L=256 H=4 D=384",
       {},
       {{"pair", {256, 256, 128}},
        {"msa", {64, 256, 384}},
        {"W_p", {4, 128}, 0.15},
        {"W_v", {384, 384}, 0.09},
        {"W_o", {384, 384}, 0.09}}},
      {"masked-direct",
       "N=64 L=256 H=4 D=384",
       {},
       {{"state", {256, 32}},
        {"CA", {256, 3}, 20},
        {"msa", {64, 256, 384}},
        {"W_q", {128, 32}, 0.3},
        {"W_k", {128, 32}, 0.3},
        {"W_v", {384, 384}, 0.09},
        {"W_o", {384, 384}, 0.09}}},
      {"performer", "H=8 L=4096 d=64 m=266", {{"features", "266"}, {"maps", "no"}}, longer},
      {"geometric",
       "L=1024 H=128 D=256 maps=no",
       {{"maps", "no"}},
       {{"s", {1024, 256}},
        {"N", {1024, 3}, 30},
        {"CA", {1024, 3}, 30},
        {"C", {1024, 3}, 30},
        {"W_proj", {1920, 256}, 0.1},
        {"W_out", {256, 384}, 0.1},
        {"w_r", {128}},
        {"w_d", {128}},
        {"ln_weight", {256}}}},
      {"equivariant",
       "N=2000, about 30 neighbours",
       {},
       {{"pos", {2000, 3}, 4.03},
        {"f", {2000, 35}, 1.73},
        {"linear", {130}},
        {"mlp_k_0", {10, 16}},
        {"mlp_k_1", {16, 276}},
        {"mlp_v_0", {10, 16}},
        {"mlp_v_1", {16, 382}},
        {"dot", {144}}}},
      {"volume-preserving", "d=128 T=512", {}, {{"Z", {128, 512}}, {"S", {8128}, 0.1}}},
  };
}

ParameterValues valuesOf(const Entry& entry, const Mechanism& mechanism) {
  ParameterValues values;
  const std::vector<Parameter> known = mechanism.parameters();
  for (const auto& [key, text] : entry.parameters) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&key = key](const Parameter& parameter) { return parameter.key == key; });
    if (found == known.end()) fail("bench attention: ", entry.mechanism, " has no parameter ", key);
    values.set(key, parseParameter(*found, text));
  }
  return values;
}

AttentionCase caseOf(const Entry& entry) {
  AttentionCase result{entry.mechanism, entry.sizes, valuesOf(entry, findMechanism(entry.mechanism)), {}};
  std::uint64_t seed = 700;
  for (const Values& values : entry.arrays)
    result.inputs[values.name] = deterministicArray<float>(seed++, values.shape, values.scale, values.name);
  return result;
}

}  // namespace

std::vector<AttentionCase> attentionCases(const std::string& mechanism) {
  std::vector<AttentionCase> cases = layerCases(mechanism);
  for (const Entry& entry : table())
    if (mechanism == entry.mechanism) cases.push_back(caseOf(entry));
  return cases;
}

}  // namespace engine
