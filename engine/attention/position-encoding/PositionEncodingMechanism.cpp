// The mechanism "position-encoding": what attention is told about places, to be looked at on its own.
#include <algorithm>

#include "engine/attention/AxisWords.h"
#include "engine/attention/HeadAxes.h"
#include "engine/attention/TokenInput.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/base/ParameterKinds.h"
#include "engine/network/Encodings.h"

namespace engine {

namespace {

class PositionEncodingMechanism : public TypedMechanism<PositionEncodingMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "position-encoding"; }
  std::string title() const override { return "Sinusoidal position encoding"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "P_{i,2t} = sin(p_i / 10000^{2t/K})\n"
           "P_{i,2t+1} = cos(p_i / 10000^{2t/K})\n"
           "G = P P^T / K";
  }
  std::string help() const override {
    return "Attention alone does not know places: these waves are added to the features. Two axes, for pairs: the "
           "first half of the channels encodes the row, the second the column, each all sines and then all cosines. "
           "Vaswani et al. 2017; Baek et al. 2021. Gaps in the numbering show. G = P P^T / K tells how alike two "
           "places look: it falls with their distance only.";
  }
  std::vector<Parameter> parameters() const override {
    return {
        choiceParameter("axes", "Encoded axes",
                        "two: of every pair of positions, as RoseTTAFold's pair features have them", {"one", "two"}),
        countParameter("width", "Channels K", "width of the encoding; a multiple of 4 for two axes", 64, 1, 65536)};
  }
  AxisWords axisWords() const override { return {{"K", "channel"}}; }
  std::vector<ArrayDescription> inputs() const override {
    return {{"idx", "(L)", "positions: residue numbers as they stand", false, ArrayType::integer}};
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"P", "(L, K) or (L, L, K)", "encodings"}, {"G", "(L, L)", "P P^T / K (axes=one)", true}};
  }
  Sample sample() const override {
    Array<std::int32_t> idx({64}, 0, "idx");
    for (Index i = 0; i < 64; ++i) idx[i] = static_cast<std::int32_t>(i);
    Sample sample{"Positions 0 to 63", {{"idx", idx}}, {}, {}, {}};
    sample.values.set("width", std::int64_t{32});
    return sample;
  }
  /// The sines of every second frequency, up to six curves.
  ArrayBundle curves(const ArrayBundle& inputs, const ArrayBundle& outputs) const override {
    const Array<double> P = numbersOf<double>(outputs, "P");
    if (P.rank() != 2) return {};
    ArrayBundle plot{{"axis_position", numbersOf<double>(inputs, "idx")},
                     {"quantity_value of the channel", Array<double>({0})}};
    for (Index channel = 0; channel < std::min<Index>(P.length(1), 24); channel += 4) {
      Array<double> wave({P.length(0)});
      for (Index i = 0; i < P.length(0); ++i) wave[i] = P(i, channel);
      plot[(channel < 9 ? "curve_channel_0" : "curve_channel_") + std::to_string(channel + 1)] = wave;
    }
    return plot;
  }
  ArrayBundle sampleInput() const override {
    Array<std::int32_t> idx({24}, 0, "idx");
    for (Index i = 0; i < 24; ++i) idx[i] = static_cast<std::int32_t>(i < 16 ? i : i + 20);
    return {{"idx", idx}};
  }
  std::vector<BenchCase> benchCases() const override {
    return {{"L=1024 K=256", benchValues({{"width", 256}}), {{"idx", benchTokens({1024}, 100000, "idx")}}}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    if (values.text("axes") == "two")
      return {"20*L*width/2 + L*L*width", "w*(L + L*L*width)", "w*(L*L*width + L*width) + 8*L"};
    return {"20*L*width + 2*L*L*width", "w*(L + L*width + L*L)", "w*(L*width + L*L) + 8*L"};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const auto add = [&](const char* title, const char* columns, std::shared_ptr<HeadSet> heads) {
      if (!heads) return;
      heads->queryUnit = "position";
      heads->keyUnit = columns;
      maps.push_back({title, std::move(heads)});
    };
    const auto P = outputs.find("P");
    if (P != outputs.end() && shapeOf(P->second).size() == 3) {
      auto channels = mapsOf(outputs, "P", {}, "qkh", false);
      if (channels) channels->about[kHeadUnit] = "channel";
      add("encoding (a map per channel)", "position", std::move(channels));
    } else {
      add("encoding (position by channel)", "channel", mapsOf(outputs, "P", {}, "qk", false));
    }
    add("likeness of positions", "position", mapsOf(outputs, "G", {}, "qk", false));
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const Array<std::int64_t> idx = integersOf(call.inputs, "idx");
    requireShape("idx", idx.shape(), {-1});
    const std::vector<std::int64_t> positions(idx.begin(), idx.end());
    const auto width = static_cast<Index>(call.values.integer("width"));
    ArrayBundle outputs;
    if (call.values.text("axes") == "two") {
      if (width % 4 != 0) fail("parameter width: found ", width, ", expected a multiple of 4 for two axes");
      give(outputs, "P", pairEncoding<T>(positions, width));
      return outputs;
    }
    Array<T> P = sinusoidalEncoding<T>(positions, width);
    give(outputs, "G", likeness(P, call.progress));
    give(outputs, "P", std::move(P));
    return outputs;
  }

 private:
  /// P P^T / K.
  template <class T>
  static Array<T> likeness(const Array<T>& P, Progress& progress) {
    const Index L = P.length(0), K = P.length(1);
    Array<T> G({L, L}, Untouched{}, "G");
    for (Index i = 0; i < L; ++i) {
      progress.update(double(i) / double(L), "likeness of positions");
      for (Index j = 0; j < L; ++j) {
        double sum = 0;
        for (Index c = 0; c < K; ++c) sum += double(P(i, c)) * double(P(j, c));
        G(i, j) = static_cast<T>(sum / double(K));
      }
    }
    return G;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makePositionEncoding() { return std::make_unique<PositionEncodingMechanism>(); }

}  // namespace engine
