// The mechanism "phyloformer": distances of sequences from axial attention on their pairs.
#include <algorithm>

#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/phyloformer/Phyloformer.h"
#include "engine/attention/samples/HairpinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle phyloformerOnTape(TapeCall& call);  // PhyloformerOnTape.cpp

namespace {

constexpr Index kLetters = 20;

/// 1 where a pair has twice the same letter, 0 elsewhere, through a layer normalisation: of the twenty channels one is
/// 1 (mean 1/20) or two are 1/2.
struct SameLetter {
  float bias = -36.8F, gain = 10;  ///< halfway between 4.36 and 3.00, sharp
};

Array<float> unitMatrix(const std::string& name, float factor) {
  Array<float> matrix({kLetters, kLetters}, 0.0f, name);
  for (Index k = 0; k < kLetters; ++k) matrix(k, k) = factor;
  return matrix;
}

class PhyloformerMechanism : public TypedMechanism<PhyloformerMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "phyloformer"; }
  std::string title() const override { return "Axial attention on pairs of sequences (Phyloformer)"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "x_ab = (W_e X_a + W_e X_b) / 2\n"
           "A_ij = φ(q_i) · φ(k_j) / Σ_j φ(q_i) · φ(k_j), φ = elu + 1\n"
           "x ← x + A_sites(LN x), x ← x + A_pairs(LN x), x ← x + FF(LN x)\n"
           "d_ab = mean_s softplus(w · x_abs + b)";
  }
  std::string help() const override {
    return "Evolutionary distances of all pairs of the sequences of an alignment. Every pair is a row of sites: linear "
           "attention along the sites of each pair, then along the pairs of each site, a feed-forward network (gelu), "
           "and a distance per site, the mean of which is that of the pair; trees are built from them (Tools, "
           "neighbour joining). One block with the weights given. The order of the sequences and of the sites does "
           "not matter. With maps=no nothing is quadratic in pairs or sites. Nesterenko et al. 2025 (Phyloformer); "
           "Katharopoulos et al. 2020 (linear attention).";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(), flagParameter("maps", "Attention maps", "no: only distances", true)};
  }
  AxisWords axisWords() const override {
    return {{"L", "site"}, {"M", "pair of sequences"}, {"F", "letter"}, {"G", "feed-forward channel"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"X", "(N, L, F)", "features of the letters: N aligned sequences, L sites"}, cellMaskInput()};
    const InputList weights = phyloformerInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"distances", "(N, N)", "of the sequences; symmetric, 0 on the diagonal"},
            {"site", "(M, L)", "what every site of a pair adds; pairs a < b in order, M = N (N - 1) / 2"},
            {"A_sites", "(M, H, L, L)", "weights along the sites of every pair (maps=yes)", true},
            {"A_pairs", "(L, H, M, M)", "weights along the pairs of every site (maps=yes)", true}};
  }
  /// Weights with which the distance of a pair is the share of sites that differ, and sites that agree get attention.
  Sample sample() const override {
    const SameLetter same;
    ArrayBundle arrays = {{"X", lettersOfHairpins()}};
    arrays["embed.weight"] = unitMatrix("embed.weight", 1);
    for (const char* norm : {"row_norm", "column_norm", "ff_norm"}) addPlainNorm(arrays, norm, kLetters);
    for (const std::string name : {"row", "column"}) {
      arrays[name + ".q_net.weight"] = unitMatrix(name + ".q_net.weight", 0);
      arrays[name + ".k_net.weight"] = unitMatrix(name + ".k_net.weight", same.gain);
      arrays[name + ".k_net.bias"] = Array<float>({kLetters}, same.bias, name + ".k_net.bias");
      arrays[name + ".v_net.weight"] = unitMatrix(name + ".v_net.weight", 1);
      arrays[name + ".proj_net.weight"] = unitMatrix(name + ".proj_net.weight", 0);  // looks, and changes nothing
    }
    arrays["ff.linear_1.weight"] = unitMatrix("ff.linear_1.weight", same.gain);
    arrays["ff.linear_1.bias"] = Array<float>({kLetters}, same.bias, "ff.linear_1.bias");
    arrays["ff.linear_2.weight"] = unitMatrix("ff.linear_2.weight", 4);
    // About 27 above 1 for a letter in common: softplus is 0 there, and 1 where there is none.
    arrays["out.weight"] = Array<float>({1, kLetters}, -1.0f, "out.weight");
    arrays["out.bias"] = Array<float>({1}, 1.5413F, "out.bias");
    return {"Hairpins of protein G and others", std::move(arrays), {}, {hairpinLetters(), hairpinNames()}, {}};
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"D", 4}, {"F", 3}, {"G", 5}, {"1", 1}}, 8800);
    sample["X"] = deterministicArray<float>(90, {3, 4, 3}, 1, "X");
    return sample;
  }
  TapeForm tapeForm() const override { return phyloformerOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(phyloformerInputs(), {{"D", 64}, {"F", 22}, {"G", 256}, {"1", 1}});
    arrays["X"] = deterministicArray<float>(699, {20, 200, 22}, 1, "X");
    return {{"N=20 L=200 H=4 D=64 maps=no", benchValues({{"heads", 4}, {"maps", false}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string maps = values.flag("maps") ? " + M*H*L*L + L*H*M*M" : "";
    const std::string products = values.flag("maps") ? " + 2*M*L*D*(L + M)" : "";
    return {"2*N*L*F*D + 16*M*L*D*D + 8*M*L*D*D/H + 4*M*L*D*G + 20*M*L*D" + products,
            "w*(N*L*F + N*N + M*L + F*D + 8*D*D + 2*D*G + 16*D" + maps + ")",
            "w*(N*L*D + 8*M*L*D + M*L + N*N" + maps + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["H"] = std::max(1.0, sizes["heads"]);
    sizes["M"] = sizes["N"] * (sizes["N"] - 1) / 2;
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto distances = mapsOf(outputs, "distances", {}, "qk", false)) {
      auto labelled = std::make_shared<AttentionMap>(*distances->maps.front());
      labelled->label = "Distance";
      distances->maps.front() = std::move(labelled);
      distances->areHeads = false;
      distances->arrayName = "distances";
      distances->queryUnit = distances->keyUnit = "sequence";
      maps.push_back({"distances of sequences", std::move(distances)});
    }
    const auto add = [&](const char* title, const char* name, const char* unit) {
      auto heads = mapsOf(outputs, name, {}, "lhqk");
      if (!heads) return;
      heads->queryUnit = heads->keyUnit = unit;
      maps.push_back({title, std::move(heads)});
    };
    add("attention along sites (a layer per pair)", "A_sites", "site");
    add("attention along pairs (a layer per site)", "A_pairs", "pair");
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    letters.bind("1", 1);
    const Array<T> X = readArray<T>(call.inputs, "X", letters, {"N", "L", "F"});
    const ModuleWeights<T> weights(call.inputs, phyloformerInputs(), letters);
    const PhyloformerOptions options{static_cast<Index>(call.values.integer("heads")), call.values.flag("maps"),
                                     readPairMask(call.inputs, kCellMask, letters["N"], letters["L"])};
    PhyloformerResult<T> result = phyloformer(X, weights, options, {call.where.threads, call.progress});
    ArrayBundle outputs;
    give(outputs, "distances", std::move(result.distances));
    give(outputs, "site", std::move(result.site));
    if (!options.keepsMaps) return outputs;
    give(outputs, "A_sites", std::move(result.A_sites));
    give(outputs, "A_pairs", std::move(result.A_pairs));
    return outputs;
  }

 private:
  /// (5, 16, 20), 1 for the letter of the cell.
  static Array<float> lettersOfHairpins() {
    const std::string letters = "ARNDCQEGHILKMFPSTWYV";
    Array<float> X({5, 16, kLetters}, 0.0f, "X");
    for (Index row = 0; row < 5; ++row)
      for (Index site = 0; site < 16; ++site)
        X(row, site, Index(letters.find(hairpinRows()[size_t(row)][size_t(site)]))) = 1;
    return X;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makePhyloformer() { return std::make_unique<PhyloformerMechanism>(); }

}  // namespace engine
