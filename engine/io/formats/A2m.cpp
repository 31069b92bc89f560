// A2M: as A3M, with inserts filled up with '.' so that all rows have the same number of characters.
//
// '#' lines are kept as in A3M, as are annotation rows with the names that HH-suite gives them; any other is a
// sequence. Canonical, and written back byte for byte: 60 characters per line, inserts at the left of their padding,
// LF.
#include "engine/alignment/InsertColumns.h"
#include "engine/base/Nth.h"
#include "engine/io/formats/text/AlignmentFormat.h"
#include "engine/io/formats/text/FastaFormat.h"

namespace engine {

namespace {

constexpr Index kLettersPerA2mLine = 60;
constexpr AnnotationRows kAnnotationRows = AnnotationRows::ofKnownNames;

class A2m : public FastaFormat<AlignmentFormat> {
 public:
  std::string id() const override { return "a2m"; }
  std::string title() const override { return "A2M alignment"; }
  std::string help() const override {
    return "Alignment with inserts in lower case, filled up with '.'. When other alignments are written, columns of "
           "lower case and '.' alone become inserts, other lower case becomes upper case.";
  }
  std::vector<std::string> suffixes() const override { return {".a2m"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const FastaEvidence evidence = inspectFasta(head);
    if (!evidence.isFasta || evidence.numRows == 0 || !evidence.matchLengthsAgree || !evidence.rawLengthsAgree)
      return 0;
    const int tip = suffix == ".a2m" ? 15 : 0;
    return (evidence.hasLower && evidence.hasDot && evidence.numRows > 1 ? 85 : 60) + tip;
  }

  std::string sample() const override {
    return ">query/17-21 master\n..MKV..LA.\n>two\n..-KVwyLA.\n>three\naaM-V..-Xg\n";
  }

 protected:
  std::string writeAlignment(const Alignment& source) const override {
    requireRecords(source.rows.size(), "A2M");
    const Alignment alignment = expandInserts(collapseInsertColumns(source));
    std::string out;
    out.reserve(alignment.codes.size() + alignment.codes.size() / kLettersPerA2mLine + 64 * alignment.rows.size());
    appendFastaAnnotations(alignment, kLettersPerA2mLine, kAnnotationRows, out);
    for (Index row = 0; row < alignment.numRows(); ++row) {
      const AlignmentRow& header = nth(alignment.rows, row);
      appendFastaRecord(header.name, header.description, alignment.row(row), alignment.numColumns, kLettersPerA2mLine,
                        AnnotationRows::all, out);
    }
    return out;
  }

  DatasetValue readText(FastaText text, Diagnostics& diagnostics, Progress& progress) const override {
    return std::make_shared<const Alignment>(
        readAlignmentWithInserts(text, kAnnotationRows, diagnostics, progress).alignment);
  }
};

}  // namespace

std::unique_ptr<const Format> makeA2m() { return std::make_unique<A2m>(); }

}  // namespace engine
