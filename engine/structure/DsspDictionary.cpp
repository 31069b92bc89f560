#include "engine/structure/DsspDictionary.h"

#include <cif++/dictionary_parser.hpp>
#include <sstream>
#include <string>

namespace engine {
namespace {

void writeName(std::ostream& out, const CifCategory& category, std::string_view item) {
  out << "'_" << category.name << '.' << item << "'";
}

void writeCategory(std::ostream& out, const CifCategory& category) {
  out << "save_" << category.name << "\n_category.id " << category.name
      << "\n_category.mandatory_code no\nloop_\n_category_key.name\n";
  for (size_t k = 0; k < category.numKeys; ++k) {
    writeName(out, category, category.items[k]);
    out << '\n';
  }
  out << "save_\n";
  for (const std::string_view item : category.items) {
    out << "save__" << category.name << '.' << item << "\n_item.name ";
    writeName(out, category, item);
    out << "\n_item.category_id " << category.name << "\n_item.mandatory_code no\n_item_type.code any\nsave_\n";
  }
}

/// libcifpp compares the atoms of all with every residue, item by item: what differs most often comes first.
void writeLinks(std::ostream& out) {
  out << "loop_\n";
  for (const char* item : {"child_category_id", "link_group_id", "child_name", "parent_name", "parent_category_id"})
    out << "_pdbx_item_linked_group_list." << item << '\n';
  for (const char* item : {"seq_id", "asym_id"}) {
    out << atomCategory().name << " 1 ";
    writeName(out, atomCategory(), std::string("label_") + item);
    out << ' ';
    writeName(out, residueCategory(), item);
    out << ' ' << residueCategory().name << '\n';
  }
}

std::string dictionaryText() {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << "data_headlight.dic\n_dictionary.title headlight.dic\n_dictionary.version 1\nloop_\n";
  for (const char* item : {"code", "primitive_code", "construct"}) out << "_item_type_list." << item << '\n';
  out << "any char '.*'\n";
  for (const CifCategory& category : {CifCategory{"entry", {"id"}, 1}, CifCategory{"entity", {"id", "type"}, 1},
                                      CifCategory{"struct_asym", {"id", "entity_id"}, 1}, residueCategory(),
                                      atomCategory()})
    writeCategory(out, category);
  writeLinks(out);
  return out.str();
}

}  // namespace

const CifCategory& residueCategory() {
  static const CifCategory category{"pdbx_poly_seq_scheme",
                                    {"asym_id", "entity_id", "seq_id", "mon_id", "ndb_seq_num", "pdb_seq_num",
                                     "auth_seq_num", "pdb_mon_id", "auth_mon_id", "pdb_strand_id", "pdb_ins_code",
                                     "hetero"},
                                    4};
  return category;
}

const CifCategory& atomCategory() {
  static const CifCategory category{"atom_site",
                                    {"id", "group_PDB", "type_symbol", "label_atom_id", "label_alt_id",
                                     "label_comp_id", "label_asym_id", "label_entity_id", "label_seq_id",
                                     "pdbx_PDB_ins_code", "Cartn_x", "Cartn_y", "Cartn_z", "occupancy",
                                     "B_iso_or_equiv", "auth_seq_id", "auth_asym_id", "pdbx_PDB_model_num"},
                                    1};
  return category;
}

const ::cif::validator& dsspDictionary() {
  static const ::cif::validator dictionary = [] {
    std::istringstream in(dictionaryText());
    return ::cif::parse_dictionary("headlight.dic", in);
  }();
  return dictionary;
}

}  // namespace engine
