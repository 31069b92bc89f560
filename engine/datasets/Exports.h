// Results as files of other programs hold them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/datasets/Kind.h"
#include "engine/heads/HeadTable.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

/// {"operation", "inputs", "parameters", "given" (keys of those that were asked for), "device", "seconds", "warnings",
/// "version"}.
nlohmann::ordered_json provenanceJson(const Provenance& provenance);
/// By key.
nlohmann::ordered_json parametersJson(const ParameterValues& values);
/// [{"state", "i", "j", "score", "posterior" where it is known}], positions 1-based.
nlohmann::ordered_json pathJson(const AlignmentPath& path);
/// The object of command-line.md: scores, paths with 1-based indices, aligned letters, provenance.
std::string alignmentJson(const Dataset& dataset);
/// Query, database and hits, each with scores, path and aligned letters as in alignmentJson.
std::string searchJson(const Dataset& dataset);
/// What each stage of the prefilter asked for and left; an empty object without one.
nlohmann::ordered_json prefilterFacts(const SearchResult& result);
/// What engine/io writes as a report (.hhr): a search result, with the command that led to it, or a profile alignment
/// as the result of a search among one template. Throws Error for another kind of dataset.
SearchResult searchResultOf(const Dataset& dataset, const CommandOf& commandOf);
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
/// Whether files hold an array for each map, called by its label: maps that are no heads and have no name in common.
bool isArrayPerMap(const HeadSet& heads);
/// The maps under their name, attention (layers, H, Lq, Lk), and, when every head kept them, scores of the same shape;
/// or an array (Lq, Lk) each. Throws Error for missing maps.
ArrayBundle headArrays(const HeadSet& heads);
/// All maps in one array (layers, H, Lq, Lk), whatever they are, without scores. Throws Error for missing maps.
ArrayBundle weightsAlone(const HeadSet& heads);
/// What a file holds beside these where they do not say everything: the note (FileNote.h), `left_out` (HeadsNote.h).
ArrayBundle notesOf(const HeadSet& heads);
/// Both.
ArrayBundle headFileArrays(const HeadSet& heads);

/// A row per head under the keys of the columns that go to files: layers, heads and positions 1-based, six digits.
std::string headTableTsv(const HeadTable& table);
/// An object per head with everything that is known of it: layers, heads and positions 0-based, full digits.
std::string headTableJson(const Dataset& dataset);
/// An array (layers, H) per number, NaN where it is not defined; offsets (layers, H, 2 reach + 1); rule (int32).
ArrayBundle headTableArrays(const HeadTable& table);

}  // namespace engine
