// Writing results for other programs: every kind of dataset in every format that can hold it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/datasets/Exports.h"

namespace engine {

/// Those of all kinds, with kind and suffix each; results before what they are made of.
std::vector<Exporter> exporters();

/// True when the dataset, or that part of it, can be written to a file of this name.
bool canExport(const Dataset& dataset, const std::filesystem::path& path, const std::string& part = {});
/// Suffixes of the files that can hold the dataset or that part of it, ".a3m, .fa, ..."; empty: there is none.
std::string exportSuffixes(const Dataset& dataset, const std::string& part = {});
/// Throws Error for a path whose suffix no format has, so that this is said before the work is done. Empty and "-":
/// fine.
void requireKnownSuffix(const std::filesystem::path& path, const std::string& part = {});
/// Content of the file `path` (unpacked); of "-": the kind's standard text format. Throws Error when there is no way to
/// write it, listing the suffixes that there are.
std::string exportedContent(const Dataset& dataset, const std::filesystem::path& path, const std::string& part = {});
/// Writes the file whole or not at all, packed when its name ends in ".gz".
void exportDataset(const Dataset& dataset, const std::filesystem::path& path, const std::string& part = {});
/// The command line that makes a dataset again, "headlight align query template --mac on": the inputs, and what was
/// given or is not as it is by default. Empty when it was loaded.
std::string commandOf(const Dataset& dataset);

}  // namespace engine
