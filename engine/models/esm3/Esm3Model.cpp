// The architecture "esm3" (MATHEMATICS.md 7.2): the whole trunk on a sequence, with coordinates where there are any.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/models/esm3/GeometricBlocks.h"
#include "engine/models/parts/Embedding.h"
#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/ShapeFacts.h"
#include "engine/models/parts/TokenRun.h"

namespace engine {

namespace {

constexpr double kNormEpsilon = 1e-5;
const std::string kSequence = "encoder.sequence_embed.weight";
constexpr std::int64_t kStructureMask = 4096, kStructureEnd = 4097, kStructureStart = 4098, kStructureBreak = 4100;

const LanguageModelHeadNames& headNames() {
  static const LanguageModelHeadNames names{"output_heads.sequence_head.0",
                                            "output_heads.sequence_head.2",
                                            "output_heads.sequence_head.3.bias",
                                            {"output_heads.sequence_head.3.weight"}};
  return names;
}

/// Tokens of the structure of residues whose structure is not told in tokens.
std::vector<std::int64_t> structureTokens(const TokenisedText& text, const TokenTable& table) {
  std::vector<std::int64_t> tokens(text.numbers.size(), kStructureMask);
  for (size_t t = 0; t < tokens.size(); ++t) {
    if (text.numbers[t] == table.before) tokens[t] = kStructureStart;
    if (text.numbers[t] == table.after) tokens[t] = kStructureEnd;
    if (text.texts[t] == "|") tokens[t] = kStructureBreak;
  }
  return tokens;
}

/// A number between 0 and 1 as 16 bells, each 1/16 wide.
template <class T>
Array<T> bellsOf(double value) {
  constexpr Index kBells = 16;
  Array<T> bells({1, kBells}, Untouched{});
  for (Index k = 0; k < kBells; ++k) {
    const double away = (value - double(k) / double(kBells - 1)) * double(kBells);
    bells[k] = static_cast<T>(std::exp(-away * away));
  }
  return bells;
}

/// Frames of the tokens: those of the residues between the special tokens, which have none.
PlacedResidues placedTokens(const ModelSetup& setup, const TokenisedText& text) {
  const Array<float>& given = setup.input.backbone;
  Array<float> atoms({std::ssize(text.numbers), 3, 3}, std::numeric_limits<float>::quiet_NaN(), "backbone");
  const auto residues = std::count(text.isSpecial.begin(), text.isSpecial.end(), false);
  const bool hasBackbone = !given.empty();
  if (hasBackbone) requireShape("backbone", given.shape(), {residues, 3, 3});
  if (!setup.input.chains.empty()) requireShape("chains", {std::ssize(setup.input.chains)}, {residues});
  PlacedResidues placed;
  Index residue = 0;
  for (Index t = 0; t < atoms.length(0); ++t) {
    const bool isSpecial = text.isSpecial[static_cast<size_t>(t)];
    if (!isSpecial && hasBackbone) std::copy_n(given.data() + 9 * residue, 9, atoms.data() + 9 * t);
    if (!setup.input.chains.empty())
      placed.chains.push_back(setup.input.chains[static_cast<size_t>(std::min<Index>(residue, residues - 1))]);
    residue += isSpecial ? 0 : 1;
  }
  placed.frames = framesOfAtoms(atoms);
  return placed;
}

template <class T>
class Esm3Run : public TokenRun<T> {
 public:
  Esm3Run(const ModelSetup& setup, Diagnostics& diagnostics)
      : TokenRun<T>(setup, esmCTokens(), diagnostics), m_blocks(setup, placedTokens(setup, this->text())) {
    const Frames& frames = m_blocks.residues().frames;
    if (std::none_of(frames.valid.begin(), frames.valid.end(), [](bool isThere) { return isThere; }))
      diagnostics.warn("no coordinates: geometric attention tells nothing, its maps are uniform");
  }

  std::vector<std::string> mapNames() const override { return m_blocks.mapNames(); }
  Index numLayersOf(const std::string& maps) const override { return m_blocks.numLayersOf(maps); }
  /// Rows of the embedding beyond the alphabet have no name.
  std::vector<std::string> vocabulary() const override {
    if (!hasLanguageModelHead(this->weights(), headNames())) return {};
    std::vector<std::string> names = TokenRun<T>::vocabulary();
    names.resize(static_cast<size_t>(this->sizes().vocabulary));
    return names;
  }
  bool hiddenHasEmbedding() const override { return false; }
  bool hiddenEndsWithNorm() const override { return false; }

  ModelState<T> embed(const ModelCall& call) const override {
    call.progress.update(0, "embedding");
    Array<T> x = embeddedTokens(this->text().numbers, table(kSequence));
    add(x,
        embeddedTokens(structureTokens(this->text(), this->table()), table("encoder.structure_tokens_embed.weight")));
    // What is not known has token 0 everywhere; that of functions and annotations stands for nothing at all.
    for (const char* unknown : {"encoder.ss8_embed.weight", "encoder.sasa_embed.weight"})
      add(x, embeddedTokens({0}, table(unknown)));
    constexpr double kSureOnAverage = 1, kUnsureOfResidues = 0;
    add(x, bellsThrough("encoder.plddt_projection", kSureOnAverage, call));
    add(x, bellsThrough("encoder.structure_per_res_plddt_projection", kUnsureOfResidues, call));
    return {std::move(x), {}};
  }
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                        const ModelCall& call) const override {
    return m_blocks.run(layer, state.x, wish, call);
  }
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override {
    const ModelWeights& weights = this->weights();
    const Index D = this->sizes().width;
    std::map<std::string, Array<T>> read;
    const Array<T>& last = read["last"] =
        normalised(state.x, readNorm<T>(weights, "transformer.norm", D), kNormEpsilon, call);
    if (hasLanguageModelHead(weights, headNames()))
      read["logits"] =
          logitsOf(last, readLanguageModelHead<T>(weights, headNames(), kSequence, this->sizes().vocabulary, D),
                   kNormEpsilon, call);
    return read;
  }

 private:
  using TokenRun<T>::table;
  Array<T> table(const std::string& name) const {
    return readWeightsAs<T>(this->weights(), name, {-1, this->sizes().width});
  }
  Array<T> bellsThrough(const std::string& name, double value, const ModelCall& call) const {
    const Array<T> bells = bellsOf<T>(value);
    return modelLinear(bells, readLinear<T>(this->weights(), name, this->sizes().width, bells.length(1)), call);
  }
  /// To every row of x that of y, or its only one.
  static void add(Array<T>& x, const Array<T>& y) {
    for (Index k = 0; k < x.size(); ++k) x[k] += y[k % y.size()];
  }

  Esm3Blocks<T> m_blocks;
};

class Esm3 : public ArchitectureOf<Esm3Run> {
 public:
  std::string id() const override { return "esm3"; }
  std::string title() const override { return "ESM3"; }
  std::string help() const override {
    return "The trunk on a sequence; structure, function and annotations are left open, as for a sequence alone. Plain "
           "attention in every layer, geometric attention in the first, which needs coordinates. Hayes et al. 2024.";
  }
  bool recognises(const ModelWeights& weights) const override {
    return hasGeometricAttention(weights, 0) && hasPlainAttention(weights, 0) && weights.contains(kSequence);
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    ModelSizes sizes = sizesOfEsm3(weights, heads);
    sizes.vocabulary = lengthOf(weights, kSequence, 0);
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    std::vector<std::string> names = esm3BlockNames(weights, sizes);
    names.push_back("transformer.norm.weight");
    for (const char* name : {"sequence_embed", "structure_tokens_embed", "ss8_embed", "sasa_embed", "plddt_projection",
                             "structure_per_res_plddt_projection"})
      names.push_back(std::string("encoder.") + name + ".weight");
    return names;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeEsm3() { return std::make_unique<Esm3>(); }

}  // namespace engine
