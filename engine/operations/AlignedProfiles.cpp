#include "engine/operations/AlignedProfiles.h"

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/operations/AlignParameters.h"
#include "engine/operations/PosteriorParameters.h"

namespace engine {

namespace {

constexpr double kMaxBytes = 4e9;

/// The most memory that is held at once, in bytes per cell of the matrices; measured with 4000 x 4000 columns and
/// rounded up.
double bytesPerCell(const ParameterValues& values) {
  if (values.text("states") == "3") return 14;         // three float planes, back pointers
  double bytes = 26;                                   // five float planes, back pointers, column scores
  if (values.integer("alternatives") > 1) bytes += 7;  // the cells that are left, their back pointers
  if (values.text("mac") == "on") bytes += 11;         // forward sums of the band, posteriors
  const bool keepsSums = values.text("sums") == "on", draws = values.integer("samples") > 0;
  if (keepsSums) bytes += draws ? 60 : 105;  // fifteen float planes; while they are made also sums in double precision
  if (draws) bytes += 57;                    // forward sums of five states in double precision, the model
  return bytes;
}

void requireMemoryOfMatrices(const ProfileHmm& query, const ProfileHmm& templ, const ParameterValues& values) {
  const double cells = static_cast<double>(query.length() + 1) * static_cast<double>(templ.length() + 1);
  const double bytes = bytesPerCell(values) * cells;
  if (bytes > kMaxBytes)
    fail("align: the matrices of ", query.length(), " x ", templ.length(), " columns need ", bytes / 1e9,
         " GB with these parameters, expected at most ", kMaxBytes / 1e9, " GB");
}

}  // namespace

std::shared_ptr<ProfileAlignment> alignedProfiles(const ProfileHmm& query, const ProfileHmm& templ,
                                                  const ParameterValues& values, Diagnostics& diagnostics,
                                                  Progress& progress) {
  requireMemoryOfMatrices(query, templ, values);
  ProfileAlignmentOptions options = alignOptions(values, progress);
  readPosteriorParameters(values, options);
  auto alignment = std::make_shared<ProfileAlignment>(
      values.text("states") == "3" ? alignMasterSequence(query, templ, options, sequenceMode(values), progress)
                                   : alignProfiles(query, templ, options, progress));
  if (alignment->paths.empty())
    diagnostics.warn("no alignment of ", query.name, " and ", templ.name, " scores above 0");
  return alignment;
}

}  // namespace engine
