// A3M, the alignment format of HH-suite: upper case and '-' are columns, lower case is inserts, '.' may be left out.
//
// Rows named ss_..., sa_... and aa_... describe columns and become column annotations (text behind their name: a note
// under that name). '#' lines before the first row become notes with the tag "#". Canonical, and written back byte for
// byte: '#' lines, annotation rows, then one line per row, no '.', LF.
#include "engine/alignment/InsertColumns.h"
#include "engine/io/formats/AlignmentFormat.h"
#include "engine/io/formats/FastaRecords.h"

namespace engine {

namespace {

void appendRow(const Alignment& alignment, Index row, std::string& out) {
  const std::vector<Insert>& inserts = alignment.rows[static_cast<size_t>(row)].inserts;
  auto insert = inserts.begin();
  for (Index column = 0; column <= alignment.numColumns; ++column) {
    if (insert != inserts.end() && insert->after == column) {
      for (const ResidueCode code : insert->codes) out += alphabet::letterOf(code);
      ++insert;
    }
    if (column < alignment.numColumns) out += alphabet::letterOf(alignment.at(row, column));
  }
  out += '\n';
}

class A3m : public AlignmentFormat {
 public:
  std::string id() const override { return "a3m"; }
  std::string title() const override { return "A3M alignment"; }
  std::string help() const override {
    return "Alignment of HH-suite and ColabFold with inserts in lower case. When other alignments are written, columns "
           "of lower case and '.' alone become inserts, other lower case becomes upper case.";
  }
  std::vector<std::string> suffixes() const override { return {".a3m"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const FastaEvidence evidence = inspectFasta(head);
    if (!evidence.isFasta || (evidence.numRows == 0 && !evidence.hasAnnotationRows)) return 0;
    const int tip = suffix == ".a3m" ? 20 : 0;
    if (evidence.hasAnnotationRows) return 90 + tip / 2;
    if (!evidence.matchLengthsAgree) return 45 + tip;
    if (!evidence.rawLengthsAgree && evidence.hasLower) return 80 + tip;
    if (evidence.hasComment) return 75 + tip;
    return evidence.hasLower && evidence.hasDot && evidence.numRows > 1 ? 70 + tip : 55 + tip;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const Alignment>(readAlignmentWithInserts(content, source, diagnostics, progress));
  }

  std::string sample() const override {
    return "#three rows\n>ss_pred\nCHHHE\n>ss_conf\n79931\n>query/17-21 "
           "master\nMKVLA\n>two\n-KVwyLA\n>three\naaM-V-Xg\n";
  }

 protected:
  std::string writeAlignment(const Alignment& source) const override {
    const Alignment alignment = collapseInsertColumns(source);
    std::string out;
    out.reserve(alignment.codes.size() + 64 * alignment.rows.size());
    appendFastaAnnotations(alignment, 0, out);
    for (Index row = 0; row < alignment.numRows(); ++row) {
      const AlignmentRow& header = alignment.rows[static_cast<size_t>(row)];
      appendFastaRecord(header.name, header.description, nullptr, 0, 0, out);
      appendRow(alignment, row, out);
    }
    return out;
  }
};

}  // namespace

std::unique_ptr<const Format> makeA3m() { return std::make_unique<A3m>(); }

}  // namespace engine
