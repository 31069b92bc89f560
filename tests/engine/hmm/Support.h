// Small alignments, random profiles and reference files for the tests of profile HMMs.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Random.h"
#include "engine/hmm/posterior/PathModel.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/pseudocounts/ContextLibrary.h"
#include "tests/support/Files.h"

namespace test {

/// A3M text with one line per sequence or several; rows named ss_* or sa_* become column annotations. Kept apart from
/// the reader of the engine, so that the tests of profiles do not hang on it.
engine::Alignment alignmentFromA3m(const std::string& text);

/// Aligned FASTA: every letter is a column.
engine::Alignment alignmentFromFasta(const std::string& text);

/// Rows without names.
engine::Alignment alignmentOfRows(const std::vector<std::string>& rows);

/// A profile of `length` columns with random emissions and transitions. With `withZeros` about a third of the
/// transitions and emissions are impossible.
engine::ProfileHmm randomProfile(engine::Index length, engine::Random& random, bool withZeros);

/// Columns that ask for one residue each, all others as improbable as this: a pair of equal ones is worth some 4 bits.
engine::ProfileHmm sharpProfile(const std::vector<int>& residues, double others);

/// Steps without their scores, for looking a path up.
using Places = std::vector<std::tuple<engine::PairState, engine::Index, engine::Index>>;
Places placesOf(const engine::AlignmentPath& path);
/// `found` is one of the best of these scored paths; it has no steps where none of them is possible.
void expectBestOf(const std::vector<engine::AlignmentPath>& scored, const engine::AlignmentPath& found);

/// Local and global, with each rule at the border and each way to begin; end gaps cost something.
std::vector<engine::PathModelOptions> pathOptionSets();
/// Two random profiles with these options, of many sizes from 1 x 1 on, with and without impossible residues.
using CheckPair = std::function<void(const engine::ProfileHmm& query, const engine::ProfileHmm& templ,
                                     const engine::PathModelOptions& options)>;
void forPairsOfManySizes(const CheckPair& check);
/// The same where a band, cells at random, or no cell at all may be visited.
void forPairsInBandsAndHoles(const CheckPair& check);
/// Profiles without columns, and a mask of another shape, are Errors of `compute`.
void expectWrongPairsRefused(const CheckPair& compute);

/// HHM file of the reference data.
engine::ProfileHmm referenceProfile(const std::string& name);

/// The context library of the Debian package hhsuite-data; null where it is not installed.
std::shared_ptr<const engine::ContextLibrary> contextLibrary();

}  // namespace test
