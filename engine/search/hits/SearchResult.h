// What a query found in a database of profiles: a list of hits, complete enough to be written as a report or shown.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/search/prefilter/PrefilterStages.h"

namespace engine {

/// The rows of a hit as reports print them, one character per printed column: a step of its path, or a residue that one
/// of the two master sequences has between two of its profile's columns ('.' in the other rows). Rows that nothing is
/// known of are empty.
struct HitRows {
  std::string query, queryConsensus;  ///< letters, lower case: between columns; '-' where the query consumes nothing
  std::string templ, templateConsensus;
  Index queryFirst = 0, templateFirst = 0;        ///< residues of the master sequences before the rows
  Index queryResidues = 0, templateResidues = 0;  ///< of the whole master sequences
  std::string marks;                              ///< column score: '=' '-' '.' '+' '|'; ' ' at gaps
  std::string confidence;                         ///< digit 0..9 of the posterior; ' ' at gaps
  /// ss_dssp, ss_pred, ... (name, symbols) in the order of the report.
  std::vector<std::pair<std::string, std::string>> queryAnnotations, templateAnnotations;
};

struct SearchHit {
  std::string name, description, family;
  std::string entry;                   ///< name of the template's entry (file) in the database; empty: unknown
  Index numColumns = 0;                ///< Nt
  double neff = PathScores::kUnknown;  ///< of the template
  PathScores scores;
  AlignmentPath path;                        ///< the MAC path when there is one, else the Viterbi path
  Index numPairs = 0;                        ///< match pairs of the path
  double identity = PathScores::kUnknown;    ///< of the two master sequences over the match pairs, %
  double similarity = PathScores::kUnknown;  ///< mean substitution score over the match pairs, bits
  HitRows rows;
  std::shared_ptr<const ProfileHmm> templ;  ///< as read, without pseudocounts; null in results read from a report
};

struct SearchResult {
  std::string queryName, queryDescription;
  Index numQueryColumns = 0;  ///< Nq
  double queryNeff = PathScores::kUnknown;
  std::string filterNote;                   ///< "k out of n"
  std::shared_ptr<const ProfileHmm> query;  ///< as read, without pseudocounts; null in results read from a report
  std::string database;                     ///< path as given
  Index numSearched = 0;                    ///< templates that were compared, N of the E-values
  std::optional<PrefilterStages> prefilter = {};  ///< of the last round of a search; empty: none, or not known
  std::string command, date;                ///< as written in reports; may be empty
  std::vector<SearchHit> hits;              ///< most significant first
  std::shared_ptr<const Alignment> merged;  ///< query alignment with the significant hits added; null: not asked for
};

}  // namespace engine
