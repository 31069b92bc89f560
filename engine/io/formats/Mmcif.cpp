// mmCIF files: protein structures as tables of named columns.
#include "engine/io/Format.h"
#include "engine/structure/ReadStructure.h"

namespace engine {
namespace {

class MmcifFormat : public Format {
 public:
  std::string id() const override { return "mmcif"; }
  std::string title() const override { return "mmCIF structure"; }
  std::string help() const override {
    return "Protein structure as tables of named columns, the archive's own format. The first model is read.";
  }
  std::vector<std::string> suffixes() const override { return {".cif", ".mmcif"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const int bonus = suffix == ".cif" || suffix == ".mmcif" ? 5 : 0;
    while (!head.empty()) {
      const size_t first = head.find_first_not_of(" \t\r\n");
      if (first == std::string_view::npos) return 0;
      head.remove_prefix(first);
      if (head.front() != '#') return head.starts_with("data_") || head.starts_with("DATA_") ? 95 + bonus : 0;
      const size_t newline = head.find_first_of("\r\n");
      head.remove_prefix(newline == std::string_view::npos ? head.size() : newline + 1);
    }
    return 0;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const Structure>(readMmcif(content, source, diagnostics, progress));
  }

  std::string sample() const override {
    return "data_sample\n"
           "loop_\n"
           "_atom_site.group_PDB\n_atom_site.id\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
           "_atom_site.label_alt_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.auth_seq_id\n"
           "_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.occupancy\n"
           "_atom_site.B_iso_or_equiv\n"
           "ATOM 1 N N  . SER A 1 -1.525 0.493 0.000 1.00 10.00\n"
           "ATOM 2 C CA . SER A 1  0.000 0.000 0.000 1.00 10.00\n"
           "ATOM 3 C C  . SER A 1  0.780 1.300 0.000 1.00 10.00\n"
           "ATOM 4 O O  . SER A 1  0.230 2.400 0.000 1.00 10.00\n";
  }
};

}  // namespace

std::unique_ptr<const Format> makeMmcif() { return std::make_unique<MmcifFormat>(); }

}  // namespace engine
