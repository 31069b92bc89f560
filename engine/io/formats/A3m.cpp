// A3M, the alignment format of HH-suite: upper case and '-' are columns, lower case is inserts, '.' may be left out.
//
// Rows named ss_..., sa_... and aa_... describe columns and become column annotations (text behind their name: a note
// under that name), with a warning when the name is none that HH-suite writes. '#' lines before the first row become
// notes with the tag "#"; those of the form "#family 1-12,14 NAME" tell which rows are of which of several families,
// counted from 1 without annotation rows, and become notes of these rows: a comment to other programs. What was read
// from A3M is written back byte for byte (TextLayout); other alignments as '#' lines, annotation rows, one line per row,
// no '.', LF.
#include "engine/alignment/InsertColumns.h"
#include "engine/alignment/RowFamilies.h"
#include "engine/io/formats/text/AlignmentFormat.h"
#include "engine/io/formats/text/FastaFormat.h"

namespace engine {

namespace {

/// Goes with a published alignment from reading to writing: values never change, and a copy that was changed is another
/// value, without the layout of the file.
struct LayoutKeeper {
  std::shared_ptr<const TextLayout> layout;
  void operator()(const Alignment* alignment) const { delete alignment; }
};

class A3m : public FastaFormat<AlignmentFormat> {
 public:
  std::string id() const override { return "a3m"; }
  std::string title() const override { return "A3M alignment"; }
  std::string help() const override {
    return "Alignment of HH-suite and ColabFold with inserts in lower case. When other alignments are written, columns "
           "of lower case and '.' alone become inserts, other lower case becomes upper case, and rows whose names "
           "begin with ss_, sa_ or aa_, which are rows about columns here, get a '-' in it. Lines like \"#family 1-12 "
           "NAME\" before the first row say which rows are of which of several families.";
  }
  std::vector<std::string> suffixes() const override { return {".a3m"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const FastaEvidence evidence = inspectFasta(head);
    if (!evidence.isFasta || (evidence.numRows == 0 && !evidence.hasAnnotationRows)) return 0;
    const int tip = suffix == ".a3m" ? 20 : 0;
    if (evidence.hasAnnotationRows) return 90 + tip / 2;
    if (!evidence.matchLengthsAgree) return 45 + tip;
    if (evidence.hasRowsLikeAnnotations) return 55 + tip;
    if (!evidence.rawLengthsAgree && evidence.hasLower) return 80 + tip;
    if (evidence.hasComment) return 75 + tip;
    return evidence.hasLower && evidence.hasDot && evidence.numRows > 1 ? 70 + tip : 55 + tip;
  }

  std::string sample() const override {
    return "#three rows\n>ss_pred\nCHHHE\n>ss_conf\n79931\n>query/17-21 "
           "master\nMKVLA\n>two\n-KVwyLA\n>three\naaM-V-Xg\n";
  }

  std::string write(const DatasetValue& value) const override {
    const auto held = value.share<Alignment>();
    const auto* keeper = held ? std::get_deleter<LayoutKeeper>(held) : nullptr;
    return keeper ? a3mText(*held, *keeper->layout) : AlignmentFormat::write(value);
  }

 protected:
  std::string writeAlignment(const Alignment& alignment) const override {
    Alignment written = collapseInsertColumns(alignment);
    for (std::string& line : familyLines(alignment)) written.notes.emplace_back("#", std::move(line));
    return a3mText(written, {});
  }

  DatasetValue readText(FastaText text, Diagnostics& diagnostics, Progress& progress) const override {
    text.keepsLayout = true;
    LaidOutAlignment read = readAlignmentWithInserts(text, AnnotationRows::all, diagnostics, progress);
    takeFamilyLines(read.alignment, "#", text.source, diagnostics);
    auto alignment = std::make_unique<const Alignment>(std::move(read.alignment));
    if (!read.layout) return std::shared_ptr<const Alignment>(std::move(alignment));
    return std::shared_ptr<const Alignment>(alignment.release(), LayoutKeeper{std::move(read.layout)});
  }
};

}  // namespace

std::unique_ptr<const Format> makeA3m() { return std::make_unique<A3m>(); }

}  // namespace engine
