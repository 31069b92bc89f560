// The parameter "database": a folder of profiles or alignments, or a database of HH-suite, opened through its cache.
#pragma once

#include <memory>
#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/hmm/Preset.h"
#include "engine/search/Database.h"

namespace engine {

Parameter databaseParameter();
/// Number of shuffled templates of a calibration.
Parameter samplesParameter();
/// Throws Error for an empty path, before any work.
void requireDatabase(const ParameterValues& values);

/// The profiles of the database; alignments in it become profiles as the operation "profile" makes them in this preset.
/// Opens the cache or makes it. Warnings of single files become one. Throws Error naming the file or entry that cannot
/// be read, Cancelled.
std::shared_ptr<const Database> openDatabase(const std::string& path, Preset preset, int threads,
                                             Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
