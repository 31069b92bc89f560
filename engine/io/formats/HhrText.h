// The text of HH-suite's search reports (.hhr), shared by the reader, the writer and their tests
// (engine/search/MATHEMATICS.md 7.4).
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/search/hits/SearchResult.h"

namespace engine {

namespace hhr {
inline constexpr size_t kBlockColumns = 80;
inline constexpr size_t kNameLetters = 14;              ///< of the names of rows
inline constexpr size_t kTableLetters = 30;             ///< of the names in the table
inline constexpr size_t kRowBegin = 22;                 ///< first letter of a row without a number
inline constexpr const char* kConsensus = "Consensus";  ///< name of its rows
inline constexpr std::string_view kTableHead =
    " No Hit                             Prob E-value P-value  Score    SS Cols Query HMM  Template HMM";
}  // namespace hhr

/// Reports of HH-suite 2 and 3. Of several sequences per side the first is read. A report does not say in which of two
/// gap states a path is: a column of the query alone is read as MI, one of the template alone as IM. Numbers have the
/// printed digits, posteriors are the middle of the digit's range. Hits that stand in the table only have no path,
/// unless it is a single pair. Throws Error naming source and line, Cancelled.
SearchResult readHhr(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress);

/// Rows are written as they are in the hits; hits without rows and identity stand in the table
/// only. '-': numbers that are unknown.
/// A report that was read is written byte for byte the same.
std::string writeHhr(const SearchResult& result);

}  // namespace engine
