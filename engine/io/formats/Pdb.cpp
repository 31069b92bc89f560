// PDB files: protein structures in fixed columns.
#include <array>

#include "engine/base/TextLines.h"
#include "engine/io/Format.h"
#include "engine/structure/ReadStructure.h"

namespace engine {
namespace {

bool isRecordOf(std::string_view line, std::string_view record) {
  return line.starts_with(record) && (line.size() == record.size() || line[record.size()] == ' ' || record == "HETATM");
}

class PdbFormat : public Format {
 public:
  std::string id() const override { return "pdb"; }
  std::string title() const override { return "PDB structure"; }
  std::string help() const override {
    return "Protein structure in fixed columns; with or without header, from any year. The first model is read.";
  }
  std::vector<std::string> suffixes() const override { return {".pdb", ".ent"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    static constexpr std::array<std::string_view, 3> kAtoms{"ATOM", "HETATM", "MODEL"};
    static constexpr std::array<std::string_view, 28> kHeader{
        "HEADER", "OBSLTE", "TITLE",  "CAVEAT", "COMPND", "SOURCE", "KEYWDS", "EXPDTA", "NUMMDL", "AUTHOR",
        "REVDAT", "JRNL",   "REMARK", "PFRMAT", "DBREF",  "SEQADV", "SEQRES", "MODRES", "HET",    "HETNAM",
        "HELIX",  "SHEET",  "SSBOND", "LINK",   "CISPEP", "CRYST1", "ORIGX1", "SCALE1"};
    const int bonus = suffix == ".pdb" || suffix == ".ent" ? 10 : 0;
    bool hasHeader = false;
    Progress none;
    for (TextLines lines(head, {}, none); lines.next();) {
      const std::string_view line = lines.line();
      if (line.empty()) continue;
      for (std::string_view record : kAtoms)
        if (isRecordOf(line, record)) return 85 + bonus;
      bool isHeader = false;
      for (std::string_view record : kHeader) isHeader = isHeader || isRecordOf(line, record);
      if (!isHeader && !hasHeader) return 0;
      hasHeader = true;
    }
    return hasHeader ? 60 + bonus : 0;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const Structure>(readPdb(content, source, diagnostics, progress));
  }

  std::string sample() const override {
    return "ATOM      1  N   SER A   1      -1.525   0.493   0.000  1.00 10.00           N  \n"
           "ATOM      2  CA  SER A   1       0.000   0.000   0.000  1.00 10.00           C  \n"
           "ATOM      3  C   SER A   1       0.780   1.300   0.000  1.00 10.00           C  \n"
           "ATOM      4  O   SER A   1       0.230   2.400   0.000  1.00 10.00           O  \n"
           "TER       5      SER A   1\n"
           "END\n";
  }
};

}  // namespace

std::unique_ptr<const Format> makePdb() { return std::make_unique<PdbFormat>(); }

}  // namespace engine
