// Names and matrices of the presets.
#include "engine/hmm/Preset.h"

#include "engine/base/Error.h"

namespace engine {

std::string presetName(Preset preset) {
  switch (preset) {
    case Preset::standard:
      return "default";
    case Preset::hhsuite33:
      return "hhsuite-3.3";
    case Preset::guide:
      return "guide";
  }
  return "default";
}

Preset parsePreset(const std::string& name) {
  for (const Preset preset : {Preset::standard, Preset::hhsuite33, Preset::guide})
    if (name == presetName(preset)) return preset;
  fail("preset: found \"", name, "\", expected default, hhsuite-3.3 or guide");
}

const SubstitutionMatrix& presetMatrix(Preset preset) {
  return gonnet(preset == Preset::hhsuite33 ? GonnetForm::hhsuite : GonnetForm::published);
}

}  // namespace engine
