#include "engine/operations/ProfileInput.h"

#include "engine/base/ParameterKinds.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileParameters.h"

namespace engine {

std::shared_ptr<const Alignment> alignmentInput(const Dataset& dataset) {
  if (auto alignment = dataset.share<Alignment>()) return alignment;
  const auto* set = dataset.as<SequenceSet>();
  if (!set) fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected an alignment or sequences");
  for (const Sequence& sequence : set->sequences)
    if (sequence.length() != set->sequences.front().length())
      fail(dataset.title, ": sequences ", set->sequences.front().name, " and ", sequence.name, " have ",
           set->sequences.front().length(), " and ", sequence.length(), " letters, expected an alignment");
  return std::make_shared<const Alignment>(alignmentOf(set->sequences));
}

Parameter presetParameter() {
  return choiceParameter(
      "preset", "Preset",
      "default: HH-suite's mathematics with its slips corrected; hhsuite-3.3: to the digit, slips included; guide: "
      "the textbook form without score offset",
      {presetName(Preset::standard), presetName(Preset::hhsuite33), presetName(Preset::guide)});
}

ParameterValues profileValues(Preset preset, Side side) {
  ParameterValues values;
  values.set("preset", presetName(preset));
  if (preset != Preset::hhsuite33) return values;
  values.set("diff", std::int64_t{FilterOptions{}.diversity});
  if (side == Side::templ) values.set("weights", std::string("global"));
  return values;
}

ProfileBuildOptions presetBuildOptions(Preset preset, Side side) {
  return profileBuildOptions(completed(profileParameters(), profileValues(preset, side)), 1);
}

ProfileOfInput profileInput(const DatasetPtr& input, Preset preset, Side side, const Compute& compute,
                            Diagnostics& diagnostics, Progress& progress) {
  if (auto profile = input->share<ProfileHmm>()) return {profile, {}};
  Dataset built =
      findOperation("profile").run({input}, profileValues(preset, side), compute, diagnostics, progress).front();
  auto profile = built.share<ProfileHmm>();
  return {profile, std::move(built)};
}

}  // namespace engine
