// A small model with an autoencoder of its states, for tests of what is shown of them.
#pragma once

#include <memory>

#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "ui/session/Session.h"

namespace test {

/// "sapiens", learned weights, and "autoencoder", five features that all fire.
inline void publishModel(ui::Session& session) {
  if (session.document().find("sapiens")) return;
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  auto weights = engine::load(sampleFile("antibody/sapiens_vh.safetensors"), diagnostics, progress);
  weights.id = "sapiens";
  session.document().publish(std::make_shared<const engine::Dataset>(std::move(weights)));
  constexpr engine::Index kWidth = 128, kFeatures = 5;
  engine::Dataset autoencoder;
  autoencoder.id = autoencoder.title = "autoencoder";
  autoencoder.value = std::make_shared<const engine::ArrayBundle>(
      engine::ArrayBundle{{"encoder.weight", engine::Array<float>({kFeatures, kWidth}, 0.1F)},
                          {"encoder.bias", engine::Array<float>({kFeatures}, 1.0F)},
                          {"decoder.weight", engine::Array<float>({kWidth, kFeatures}, 0.1F)},
                          {"decoder.bias", engine::Array<float>({kWidth}, 0.0F)}});
  session.document().publish(std::make_shared<const engine::Dataset>(std::move(autoencoder)));
}

}  // namespace test
