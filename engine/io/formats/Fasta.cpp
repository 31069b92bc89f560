// FASTA: sequences, or an alignment when the rows have equal lengths.
//
// Read as an alignment: two or more rows of one length > 0 (with or without gaps), or one row that contains gaps. All
// else is a set of sequences, whatever their names. Letter case, '-', '.' and '~' are kept as they are; '*' is a
// letter. Canonical, and written back byte for byte: ">name description", 60 letters per line, LF, no comments or blank
// lines.
#include "engine/alignment/InsertColumns.h"
#include "engine/base/Nth.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/formats/text/FastaFormat.h"

namespace engine {

namespace {

constexpr Index kLettersPerLine = 60;

bool isAligned(const FastaRecords& records) {
  const auto lengthOf = [](const FastaRecord& record) { return record.end - record.begin; };
  const size_t length = lengthOf(records.records.front());
  for (const FastaRecord& record : records.records)
    if (lengthOf(record) != length) return false;
  if (records.records.size() > 1) return length > 0;
  for (const ResidueCode code : records.codes)
    if (alphabet::isGap(code)) return true;
  return false;
}

Alignment toAlignment(FastaRecords records) {
  Alignment alignment;
  alignment.numColumns = static_cast<Index>(records.records.front().end - records.records.front().begin);
  alignment.rows.reserve(records.records.size());
  for (FastaRecord& record : records.records)
    alignment.rows.push_back({std::move(record.name), std::move(record.description), {}, {}, {}});
  alignment.codes = std::move(records.codes);
  for (std::string& comment : records.comments) alignment.notes.emplace_back("#", std::move(comment));
  return alignment;
}

SequenceSet toSequences(const FastaRecords& records) {
  SequenceSet set;
  set.sequences.reserve(records.records.size());
  for (const FastaRecord& record : records.records)
    set.sequences.push_back({record.name, record.description,
                             std::vector<ResidueCode>(records.codes.begin() + static_cast<Index>(record.begin),
                                                      records.codes.begin() + static_cast<Index>(record.end))});
  return set;
}

std::string writeAlignment(const Alignment& original) {
  requireRecords(original.rows.size(), "FASTA");
  const Alignment alignment = expandInserts(original);
  std::string out;
  out.reserve(alignment.codes.size() + alignment.codes.size() / kLettersPerLine + 64 * alignment.rows.size());
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const AlignmentRow& header = nth(alignment.rows, row);
    appendFastaRecord(header.name, header.description, alignment.row(row), alignment.numColumns, kLettersPerLine,
                      AnnotationRows::ofKnownNames, out);
  }
  return out;
}

std::string writeSequences(const SequenceSet& set) {
  requireRecords(set.sequences.size(), "FASTA");
  std::string out;
  for (const Sequence& sequence : set.sequences)
    appendFastaRecord(sequence.name, sequence.description, sequence.codes.data(), sequence.length(), kLettersPerLine,
                      AnnotationRows::ofKnownNames, out);
  return out;
}

class Fasta : public FastaFormat<Format> {
 public:
  std::string id() const override { return "fasta"; }
  std::string title() const override { return "FASTA sequences or alignment"; }
  std::string help() const override {
    return "Sequences with '>' headers. Rows of equal length are read as an alignment. When an alignment is written, "
           "inserts become columns filled up with '.'.";
  }
  std::vector<std::string> suffixes() const override {
    return {".fasta", ".fa", ".faa", ".fas", ".afa", ".afasta", ".mfa", ".fsa", ".seq"};
  }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const FastaEvidence evidence = inspectFasta(head);
    if (!evidence.isFasta || evidence.numRows == 0) return 0;
    const std::vector<std::string> known = suffixes();
    const bool isSuffix = std::find(known.begin(), known.end(), suffix) != known.end();
    const int sureness = evidence.hasComment ? 50 : evidence.rawLengthsAgree && evidence.numRows > 1 ? 70 : 60;
    return sureness + (isSuffix ? 12 : 0);
  }

  bool canWrite(const DatasetValue& value) const override {
    return value.as<Alignment>() != nullptr || value.as<SequenceSet>() != nullptr;
  }

  std::string write(const DatasetValue& value) const override {
    if (const auto* alignment = value.as<Alignment>()) return writeAlignment(*alignment);
    if (const auto* set = value.as<SequenceSet>()) return writeSequences(*set);
    return Format::write(value);
  }

  std::string sample() const override {
    return ">one/1-10 first of three\nMKV-LAAGIV\n>two\nMRVQLa-GIX\n>three no gaps\nMKVELBZGU*\n";
  }

 protected:
  DatasetValue readText(FastaText text, Diagnostics& diagnostics, Progress& progress) const override {
    FastaRecords records = readFastaRecords(text, AnnotationRows::none, diagnostics, progress);
    if (isAligned(records)) return std::make_shared<const Alignment>(toAlignment(std::move(records)));
    return std::make_shared<const SequenceSet>(toSequences(records));
  }
};

}  // namespace

std::unique_ptr<const Format> makeFasta() { return std::make_unique<Fasta>(); }

}  // namespace engine
