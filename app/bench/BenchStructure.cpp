// headlight bench views, structure: large mmCIF files on screen, turning them, and the threshold of many attention
// bars.
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "app/bench/ViewBench.h"
#include "engine/base/Random.h"
#include "engine/io/FileContent.h"
#include "engine/structure/ReadStructure.h"
#include "ui/views/structure/StructureView.h"

namespace app {

namespace {

using engine::Index;

constexpr QSize kStructureSize(788, 488);
constexpr int kResiduesPerChain = 250, kAtomsPerResidue = 8, kTurnSteps = 110;
constexpr double kFrame = 1.0 / 30;
constexpr int kRestMilliseconds = 600;  ///< after which the picture that is at rest has been drawn

struct Place {
  const char *name, *element;
  double radius, degrees, rise;
};
/// A lysine without its last atom on an ideal alpha helix: cylinder coordinates, Å and degrees.
constexpr Place kPlaces[kAtomsPerResidue]{
    {"N", "N", 1.55, -27.9, -0.9}, {"CA", "C", 2.28, 0, 0},    {"C", "C", 1.68, 26.6, 1.1}, {"O", "O", 2.0, 24.0, 2.3},
    {"CB", "C", 3.29, -17, 0.5},   {"CG", "C", 4.5, -8, -0.3}, {"CD", "C", 5.7, -14, 0.5},  {"CE", "C", 6.9, -8, -0.3}};

std::string chainName(int chain) {
  std::string name;
  for (int left = chain; left >= 0; left = left / 26 - 1) name.insert(name.begin(), static_cast<char>('A' + left % 26));
  return name;
}

/// The columns that the archive writes; chains stand side by side on a square.
std::string mmcifOf(int numAtoms) {
  std::string text = "data_bench\n_entry.id bench\n#\nloop_\n";
  for (const char* column : {"group_PDB",         "id",
                             "type_symbol",       "label_atom_id",
                             "label_alt_id",      "label_comp_id",
                             "label_asym_id",     "label_entity_id",
                             "label_seq_id",      "pdbx_PDB_ins_code",
                             "Cartn_x",           "Cartn_y",
                             "Cartn_z",           "occupancy",
                             "B_iso_or_equiv",    "pdbx_formal_charge",
                             "auth_seq_id",       "auth_comp_id",
                             "auth_asym_id",      "auth_atom_id",
                             "pdbx_PDB_model_num"})
    text += std::string("_atom_site.") + column + "\n";
  const int numChains = (numAtoms + kResiduesPerChain * kAtomsPerResidue - 1) / (kResiduesPerChain * kAtomsPerResidue);
  const int side = std::max(1, static_cast<int>(std::ceil(std::sqrt(numChains))));
  for (int atom = 0; atom < numAtoms; ++atom) {
    const int residue = atom / kAtomsPerResidue, chain = residue / kResiduesPerChain;
    const int number = residue % kResiduesPerChain + 1;
    const Place& place = kPlaces[atom % kAtomsPerResidue];
    const double angle = (100.0 * number + place.degrees) * std::numbers::pi / 180;
    const std::string name = chainName(chain);
    char line[200];
    std::snprintf(line, sizeof line, "ATOM %-6d %s %-3s . LYS %s 1 %d ? %.3f %.3f %.3f 1.00 %.2f ? %d LYS %s %-3s 1\n",
                  atom + 1, place.element, place.name, name.c_str(), number,
                  place.radius * std::cos(angle) + 20.0 * (chain % side),
                  place.radius * std::sin(angle) + 20.0 * (chain / side), 1.5 * number + place.rise,
                  10 + number % 60 * 0.5, number, name.c_str(), place.name);
    text += line;
  }
  return text + "#\n";
}

void benchOpening(const std::string& name, int numAtoms, double firstLimit, double lastLimit) {
  const QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("large.cif")).toStdString();
  engine::writeFileWhole(path, mmcifOf(numAtoms));
  measureOpening(name, path, firstLimit, lastLimit);
}

engine::Structure structureOf(int numAtoms) {
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  return engine::readMmcif(mmcifOf(numAtoms), "bench.cif", diagnostics, progress);
}

/// Weights without two alike, so that each residue has its strongest keys.
engine::HeadSet randomHead(Index length) {
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::deterministicArray<float>(3, {length, length}, 0.5, "A");
  for (float& weight : map->weights) weight = std::abs(weight) + 1e-4f;
  map->isStochastic = false;
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = length;
  heads.maps.push_back(std::move(map));
  return heads;
}

void benchTurning() {
  ui::Session session;
  const auto view = shownView(session, QStringLiteral("structure"), {datasetOf("large", structureOf(100'000))}, kStructureSize);
  auto& structure = dynamic_cast<ui::StructureView&>(*view);
  for (const auto& [style, name] :
       {std::pair(ui::StructureStyle::tube, "tube"), std::pair(ui::StructureStyle::trace, "trace"),
        std::pair(ui::StructureStyle::cartoon, "cartoon"),
        std::pair(ui::StructureStyle::ballAndStick, "balls and sticks")}) {
    const auto shade = [&](bool on) {
      structure.change([&](ui::StructureOptions& options) {
        options.style = style;
        options.shading.hasOutlines = options.shading.hasOcclusion = on;
      });
    };
    const std::string what = std::string("100 000 atoms, ") + name;
    shade(false);
    printTimes(what + " turned", dragTimes(view->canvas()), kFrame);
    shade(true);
    printTimes(what + " turned, shaded where that is fast enough", dragTimes(view->canvas()), kFrame);
    for (const QDeadlineTimer rest(kRestMilliseconds); !rest.hasExpired();)
      QCoreApplication::processEvents(QEventLoop::AllEvents, kRestMilliseconds / 10);
    printTimes(what + ", outlines and shadows at rest", {structure.scene().shadingMilliseconds() / 1000}, kFrame);
  }
}

}  // namespace

void benchAttentionBars() {
  constexpr int kResidues = 600;
  ui::Session session;
  const auto view = shownView(session, QStringLiteral("structure"),
                              {datasetOf("helices", structureOf(kResidues * kAtomsPerResidue)),
                               datasetOf("attention", randomHead(kResidues), {"helices"})},
                              kStructureSize);
  auto& structure = dynamic_cast<ui::StructureView&>(*view);
  structure.change([](ui::StructureOptions& options) {
    options.perResidue = ui::kMostPerResidue;
    options.threshold = 0;
  });
  const int numBars = structure.scene().bars().numShown();
  if (numBars < 10'000) engine::fail("bench views: ", numBars, " bars, expected 10 000");
  const auto seconds = frameTimes(view->canvas(), kTurnSteps, [&](int step) {
    structure.change([step](ui::StructureOptions& options) { options.threshold = 0.5 + 0.5 * std::sin(0.1 * step); });
  });
  printTimes("10 000 attention bars, threshold moves", seconds, kFrame);
}

void benchStructure() {
  benchOpening("100 000-atom mmCIF", 100'000, 1.0, 2.0);
  benchOpening("500 000-atom mmCIF", 500'000, 3.0, 6.0);
  benchTurning();
}

}  // namespace app
