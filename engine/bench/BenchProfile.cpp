// The benchmark of profile building: one family of 10 000 sequences x 300 columns, with and without filter.
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/hmm/profile/ProfileBuilder.h"

namespace engine {

namespace {

constexpr Index kProfileRows = 10000, kProfileColumns = 300;
constexpr int kProfileRepetitions = 3;

/// One row of the family: columns mutate as fast as they like (`mutability`), rows are `divergence` old, a fifth are
/// fragments; gaps and inserts are rare.
void addRow(Alignment& alignment, const std::vector<ResidueCode>& ancestor, const std::vector<double>& mutability,
            Random& random) {
  AlignmentRow row;
  row.name = std::to_string(alignment.rows.size());
  const double divergence = 0.2 + 0.8 * random.uniform();
  Index begin = 0, end = kProfileColumns, gap = 0;
  if (random.below(5) == 0) {
    const Index width = kProfileColumns / 3 + static_cast<Index>(random.below(2 * kProfileColumns / 3));
    begin = static_cast<Index>(random.below(static_cast<std::uint64_t>(kProfileColumns - width + 1)));
    end = begin + width;
  }
  for (Index i = 0; i < kProfileColumns; ++i) {
    ResidueCode code = nth(ancestor, i);
    if (random.uniform() < divergence * (0.15 + 0.85 * nth(mutability, i)))
      code = static_cast<ResidueCode>(random.below(alphabet::kNumResidues));
    if (gap == 0 && random.uniform() < 0.008) gap = 1 + static_cast<Index>(random.below(5));
    if (i < begin || i >= end || gap > 0) code = alphabet::kGap;
    gap = std::max<Index>(0, gap - 1);
    alignment.codes.push_back(code);
    if (i >= begin && i + 1 < end && random.uniform() < 0.006)
      row.inserts.push_back({static_cast<std::int32_t>(i + 1), {alphabet::kLowerCase, alphabet::kLowerCase}});
  }
  alignment.rows.push_back(std::move(row));
}

Alignment family() {
  Random random(4242);
  Alignment alignment;
  alignment.name = "family";
  alignment.numColumns = kProfileColumns;
  std::vector<ResidueCode> ancestor;
  std::vector<double> mutability;
  for (Index i = 0; i < kProfileColumns; ++i) {
    ancestor.push_back(static_cast<ResidueCode>(random.below(alphabet::kNumResidues)));
    const double u = random.uniform();
    mutability.push_back(u * u);
  }
  for (Index k = 0; k < kProfileRows; ++k) addRow(alignment, ancestor, mutability, random);
  return alignment;
}

struct ProfileCase {
  const char* name;
  double maxIdentity;
  Index diversity;
  SequenceWeighting weights;
};
constexpr ProfileCase kProfileCases[] = {
    {"-id 90 -diff 100", 90, 100, SequenceWeighting::local},
    {"-id 90 -diff 0", 90, 0, SequenceWeighting::local},
    {"-id 100 -diff 0 (unfiltered)", 100, 0, SequenceWeighting::local},
    {"-id 100 -diff 0 -wg", 100, 0, SequenceWeighting::global},
};

}  // namespace

/// Work is residues read, rows x columns.
void benchProfile(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = nativeThreads(setting);
  const Alignment alignment = family();
  for (const ProfileCase& one : kProfileCases) {
    ProfileBuildOptions options;
    options.preset = Preset::hhsuite33;
    options.filter.maxIdentity = one.maxIdentity;
    options.filter.diversity = one.diversity;
    options.weights = one.weights;
    options.threads = threads;
    Measurement measurement;
    measurement.name = std::string("10000 x 300, ") + one.name;
    measurement.device = "native CPU";
    measurement.threads = threads;
    measurement.work = static_cast<double>(kProfileRows * kProfileColumns);
    measurement.unit = "residue";
    measurement.seconds = secondsOf(progress, kProfileRepetitions, [&] { buildProfile(alignment, options, progress); });
    measured(measurement);
  }
}

}  // namespace engine
