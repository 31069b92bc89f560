// The mechanisms "axial-row" and "axial-column", which differ in one word.
#include "engine/attention/axial/AxialAttention.h"
#include "engine/attention/HeadAxes.h"
#include "engine/attention/msa/MsaMechanism.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

class AxialMechanism : public MsaMechanism<AxialMechanism> {
 public:
  using MsaMechanism::MsaMechanism;

  std::string id() const override { return isRow() ? "axial-row" : "axial-column"; }
  std::string title() const override {
    return isRow() ? "Axial attention along rows" : "Axial attention along columns";
  }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return isRow() ? "A_r = softmax_j(q_ri · k_rj / √d), for every row r\nY_r = concat(A_r v_r) W_o^T + b_o"
                   : "A_c = softmax_j(q_ic · k_jc / √d), for every column c\nY_c = concat(A_c v_c) W_o^T + b_o";
  }
  std::string help() const override {
    const std::string lines = isRow()
                                  ? "every row (sequence) of the alignment attends over its columns, with a map of "
                                    "its own per head"
                                  : "every column of the alignment attends over its rows, with a map of its own per "
                                    "head; with one row this is W_o (W_v x + b_v) + b_o";
    return "q, k, v = X W^T + b split into heads (channel h*d + c belongs to head h); " + lines +
           ". S = q k^T / sqrt(d), A = softmax, Y = joined A v W_o^T + b_o. Keys of padded cells get the score -10000. "
           "With maps=no only Y is made and no map is ever held. Ho et al. 2019; Rao et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(),
            flagParameter("maps", "Attention maps", "no: only Y, without ever holding the maps", true),
            scoresParameter(), headVectorsParameter()};
  }
  std::vector<ArrayDescription> outputs() const override {
    const char* const shape = isRow() ? "(R, H, C, C)" : "(C, H, R, R)";
    std::vector<ArrayDescription> list = headVectorOutputs("R, C");
    const ArrayDescription others[] = {
        {"mask", "(R, C)", "whether a cell is seen as a key (intermediates=yes)", true, ArrayType::boolean},
        {"S", shape, "scores as the softmax sees them (scores=yes or intermediates=yes, maps=yes)", true},
        {"A", shape, isRow() ? "attention weights of each row" : "attention weights of each column (maps=yes)", true},
        {"Y", "(R, C, Dout)", "outputs"}};
    list.insert(list.end(), std::begin(others), std::end(others));
    return list;
  }
  Sample sample() const override { return isRow() ? globinAlignmentSample() : globinColumnSample(); }
  TapeForm tapeForm() const override { return isRow() ? axialRowOnTape : axialColumnOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"R=64 C=256 H=12 D=768 maps=no", benchValues({{"heads", 12}, {"maps", false}}), msaBench()}};
  }

  CostFormulas cost(const ParameterValues& values) const override {
    const std::string pairs = isRow() ? "R*H*C*C" : "C*H*R*R";
    const std::string maps = !values.flag("maps") ? "" : keepsScores(values) ? " + 2*" + pairs : " + " + pairs;
    const std::string kept = headVectorNumbers(values, "R*C");
    // A long line is gathered and attended to on its own, with scores and weights of all its heads.
    const std::string length = isRow() ? "C" : "R";
    const std::string line =
        " + " + length + "*H*(2*d + 2*v + 3" + (values.flag("maps") ? " + 2*" + length + ")" : ")");
    return {"2*R*C*(H*(2*d + v)*D + H*v*Dout) + 2*" + pairs + "*(d + v)",
            "w*(R*C*(D + Dout) + H*(2*d + v)*D + H*v*Dout" + maps + kept + ")",
            "w*(R*C*(2*H*(d + v) + Dout)" + maps + kept + line + ") + R*C"};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto heads = mapsOf(outputs, "A", "S", "lhqk")) {
      heads->queryUnit = heads->keyUnit = isRow() ? kColumnUnit : kRowUnit;
      heads->about[kLayerUnit] = isRow() ? kRowUnit : kColumnUnit;
      maps.push_back(
          {isRow() ? "row attention (maps of each row)" : "column attention (maps of each column)", std::move(heads)});
    }
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const MsaInput<T> input = readMsaInput<T>(call.inputs, call.values);
    const AxialOptions options{input.padding, call.values.flag("maps") ? Maps::keep : Maps::drop,
                               keepsScores(call.values), call.values.flag("intermediates")};
    const auto attention = isRow() ? rowAttention<T> : columnAttention<T>;
    AxialResult<T> result = attention(input.X, input.projections, options, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    if (options.maps == Maps::keep) {
      if (options.keepScores) give(outputs, "S", std::move(result.S));
      give(outputs, "A", std::move(result.A));
    }
    if (options.keepVectors) {
      giveHeadVectors(outputs, std::move(result.vectors));
      give(outputs, "mask", seenCells(options.padding, {input.X.length(0), input.X.length(1)}));
    }
    give(outputs, "Y", std::move(result.Y));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeAxialRow() { return std::make_unique<AxialMechanism>(MsaAxis::row); }
std::unique_ptr<const Mechanism> makeAxialColumn() { return std::make_unique<AxialMechanism>(MsaAxis::column); }

}  // namespace engine
