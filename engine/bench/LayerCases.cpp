#include "engine/bench/LayerCases.h"

#include <cmath>

#include "engine/attention/layers/LayerInputs.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

/// Weights of a mechanism, such that every linear map about keeps the variance of what goes in.
ArrayBundle weightsFor(const std::string& mechanism, const std::map<std::string, Index>& lengths) {
  ArrayBundle weights = sampleWeights(findMechanism(mechanism).inputs(), lengths, 700);
  for (auto& [name, array] : weights) {
    auto& values = std::get<Array<float>>(array);
    if (values.rank() != 2) continue;
    const float factor = 5.7f / std::sqrt(float(values.length(1)));
    for (float& value : values) value *= factor;
  }
  return weights;
}

/// Tokens 0 .. count - 1.
Array<std::int32_t> tokens(Shape shape, std::int32_t count, const char* name) {
  Array<std::int32_t> array(std::move(shape), 0, name);
  for (Index k = 0; k < array.size(); ++k)
    array[k] = static_cast<std::int32_t>(splitMix64(static_cast<std::uint64_t>(k)) % std::uint64_t(count));
  return array;
}

AttentionCase roseTtaFoldMsa() {
  AttentionCase test{"rosettafold-msa", "N=64 L=256 H=12 D=384 F=1536 m=64", {}, {}};
  test.inputs = weightsFor(test.mechanism, {{"V", 21}, {"D", 384}, {"F", 1536}, {"m", 64}, {"d", 32}, {"2", 2}});
  test.inputs["msa"] = tokens({64, 256}, 21, "msa");
  return test;
}

AttentionCase axialEncoder() {
  AttentionCase test{"axial-encoder", "N=64 L=256 H=12 D=768 F=3072 rows=tied columns=plain maps=no", {}, {}};
  test.values.set("heads", std::int64_t{12});
  test.values.set("maps", false);
  test.values.set("activation", std::string("gelu"));
  test.inputs = weightsFor(test.mechanism, {{"D", 768}, {"F", 3072}});
  std::erase_if(test.inputs, [](const auto& array) { return array.first.find(".seq_weight.") != std::string::npos; });
  test.inputs["X"] = deterministicArray<float>(699, {64, 256, 768}, 1, "X");
  return test;
}

AttentionCase bahdanauDecoder() {
  AttentionCase test{"bahdanau-decoder", "B=32 S=T=32 h=a=E=256 V=U=1000, two layers", {}, {}};
  test.inputs = weightsFor(test.mechanism, {{"V", 1000},
                                            {"E", 256},
                                            {"3h", 768},
                                            {"h", 256},
                                            {"a", 256},
                                            {"1", 1},
                                            {"U", 1000},
                                            {"e", 256},
                                            {"h + e", 512}});
  test.inputs["source"] = tokens({32, 32}, 1000, "source");
  test.inputs["target"] = tokens({32, 32}, 1000, "target");
  return test;
}

AttentionCase positionEncoding() {
  AttentionCase test{"position-encoding", "L=1024 K=256", {}, {}};
  test.values.set("width", std::int64_t{256});
  test.inputs["idx"] = tokens({1024}, 100000, "idx");
  return test;
}

}  // namespace

std::vector<AttentionCase> layerCases(const std::string& mechanism) {
  if (mechanism == "rosettafold-msa") return {roseTtaFoldMsa()};
  if (mechanism == "axial-encoder") return {axialEncoder()};
  if (mechanism == "bahdanau-decoder") return {bahdanauDecoder()};
  if (mechanism == "position-encoding") return {positionEncoding()};
  return {};
}

}  // namespace engine
