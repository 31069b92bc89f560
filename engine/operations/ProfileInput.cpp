#include "engine/operations/ProfileInput.h"

#include "engine/operations/Operation.h"

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
  return {"preset",
          "Preset",
          "",
          "default: HH-suite's mathematics with its slips corrected; hhsuite-3.3: to the digit, slips included; guide: "
          "the textbook form without score offset",
          presetName(Preset::standard),
          -1e300,
          1e300,
          {presetName(Preset::standard), presetName(Preset::hhsuite33), presetName(Preset::guide)}};
}

ProfileBuildOptions presetBuildOptions(Preset preset) {
  ProfileBuildOptions options;
  options.preset = preset;
  // HH-suite's programs that align and search keep fewer sequences than the operation "profile" does by default.
  if (preset != Preset::hhsuite33)
    options.filter.diversity = static_cast<Index>(completed(findOperation("profile").parameters(), {}).integer("diff"));
  return options;
}

ProfileOfInput profileInput(const DatasetPtr& input, Preset preset, const Compute& compute, Diagnostics& diagnostics,
                            Progress& progress) {
  if (auto profile = input->share<ProfileHmm>()) return {profile, {}};
  ParameterValues values;
  values.set("preset", presetName(preset));
  values.set("diff", std::int64_t{presetBuildOptions(preset).filter.diversity});
  Dataset built = findOperation("profile").run({input}, values, compute, diagnostics, progress).front();
  auto profile = built.share<ProfileHmm>();
  return {profile, std::move(built)};
}

}  // namespace engine
