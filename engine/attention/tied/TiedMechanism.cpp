// The mechanisms "tied-row" and "tied-column", which differ in which axis is summed over.
#include "engine/attention/HeadAxes.h"
#include "engine/attention/msa/MsaMechanism.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/attention/tied/TiedAttention.h"

namespace engine {

namespace {

class TiedMechanism : public MsaMechanism<TiedMechanism> {
 public:
  using MsaMechanism::MsaMechanism;

  std::string id() const override { return isRow() ? "tied-row" : "tied-column"; }
  std::string title() const override { return isRow() ? "Tied row attention" : "Tied column attention"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return std::string(isRow() ? "S_ij = Σ_r q_ri · k_rj / √(R d)" : "S_ij = Σ_c q_ic · k_jc / √(C d)") +
           "\nA = softmax_j(S), one for all\nY = concat(A v) W_o^T + b_o";
  }
  std::string help() const override {
    const std::string tied =
        isRow() ? "One map of columns per head, shared by all R rows: S = sum over rows of q k^T / "
                  "sqrt(R d). Padded queries count 0 in the sum; columns in which row 0 is padded get "
                  "the score -10000"
                : "One map of rows per head, shared by all C columns: S = sum over columns of q k^T / "
                  "sqrt(C d). Padded queries count 0 in the sum; rows whose column 0 is padded get the "
                  "score -10000";
    return tied +
           ". A = softmax of S; every cell keeps its own value: Y = joined A v W_o^T + b_o. q, k, v = X W^T + b "
           "split into heads (channel h*d + c belongs to head h). MSA Transformer, Rao et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(), scoresParameter(), headVectorsParameter()};
  }
  std::vector<ArrayDescription> outputs() const override {
    const char* const shape = isRow() ? "(H, C, C)" : "(H, R, R)";
    std::vector<ArrayDescription> list = headVectorOutputs("R, C");
    const ArrayDescription others[] = {
        {"mask", isRow() ? "(C)" : "(R)", "whether the map's keys are seen (intermediates=yes)", true,
         ArrayType::boolean},
        {"S", shape, "scores as the softmax sees them (scores=yes or intermediates=yes)", true},
        {"A", shape, "attention weights"},
        {"Y", "(R, C, Dout)", "outputs"}};
    list.insert(list.end(), std::begin(others), std::end(others));
    return list;
  }
  Sample sample() const override { return isRow() ? globinAlignmentSample() : globinColumnSample(); }
  TapeForm tapeForm() const override { return isRow() ? tiedRowOnTape : tiedColumnOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"R=64 C=256 H=12 D=768", benchValues({{"heads", 12}}), msaBench()}};
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string map = isRow() ? "H*C*C" : "H*R*R", maps = (keepsScores(values) ? "2*" : "") + map;
    const std::string kept = headVectorNumbers(values, "R*C");
    const std::string turned = isRow() ? "" : " + R*C*(D + Dout)";
    return {"2*R*C*(H*(2*d + v)*D + H*v*Dout) + 2*" + map + (isRow() ? "*R" : "*C") + "*(d + v)",
            "w*(R*C*(D + Dout) + H*(2*d + v)*D + H*v*Dout + " + maps + kept + ")",
            "w*(R*C*(2*H*(d + v) + Dout) + " + maps + turned + kept + ") + R*C"};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto heads = mapsOf(outputs, "A", "S", "hqk")) {
      heads->queryUnit = heads->keyUnit = isRow() ? kColumnUnit : kRowUnit;
      maps.push_back({isRow() ? "tied row attention" : "tied column attention", std::move(heads)});
    }
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const MsaInput<T> input = readMsaInput<T>(call.inputs, call.values);
    const TiedOptions options{input.padding, keepsScores(call.values), call.values.flag("intermediates")};
    const auto attention = isRow() ? tiedRowAttention<T> : tiedColumnAttention<T>;
    TiedResult<T> result = attention(input.X, input.projections, options, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    if (options.keepScores) give(outputs, "S", std::move(result.S));
    give(outputs, "A", std::move(result.A));
    if (options.keepVectors) {
      giveHeadVectors(outputs, std::move(result.vectors));
      give(outputs, "mask", seenKeysOf(input));
    }
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }

 private:
  /// Keys of the map: those of the first line (row 0, or column 0) decide.
  template <class T>
  Array<Bool> seenKeysOf(const MsaInput<T>& input) const {
    const Index R = input.X.length(0), C = input.X.length(1), keys = isRow() ? C : R;
    Array<Bool> seen({keys}, Bool{1}, "mask");
    for (Index key = 0; key < keys && !input.padding.empty(); ++key)
      seen[key].value = !(isRow() ? input.padding(0, key) : input.padding(key, 0)).value;
    return seen;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeTiedRow() { return std::make_unique<TiedMechanism>(MsaAxis::row); }
std::unique_ptr<const Mechanism> makeTiedColumn() { return std::make_unique<TiedMechanism>(MsaAxis::column); }

}  // namespace engine
