// Writing results for other programs: every kind of dataset in every format that can hold it.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "engine/io/Dataset.h"

namespace engine {

/// What an exporter makes: the text of a file, or a value that a format of engine/io writes.
using Exported = std::variant<std::string, DatasetValue>;

/// Turns one kind of dataset into a file of one suffix, where no format of engine/io does it by itself.
struct Exporter {
  DatasetKind kind;
  std::string suffix;  ///< ".json"
  std::string part;    ///< which part of the dataset: empty = all of it; else also the option's name: "matrices"
  std::string help;    ///< one line: what the file holds
  Exported (*make)(const Dataset& dataset);
};
const std::vector<Exporter>& exporters();

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

/// The object of command-line.md: scores, paths with 1-based indices, aligned letters, provenance.
std::string alignmentJson(const Dataset& dataset);
/// Query, database and hits, each with scores, path and aligned letters as in alignmentJson.
std::string searchJson(const Dataset& dataset);
/// What engine/io writes as a report (.hhr): a search result, with the command that led to it, or a profile alignment
/// as the result of a search among one template. Throws Error for another kind of dataset.
SearchResult searchResultOf(const Dataset& dataset);
/// The query in row 1 and, for each path, the template on the query's columns; its further residues are inserts.
Alignment pairAlignmentOf(const ProfileAlignment& alignment);
/// The merged alignment of a search, or else the query and each hit on the query's columns, the hits' other residues as
/// inserts; 'X' where a report shows no residue of the query. Throws Error when it would not fit into memory.
Alignment hitAlignmentOf(const SearchResult& result);

/// Planes without their border row and column, (Nq, Nt) each, named after their states, and `backtrace` (int32).
ArrayBundle matrixArrays(const DpMatrices& matrices);
/// weights (N, they sum to 1) and rows (N, int32, 0-based) of the rows that count, neff (Nq, 3: match, insert, delete),
/// transitions (Nq + 1, 7: log2 probabilities MM MI MD IM II DM DD that leave begin and every column), emissions
/// (Nq, 20) in the order ARNDCQEGHILKMFPSTWYV. Throws Error for a profile that was read from a file: its rows are
/// unknown.
ArrayBundle profileArrays(const ProfileHmm& profile);
/// Those of the best alignment and, where computed: `posterior` of the match pairs; forward_MM, backward_MM,
/// posterior_MI, ... of all states; `visits`: share of the sampled paths that visit each pair.
ArrayBundle alignmentArrays(const ProfileAlignment& alignment);
/// distance omega theta phi contacts (L, L), frames_R (L, 3, 3), frames_t (L, 3), frames_valid, phi_backbone, psi,
/// omega_backbone (L), ss (L, int32: character codes of the DSSP letters). Å and radians; NaN where undefined.
ArrayBundle geometryArrays(const PairGeometry& geometry);
/// attention (layers, H, Lq, Lk) and, when every head kept them, scores of the same shape. Throws Error for missing
/// maps.
ArrayBundle headArrays(const HeadSet& heads);

}  // namespace engine
