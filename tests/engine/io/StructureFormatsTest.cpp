// PDB and mmCIF as file formats: recognised by content, read from packed files.
#include <gtest/gtest.h>

#include "engine/io/Format.h"
#include "engine/structure/Structure.h"
#include "tests/support/Files.h"

namespace engine {
namespace structure_formats_test {

const Structure& structureIn(const Dataset& dataset) {
  const Structure* structure = dataset.as<Structure>();
  if (!structure) fail("not a structure");
  return *structure;
}

Dataset loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return load(path, diagnostics, progress);
}

TEST(StructureFormats, pdbIsRecognisedWithAndWithoutHeader) {
  for (const std::string start : {"ATOM      1  N   ALA A   1 ", "HETATM    1  N   MSE A   1 ", "MODEL        1\n",
                                  "HEADER    HYDROLASE\nATOM      1", "REMARK made by a program\nREMARK\n\nATOM      1",
                                  "\r\nATOM      1  N   ALA A   1 \r\n", "CRYST1   10.0   10.0   10.0\n"})
    EXPECT_EQ(recogniseFormat(start, "x").id(), "pdb") << start;
}

TEST(StructureFormats, mmcifIsRecognisedBelowComments) {
  for (const std::string start : {"data_1ABC\n#\n", "# a comment\n\n  data_x\nloop_\n", "\r\ndata_1ABC\r\n"})
    EXPECT_EQ(recogniseFormat(start, "x").id(), "mmcif") << start;
}

TEST(StructureFormats, wordsThatOnlyStartLikeRecordsAreNotPdb) {
  for (const auto& format : formats()) {
    if (format->id() != "pdb") continue;
    for (const std::string start : {"ATOMIC weights\n", ">ATOM\nACDE\n", "MODELLER\n", "HEADERLESS\n", ""})
      EXPECT_EQ(format->sniff(start, ".pdb"), 0) << start;
  }
}

TEST(StructureFormats, packedHeaderlessSampleIsLoaded) {
  const Dataset dataset = loaded(test::sampleFile("1ldm_A.pdb.gz"));
  EXPECT_EQ(dataset.kind(), DatasetKind::structure);
  EXPECT_EQ(structureIn(dataset).numResidues(), 329);
  EXPECT_EQ(structureIn(dataset).name, "1ldm_A");
}

TEST(StructureFormats, bothFormatsGiveTheSameResidues) {
  const Dataset pdb = loaded(test::dataFile("structure/hairpin.pdb"));
  const Dataset cif = loaded(test::dataFile("structure/hairpin.cif"));
  EXPECT_EQ(chainCodes(structureIn(pdb).chains.at(0)), chainCodes(structureIn(cif).chains.at(0)));
}

}  // namespace structure_formats_test
}  // namespace engine
