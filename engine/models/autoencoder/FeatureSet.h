// The features of a sparse autoencoder that fire on one protein.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/models/autoencoder/SparseAutoencoder.h"

namespace engine {

/// One feature that fires at one residue or more.
struct FiringFeature {
  Index feature = 0;                ///< from 0, as the autoencoder counts
  float most = 0;                   ///< largest value
  Index where = 0;                  ///< residue of it, from 0; ties: the first
  Index residues = 0;               ///< at which it fires
  float mean = 0;                   ///< over these
  std::vector<AlikeFeature> alike;  ///< of all features, by decoder row, most alike first
};

struct FeatureSet {
  std::string model, autoencoder;     ///< titles
  std::string letters;                ///< L residues
  Index layer = 0, numLayers = 0;     ///< whose state was read: behind so many layers
  Index numFeatures = 0;              ///< F
  std::vector<FeatureValue> values;   ///< as they are shown (rescaled), by residue and feature
  std::vector<FiringFeature> firing;  ///< strongest first
  std::map<Index, std::string> names;
  double explained = std::numeric_limits<double>::quiet_NaN();  ///< variance of the states; NaN: not known

  Index numResidues() const { return static_cast<Index>(letters.size()); }
  /// (L): 0 where it does not fire.
  std::vector<float> valuesOf(Index feature) const;
  /// Empty when it has none.
  std::string nameOf(Index feature) const;
  /// Throws Error when a value is at a residue or of a feature that is not there, or not above 0.
  void validate() const;
};

/// Fills in `firing` from `values`, without what is alike.
void summarise(FeatureSet& set);

/// Names of features out of lines "feature, tab, text"; a first line whose first field is no number is a heading.
/// Throws Error naming file and line when a number is missing, twice, or not among `numFeatures`.
std::map<Index, std::string> featureNames(std::string_view content, const std::string& source, Index numFeatures);

}  // namespace engine
