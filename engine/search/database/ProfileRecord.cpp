// Layout: head, background, effective numbers, alignment columns, emissions, transitions, texts (length, characters).
#include "engine/search/database/ProfileRecord.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/search/database/ByteStream.h"

namespace engine {

namespace {

struct RecordHead {
  std::uint64_t length = 0;
  double neff = 1;
  std::int64_t numAlignmentColumns = 0;
  std::uint64_t hasPseudocounts = 0;
};

constexpr std::size_t kNumNeffs = 3;
constexpr std::array<double ColumnNeff::*, kNumNeffs> kNeffs{&ColumnNeff::match, &ColumnNeff::insert,
                                                             &ColumnNeff::deletion};

std::uint16_t thousandthsOfBits(double minusLog2) {
  const double value = std::round(ProfileRecord::kUnit * minusLog2);
  return value < ProfileRecord::kZero ? static_cast<std::uint16_t>(std::max(0.0, value)) : ProfileRecord::kZero;
}

std::uint32_t thousandths(double value) {
  return static_cast<std::uint32_t>(std::clamp(std::round(ProfileRecord::kUnit * value), 0.0, 4294967295.0));
}

double log2OfRecord(std::uint16_t value) {
  return value == ProfileRecord::kZero ? kImpossible : -value / ProfileRecord::kUnit + 0.0;
}

struct Numbers {
  RecordHead head;
  ProfileRecord record;
  const std::int32_t* alignmentColumn = nullptr;
};

Numbers numbersFrom(ByteReader& reader) {
  Numbers numbers;
  numbers.head = *reader.take<RecordHead>(1);
  const std::size_t length = numbers.head.length;
  // No longer than any count of the arrays below can be without running over.
  if (length > std::size_t{1} << 40) fail("a profile of the cache has a damaged length");
  ProfileRecord& record = numbers.record;
  record.length = static_cast<Index>(length);
  record.neff = numbers.head.neff;
  record.hasPseudocounts = numbers.head.hasPseudocounts != 0;
  record.background = reader.take<double>(alphabet::kNumResidues);
  record.columnNeff = reader.take<std::uint32_t>(kNumNeffs * (length + 1));
  numbers.alignmentColumn = reader.take<std::int32_t>(length);
  record.emissions = reader.take<std::uint16_t>(alphabet::kNumResidues * length);
  record.transitions = reader.take<std::uint16_t>(kNumTransitions * (length + 1));
  return numbers;
}

void writePairs(ByteWriter& writer, const std::vector<std::pair<std::string, std::string>>& pairs) {
  writer.put(static_cast<std::uint32_t>(pairs.size()));
  for (const auto& [first, second] : pairs) {
    writer.putText(first);
    writer.putText(second);
  }
}

void writeTexts(ByteWriter& writer, const ProfileHmm& profile) {
  for (const std::string* text : {&profile.name, &profile.description, &profile.family, &profile.filterNote,
                                  &profile.consensus, &profile.masterLetters})
    writer.putText(*text);
  std::vector<std::pair<std::string, std::string>> annotations;
  for (const ColumnAnnotation& annotation : profile.annotations)
    annotations.emplace_back(annotation.name, annotation.symbols);
  writePairs(writer, annotations);
  writePairs(writer, profile.shownSequences);
}

void readTexts(ByteReader& reader, ProfileHmm& profile) {
  for (std::string* text : {&profile.name, &profile.description, &profile.family, &profile.filterNote,
                            &profile.consensus, &profile.masterLetters})
    *text = reader.text();
  for (std::uint32_t k = reader.number<std::uint32_t>(); k > 0; --k) {
    std::string name = reader.text();
    profile.annotations.push_back({std::move(name), reader.text()});
  }
  for (std::uint32_t k = reader.number<std::uint32_t>(); k > 0; --k) {
    std::string header = reader.text();
    profile.shownSequences.emplace_back(std::move(header), reader.text());
  }
}

}  // namespace

std::vector<std::byte> encodedProfile(const ProfileHmm& profile) {
  ByteWriter writer;
  writer.put(RecordHead{static_cast<std::uint64_t>(profile.length()), profile.neff, profile.numAlignmentColumns,
                        profile.hasPseudocounts ? 1u : 0u});
  for (const double p : profile.background) writer.put(p);
  for (const auto member : kNeffs)
    for (const ColumnNeff& neff : profile.columnNeff) writer.put(thousandths(neff.*member));
  for (const Index column : profile.alignmentColumn) writer.put(static_cast<std::int32_t>(column));
  for (const ResidueVector& emissions : profile.emissions)
    for (const double p : emissions) writer.put(p > 0 ? thousandthsOfBits(-std::log2(p)) : ProfileRecord::kZero);
  for (std::size_t t = 0; t < kNumTransitions; ++t)
    for (const auto& row : profile.transitions) writer.put(thousandthsOfBits(-row[t]));
  writeTexts(writer, profile);
  return writer.finish(kRecordUnit);
}

ProfileRecord recordIn(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  return numbersFrom(reader).record;
}

ProfileHmm decodedProfile(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  const Numbers numbers = numbersFrom(reader);
  const ProfileRecord& record = numbers.record;
  const auto length = static_cast<std::size_t>(record.length);
  ProfileHmm profile;
  profile.neff = record.neff;
  profile.numAlignmentColumns = numbers.head.numAlignmentColumns;
  profile.hasPseudocounts = record.hasPseudocounts;
  std::copy_n(record.background, alphabet::kNumResidues, profile.background.begin());
  profile.emissions.resize(length);
  for (std::size_t k = 0; k < length * alphabet::kNumResidues; ++k)
    profile.emissions[k / alphabet::kNumResidues][k % alphabet::kNumResidues] =
        std::exp2(log2OfRecord(record.emissions[k]));
  profile.transitions.resize(length + 1);
  profile.columnNeff.resize(length + 1);
  for (std::size_t i = 0; i <= length; ++i) {
    for (std::size_t t = 0; t < kNumTransitions; ++t)
      profile.transitions[i][t] = log2OfRecord(record.transitions[t * (length + 1) + i]);
    for (std::size_t t = 0; t < kNumNeffs; ++t)
      profile.columnNeff[i].*kNeffs[t] = record.columnNeff[t * (length + 1) + i] / ProfileRecord::kUnit;
  }
  profile.alignmentColumn.assign(numbers.alignmentColumn, numbers.alignmentColumn + length);
  readTexts(reader, profile);
  profile.validate();
  return profile;
}

}  // namespace engine
