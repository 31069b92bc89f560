// Features of sparse autoencoders as files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/Array.h"
#include "engine/models/autoencoder/FeatureSet.h"

namespace engine {

/// A row per residue and feature that fires there: residue from 1, letter, feature from 0, value, name.
std::string featureValuesTsv(const FeatureSet& set);
/// A row per feature that fires, strongest first: feature from 0, largest value and its residue from 1, number of
/// residues, mean over them, the most alike features with their cosines, name.
std::string featureTableTsv(const FeatureSet& set);
/// residue, feature, value (n), from 0: `features` (L, F) as a sparse matrix, shape (2); fired, most, residues (m) of
/// the features that fire; layer, explained (1); residue_letters (L).
ArrayBundle featureArrays(const FeatureSet& set);
/// The same with a note that holds titles, names and what is alike.
ArrayBundle featureFileArrays(const FeatureSet& set);
/// The set again. Throws Error when arrays are missing or contradict each other.
FeatureSet featuresOfFile(const ArrayBundle& arrays, const nlohmann::json& note);

}  // namespace engine
