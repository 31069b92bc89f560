// Reading PDB and mmCIF: what is kept, what is dropped, what is refused, and that no damage to a file does harm.
#include "engine/structure/ReadStructure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Error.h"
#include "tests/engine/structure/Samples.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace {

using test::errorOf;
using testing::HasSubstr;

Structure pdb(const std::string& text, ReadOptions options = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return readPdb(text, "x.pdb", diagnostics, progress, options);
}

Structure mmcif(const std::string& text) {
  Diagnostics diagnostics;
  Progress progress;
  return readMmcif(text, "x.cif", diagnostics, progress);
}

struct AtomRecord {
  std::string name = "CA", residue = "ALA", chain = "A", number = "   1", insertion = " ", location = " ";
  double x = 0;
  double occupancy = 1;
  std::string record = "ATOM", element = "C";
};

std::string line(const AtomRecord& a) {
  char text[100];
  const std::string name = a.name.size() < 4 && a.element.size() < 2 ? " " + a.name : a.name;
  std::snprintf(text, sizeof text, "%-6s%5d %-4s%1s%3s %1s%4s%1s   %8.3f%8.3f%8.3f%6.2f%6.2f          %2s\n",
                a.record.c_str(), 1, name.c_str(), a.location.c_str(), a.residue.c_str(), a.chain.c_str(),
                a.number.c_str(), a.insertion.c_str(), a.x, 1.0, 2.0, a.occupancy, 20.0, a.element.c_str());
  return text;
}

TEST(ReadPdb, fragmentHasItsResiduesAtomsAndAuthorStates) {
  const Structure structure = test::helixFragment();
  EXPECT_EQ(structure.name, "helix");
  EXPECT_EQ(structure.numModels, 1);
  ASSERT_EQ(structure.chains.size(), 1u);
  const Chain& chain = structure.chains[0];
  EXPECT_EQ(chain.id, "A");
  ASSERT_EQ(chain.residues.size(), 13u);
  std::string letters, states;
  for (const Residue& residue : chain.residues) {
    letters += residue.letter;
    states += residue.authorState;
  }
  EXPECT_EQ(letters, "TWKEETLMEYLEN");
  EXPECT_EQ(states, "  HHHHHHHH   ");
  EXPECT_EQ(chain.residues[0].label(), "58");
  EXPECT_EQ(chain.residues[0].position("CA"), Vector3(-2.364, 3.284, -11.743));
  EXPECT_EQ(chain.residues[0].atoms.size(), 5u);
  EXPECT_EQ(chain.residues[0].atoms[1].element, "C");
  EXPECT_FALSE(isSet(chain.residues[0].position("XX")));
}

TEST(ReadPdb, alternativeLocationWithTheHighestOccupancyWinsAndTiesGoToTheFirst) {
  const Structure better =
      pdb(line({.location = "A", .x = 1, .occupancy = 0.4}) + line({.location = "B", .x = 2, .occupancy = 0.6}));
  ASSERT_EQ(better.chains[0].residues[0].atoms.size(), 1u);
  EXPECT_EQ(better.chains[0].residues[0].atoms[0].position.x(), 2);
  const Structure tie =
      pdb(line({.location = "A", .x = 1, .occupancy = 0.5}) + line({.location = "B", .x = 2, .occupancy = 0.5}));
  EXPECT_EQ(tie.chains[0].residues[0].atoms[0].position.x(), 1);
}

TEST(ReadPdb, atomsOfOneResidueComeFromOneAlternativeLocation) {
  const Structure structure =
      pdb(line({.name = "N", .location = "A", .x = 1, .occupancy = 0.5, .element = "N"}) +
          line({.name = "N", .location = "B", .x = 2, .occupancy = 0.5, .element = "N"}) +
          line({.location = "A", .x = 1, .occupancy = 0.4}) + line({.location = "B", .x = 2, .occupancy = 0.6}));
  EXPECT_EQ(structure.chains[0].residues[0].position("N").x(), 2);
  EXPECT_EQ(structure.chains[0].residues[0].position("CA").x(), 2);
}

TEST(ReadPdb, twoResidueTypesAtOnePositionBecomeTheMoreOccupiedOne) {
  const Structure structure = pdb(line({.residue = "SER", .location = "A", .occupancy = 0.3}) +
                                  line({.residue = "PRO", .location = "B", .occupancy = 0.7}));
  ASSERT_EQ(structure.chains[0].residues.size(), 1u);
  EXPECT_EQ(structure.chains[0].residues[0].name, "PRO");
}

TEST(ReadPdb, insertionCodesMakeResiduesOfTheirOwn) {
  const Structure structure = pdb(line({.number = "  52"}) + line({.number = "  52", .insertion = "A"}));
  ASSERT_EQ(structure.chains[0].residues.size(), 2u);
  EXPECT_EQ(structure.chains[0].residues[1].label(), "52A");
}

TEST(ReadPdb, modifiedResiduesHaveTheLetterOfTheirParent) {
  const Structure structure =
      pdb(line({.residue = "MSE", .record = "HETATM"}) +
          line({.residue = "SEP", .number = "   2", .record = "HETATM"}) + line({.residue = "UNK", .number = "   3"}));
  std::string letters;
  for (const Residue& residue : structure.chains[0].residues) letters += residue.letter;
  EXPECT_EQ(letters, "MSX");
}

TEST(ReadPdb, watersLigandsAndMetalsAreLeftOutHydrogensKept) {
  const Structure structure =
      pdb(line({}) + line({.name = "HA", .element = "H"}) +
          line({.name = "O", .residue = "HOH", .number = " 101", .record = "HETATM", .element = "O"}) +
          line({.name = "CA", .residue = " CA", .number = " 102", .record = "HETATM", .element = "CA"}) +
          line({.name = "C1", .residue = "GOL", .number = " 103", .record = "HETATM"}));
  ASSERT_EQ(structure.numResidues(), 1);
  EXPECT_NE(structure.chains[0].residues[0].findAtom("HA"), nullptr);
}

TEST(ReadPdb, residueOfUnknownNameCountsWhenItHasABackbone) {
  const std::string record = line({.name = "N", .residue = "QQQ", .x = 0, .element = "N"}) +
                             line({.residue = "QQQ", .x = 1.4}) + line({.name = "C", .residue = "QQQ", .x = 2.8});
  EXPECT_EQ(pdb(record).chains.at(0).residues.at(0).letter, 'X');
  EXPECT_THROW(pdb(line({.residue = "QQQ"})), Error);
}

TEST(ReadPdb, firstModelIsReadUnlessAnotherIsNamed) {
  const std::string text =
      "MODEL        3\n" + line({.x = 3}) + "ENDMDL\nMODEL        7\n" + line({.x = 7}) + "ENDMDL\n";
  const Structure first = pdb(text);
  EXPECT_EQ(first.numModels, 2);
  EXPECT_EQ(first.modelNumber, 3);
  EXPECT_EQ(first.chains[0].residues[0].position("CA").x(), 3);
  EXPECT_EQ(pdb(text, {.model = 7}).chains[0].residues[0].position("CA").x(), 7);
  EXPECT_THAT(errorOf([&] { pdb(text, {.model = 4}); }), HasSubstr("no model 4, the file has 3, 7"));
}

TEST(ReadPdb, copiesUnderOneBlankChainNameAreKeptApart) {
  Diagnostics diagnostics;
  Progress progress;
  const std::string part = line({.chain = " ", .x = 1}) + line({.chain = " ", .number = "   2", .x = 2}) + "TER\n";
  const Structure structure = readPdb(part + part, "x.pdb", diagnostics, progress);
  ASSERT_EQ(structure.chains.size(), 2u);
  EXPECT_EQ(structure.chains[0].id, "");
  EXPECT_EQ(structure.chains[1].id, "_2");
  EXPECT_EQ(structure.chains[1].residues.size(), 2u);
  EXPECT_EQ(diagnostics.warnings().size(), 1u);
}

TEST(ReadPdb, chainInterruptedByAnotherIsJoined) {
  const Structure structure =
      pdb(line({}) + line({.chain = "B"}) + line({.number = "   2"}) + line({.chain = "B", .number = "   2"}));
  ASSERT_EQ(structure.chains.size(), 2u);
  EXPECT_EQ(structure.findChain("A")->residues.size(), 2u);
  EXPECT_EQ(structure.findChain("B")->residues.size(), 2u);
  EXPECT_EQ(structure.findChain("C"), nullptr);
}

TEST(ReadPdb, filesFromBefore1996CarryTheEntryNameInTheLastColumns) {
  std::string text = line({});
  text.replace(72, 8, "1LDM 123");
  EXPECT_EQ(pdb(text).numResidues(), 1);
}

TEST(ReadPdb, carriageReturnsAndLowerCaseRecordsAreFine) {
  std::string text = line({});
  text.insert(text.size() - 1, "\r");
  EXPECT_EQ(pdb(text).numResidues(), 1);
  text.replace(0, 4, "atom");
  EXPECT_EQ(pdb(text).numResidues(), 1);
}

TEST(ReadPdb, coordinateThatIsNoNumberIsRefusedWithItsLine) {
  for (const std::string garbage : {"     nan", "  x1.000", "        ", "********", "     inf"}) {
    const std::string text = line({}) + line({.number = "   2"}).replace(38, 8, garbage);
    const std::string error = errorOf([&] { pdb(text); });
    EXPECT_THAT(error, HasSubstr("x.pdb:2: columns 39 to 46")) << garbage;
    EXPECT_THAT(error, HasSubstr("expected the y coordinate"));
  }
}

TEST(ReadPdb, bytesThatCannotBePrintedAreReplacedInErrors) {
  EXPECT_THAT(errorOf([] { pdb(line({}).replace(30, 8, "\xff\x01  1.00")); }),
              HasSubstr("hold \"\uFFFD\uFFFD  1.00\""));
}

TEST(ReadPdb, shortAtomRecordIsRefusedWithItsLine) {
  EXPECT_THAT(errorOf([] { pdb("REMARK\n" + line({}).substr(0, 50)); }), HasSubstr("x.pdb:2: the atom record ends"));
}

TEST(ReadPdb, problemsOfTheLibraryNameFileAndLine) {
  const std::string twice = "MODEL        1\n" + line({}) + "ENDMDL\nMODEL        1\n" + line({});
  EXPECT_THAT(errorOf([&] { pdb(twice); }), HasSubstr("x.pdb:4: duplicate MODEL number"));
}

TEST(ReadPdb, contentWithoutAProteinIsAnError) {
  for (const std::string text : {"", "\n\n", "HEADER    NOTHING\nEND\n", "some text\n"})
    EXPECT_THAT(errorOf([&] { pdb(text); }), HasSubstr("x.pdb")) << text;
  EXPECT_THAT(errorOf([] { pdb(line({.name = "O", .residue = "HOH", .element = "O"})); }),
              HasSubstr("expected residues with the atoms N, CA, C"));
}

TEST(ReadMmcif, sameAtomsAsThePdbFileGiveTheSameStructure) {
  const Structure cif = mmcif(test::readText(test::dataFile("structure/hairpin.cif")));
  const Structure reference = test::hairpinFragment();
  ASSERT_EQ(cif.chains.size(), 1u);
  EXPECT_EQ(cif.chains[0].id, "A");
  ASSERT_EQ(cif.numResidues(), reference.numResidues());
  for (size_t i = 0; i < cif.chains[0].residues.size(); ++i) {
    const Residue& found = cif.chains[0].residues[i];
    const Residue& expected = reference.chains[0].residues[i];
    EXPECT_EQ(found.name, expected.name);
    EXPECT_EQ(found.letter, expected.letter);
    EXPECT_EQ(found.label(), expected.label());
    EXPECT_EQ(found.authorState, expected.authorState);
    ASSERT_EQ(found.atoms.size(), expected.atoms.size());
    for (size_t a = 0; a < found.atoms.size(); ++a) {
      EXPECT_EQ(found.atoms[a].name, expected.atoms[a].name);
      EXPECT_EQ(found.atoms[a].position, expected.atoms[a].position);
      EXPECT_EQ(found.atoms[a].element, expected.atoms[a].element);
    }
  }
  EXPECT_EQ(cif.chains[0].residues[0].authorState, 'E');
  EXPECT_EQ(cif.chains[0].residues[6].authorState, ' ');
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(ReadMmcif, coordinatesNotKnownAreUnsetAndGarbageIsRefused) {
  const std::string text = test::readText(test::dataFile("structure/hairpin.cif"));
  const Structure unknown = mmcif(replaced(text, "2.054 -6.559", "? -6.559"));
  EXPECT_FALSE(isSet(unknown.chains[0].residues[0].position("CA")));
  EXPECT_TRUE(isSet(unknown.chains[0].residues[0].position("N")));
  EXPECT_THAT(errorOf([&] { mmcif(replaced(text, "2.054 -6.559", "2.05x -6.559")); }),
              HasSubstr("x.cif: row 2 of the table of atoms, _atom_site.Cartn_x, holds \"2.05x\", expected the x "
                        "coordinate in Å"));
}

TEST(ReadMmcif, missingColumnIsNamed) {
  const std::string text = test::readText(test::dataFile("structure/hairpin.cif"));
  EXPECT_THAT(errorOf([&] { mmcif(replaced(text, "_atom_site.Cartn_y", "_atom_site.other")); }),
              HasSubstr("no column _atom_site.Cartn_y"));
}

TEST(ReadMmcif, syntaxErrorsNameFileAndLine) {
  const std::string text = "data_x\nloop_\n_a.b\n_a.c\n1 2 3\n";
  EXPECT_THAT(errorOf([&] { mmcif(text); }), HasSubstr("x.cif:"));
  EXPECT_THAT(errorOf([&] { mmcif(""); }), HasSubstr("x.cif: found no data block"));
  EXPECT_THAT(errorOf([&] { mmcif("nothing like it"); }), HasSubstr("x.cif:"));
}

TEST(ReadMmcif, aTextThatIsNotPlainGivesTheSameAtoms) {
  const std::string text = test::readText(test::dataFile("structure/hairpin.cif"));
  Diagnostics diagnostics;
  const Structure plain = mmcif(text);
  // A text field among the atoms sends the text to the complete reader.
  const Structure complete = mmcif(replaced(text, "\nATOM 2 C ", "\nATOM\n;2\n; C "));
  EXPECT_EQ(mmcif(text + "\ndata_second\n_a.b 1\n").numResidues(), plain.numResidues());
  ASSERT_EQ(plain.numResidues(), complete.numResidues());
  for (size_t k = 0; k < plain.chains[0].residues.size(); ++k) {
    const Residue &a = plain.chains[0].residues[k], &b = complete.chains[0].residues[k];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.label(), b.label());
    EXPECT_EQ(a.authorState, b.authorState);
    ASSERT_EQ(a.atoms.size(), b.atoms.size());
    for (size_t atom = 0; atom < a.atoms.size(); ++atom) {
      EXPECT_EQ(a.atoms[atom].name, b.atoms[atom].name);
      EXPECT_EQ(a.atoms[atom].element, b.atoms[atom].element);
      EXPECT_EQ(a.atoms[atom].position, b.atoms[atom].position);
      EXPECT_EQ(a.atoms[atom].bFactor, b.atoms[atom].bFactor);
      EXPECT_EQ(a.atoms[atom].occupancy, b.atoms[atom].occupancy);
    }
  }
}

/// One residue of a protein in each of the chains, and waters in chain A.
std::string cifOfWaters(int numWaters) {
  std::string text =
      "data_x\nloop_\n_atom_site.id\n_atom_site.type_symbol\n_atom_site.label_atom_id\n_atom_site.label_alt_id\n"
      "_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.auth_seq_id\n_atom_site.Cartn_x\n"
      "_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.occupancy\n_atom_site.B_iso_or_equiv\n"
      "1 C CA . ALA A 0 1.0 2.0 3.0 1 20\n";
  for (int k = 1; k <= numWaters; ++k) text += "1 O O . HOH A " + std::to_string(k) + " 1.0 2.0 3.0 1 20\n";
  return text + "1 N N . ALA A 0 1.5 2.5 3.5 1 20\n";
}

TEST(ReadMmcif, atomsOfAResidueMayStandAnywhereInItsChain) {
  // So many residues are minutes of work for who looks through the chain at each of them.
  std::string text = cifOfWaters(100'000);
  for (size_t at = 0; (at = text.find("HOH", at)) != std::string::npos;) text.replace(at, 3, "LIG");
  const Structure structure = mmcif(text);
  ASSERT_EQ(structure.numResidues(), 1);
  EXPECT_EQ(structure.chains[0].residues[0].position("CA").x(), 1.0);
  EXPECT_EQ(structure.chains[0].residues[0].position("N").x(), 1.5);
}

TEST(ReadMmcif, manyModelsChainPartsAndAtomsOfOneResidueAreRead) {
  const std::string head = cifOfWaters(0);
  std::string models = replaced(head, "_atom_site.id\n", "_atom_site.pdbx_PDB_model_num\n_atom_site.id\n");
  models.resize(models.find("1 C CA"));
  std::string parts = head, atoms = head;
  for (int k = 1; k <= 20'000; ++k) {
    const std::string number = std::to_string(k);
    models += number + " 1 C CA . ALA A 1 1.0 2.0 3.0 1 20\n";
    parts += "1 C CA . ALA " + std::string(k % 2 ? "B " : "C ") + number + " 1.0 2.0 3.0 1 20\n";
    atoms += "1 H H" + number + " . ALA A 0 1.0 2.0 3.0 1 20\n";
  }
  EXPECT_EQ(mmcif(models).numModels, 20'000);
  EXPECT_EQ(mmcif(parts).chains.size(), 3u);
  EXPECT_EQ(mmcif(parts).numResidues(), 20'001);
  EXPECT_EQ(mmcif(atoms).chains[0].residues[0].atoms.size(), 20'002u);
}

TEST(ReadMmcif, stopsSoonWhenItIsCancelled) {
  struct StopLater : Progress {
    int left;
    explicit StopLater(int updates) : left(updates) {}
    bool cancelled() const override { return left == 0; }
    void report(double, std::string_view) override { --left; }
  };
  const std::string text = cifOfWaters(60'000);
  Diagnostics diagnostics;
  for (const int updates : {0, 2, 5}) {
    StopLater progress(updates);
    EXPECT_THROW(readMmcif(text, "x.cif", diagnostics, progress), Cancelled) << updates;
  }
}

TEST(ReadStructure, coordinatesThatAreNotFiniteOrAbsurdAreRefusedInTheSameWords) {
  const std::string cif = cifOfWaters(0), record = line({.x = 7.5});
  for (const std::string value : {"nan", "inf", "-inf", "1e300", "1000001", "-1e7", "1e400", "x"}) {
    const std::string same = "\"" + value + "\", expected the x coordinate in Å, a number from -1000000 to 1000000";
    EXPECT_THAT(errorOf([&] { mmcif(replaced(cif, " 1.0 2.0", " " + value + " 2.0")); }), HasSubstr("holds " + same));
    const std::string field = std::string(8 - value.size(), ' ') + value;
    EXPECT_THAT(errorOf([&] { pdb(replaced(record, "   7.500", field)); }), HasSubstr("hold " + same));
  }
  EXPECT_EQ(mmcif(replaced(cif, " 1.0 2.0", " -1e6 2.0")).chains[0].residues[0].position("CA").x(), -1e6);
  EXPECT_EQ(mmcif(replaced(cif, " 1.0 2.0", " +1.25(3) 2.0")).chains[0].residues[0].position("CA").x(), 1.25);
}

TEST(ReadStructure, oldLineEndsAreLineEnds) {
  const auto old = [](std::string text) {
    std::replace(text.begin(), text.end(), '\n', '\r');
    return text;
  };
  const std::string cif = test::readText(test::dataFile("structure/hairpin.cif"));
  EXPECT_EQ(mmcif(old(cif)).numResidues(), mmcif(cif).numResidues());
  const std::string records = test::readText(test::dataFile("structure/helix.pdb"));
  EXPECT_EQ(pdb(old(records)).numResidues(), pdb(records).numResidues());
}

// --- damage ---

using Reader = Structure (*)(std::string_view, const std::string&, Diagnostics&, Progress&, const ReadOptions&);

/// Whether every atom of `part` stands in `whole` with the same position.
bool isPartOf(const Structure& part, const Structure& whole) {
  for (const Chain& chain : part.chains) {
    const Chain* other = whole.findChain(chain.id);
    if (!other) return false;
    for (const Residue& residue : chain.residues) {
      const auto same = std::find_if(other->residues.begin(), other->residues.end(),
                                     [&](const Residue& r) { return r.label() == residue.label(); });
      if (same == other->residues.end() || same->name != residue.name) return false;
      for (const Atom& atom : residue.atoms)
        if (same->position(atom.name) != atom.position) return false;
    }
  }
  return part.numResidues() <= whole.numResidues();
}

class Damage : public testing::TestWithParam<std::pair<const char*, Reader>> {
 protected:
  const std::string text = test::readText(test::dataFile(GetParam().first));
  Diagnostics diagnostics;
  Progress progress;
  const Structure whole = read(text);
  int readable = 0;

  Structure read(const std::string& content) {
    return GetParam().second(content, "damaged", diagnostics, progress, {});
  }

  void expectErrorOrPart(const std::string& content) {
    try {
      ASSERT_TRUE(isPartOf(read(content), whole)) << content;
      ++readable;
    } catch (const Error& error) {
      ASSERT_THAT(error.what(), HasSubstr("damaged"));
    }
  }
};

TEST_P(Damage, truncationAtEveryByteGivesAnErrorOrAPart) {
  for (size_t length = 0; length < text.size(); ++length) expectErrorOrPart(text.substr(0, length));
  EXPECT_GT(readable, 50);
}

TEST_P(Damage, eachDeletedLineGivesAnErrorOrAPart) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin) + 1;
    expectErrorOrPart(text.substr(0, begin) + text.substr(end));
    begin = end;
  }
  EXPECT_GT(readable, 50);
}

TEST_P(Damage, everyByteReplacedByZeroGivesAnErrorOrAStructure) {
  for (size_t at = 0; at < text.size(); ++at) {
    std::string content = text;
    content[at] = '\0';
    try {
      read(content).validate();
    } catch (const Error& error) {
      ASSERT_THAT(error.what(), HasSubstr("damaged"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ReadStructure, Damage,
                         testing::Values(std::pair<const char*, Reader>{"structure/helix.pdb", &readPdb},
                                         std::pair<const char*, Reader>{"structure/hairpin.cif", &readMmcif}),
                         [](const auto& info) { return info.index == 0 ? "pdb" : "mmcif"; });

TEST(Structure, infinitePositionsAndNamelessResiduesAreInvalid) {
  Structure structure = test::helixFragment();
  structure.validate();
  structure.chains[0].residues[2].atoms[0].position.x() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(errorOf([&] { structure.validate(); }), HasSubstr("residue LYS 60, atom N"));
  structure = test::helixFragment();
  structure.chains[0].residues[2].name.clear();
  EXPECT_THAT(errorOf([&] { structure.validate(); }), HasSubstr("has no name"));
}

TEST(Structure, chainCodesAreTheLettersOfTheChain) {
  Chain chain = test::helixFragment().chains[0];
  chain.residues[0].letter = '?';
  const std::vector<ResidueCode> codes = chainCodes(chain);
  ASSERT_EQ(codes.size(), 13u);
  EXPECT_EQ(codes[0], alphabet::kUnknown);
  EXPECT_EQ(codes[1], alphabet::codeOf('W'));
  EXPECT_TRUE(chainCodes(Chain{}).empty());
}

}  // namespace
TEST(ReadMmcif, numbersBeyondTheIntegersAreNoCrash) {
  std::string content = test::readText(test::dataFile("structure/hairpin.cif"));
  const size_t atom = content.find("\nATOM ") + 6;
  content.replace(atom, content.find(' ', atom) - atom, "9223372036854775807");  // the serial number
  EXPECT_GT(mmcif(content).numResidues(), 0);
}

TEST(ReadMmcif, tablesWithoutUseDoNotMatter) {
  const std::string content = test::readText(test::dataFile("structure/hairpin.cif"));
  const std::string references =
      "\nloop_\n_pdbx_sifts_xref_db.entity_id\n_pdbx_sifts_xref_db.asym_id\n_pdbx_sifts_xref_db.seq_id\n"
      "_pdbx_sifts_xref_db.unp_res\n_pdbx_sifts_xref_db.unp_num\n_pdbx_sifts_xref_db.unp_acc\n1 NOWHERE 1 M 1 P1\n";
  EXPECT_EQ(mmcif(content + references).numResidues(), mmcif(content).numResidues());
}

}  // namespace engine
