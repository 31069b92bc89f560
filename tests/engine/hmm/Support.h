// Small alignments, random profiles and reference files for the tests of profile HMMs.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
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

/// Local and global, with each rule at the border and each way to begin; end gaps cost something.
std::vector<engine::PathModelOptions> pathOptionSets();
/// Two random profiles with these options, of many sizes from 1 x 1 on, with and without impossible residues.
using CheckPair = std::function<void(const engine::ProfileHmm& query, const engine::ProfileHmm& templ,
                                     const engine::PathModelOptions& options)>;
void forPairsOfManySizes(const CheckPair& check);
/// The same where a band, cells at random, or no cell at all may be visited.
void forPairsInBandsAndHoles(const CheckPair& check);

/// HHM file of the reference data.
engine::ProfileHmm referenceProfile(const std::string& name);

/// The context library of the Debian package hhsuite-data; null where it is not installed.
std::shared_ptr<const engine::ContextLibrary> contextLibrary();

}  // namespace test
