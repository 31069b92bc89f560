// headlight bench views, openAlignment: a large aligned FASTA file from the start of the program to the painted window.
#include <QTemporaryDir>
#include <fstream>

#include "app/bench/ViewBench.h"
#include "engine/base/Random.h"

namespace app {

namespace {

constexpr int kRows = 100'000, kColumns = 1'000;
constexpr double kFirstSightLimit = 1.0, kLastLimit = 2.0;

/// One line per row; a quarter of the columns the same in all rows, elsewhere two residues in five and runs of gaps
/// drawn anew.
void writeFamily(const std::string& path) {
  constexpr std::string_view kResidues = "ACDEFGHIKLMNPQRSTVWY";
  engine::Random random(7);
  std::string ancestor, line;
  for (int column = 0; column < kColumns; ++column) ancestor += kResidues[random.below(20)];
  std::ofstream file(path, std::ios::binary);
  for (int row = 0; row < kRows; ++row) {
    line = ">sequence" + std::to_string(row + 1) + "/1-" + std::to_string(kColumns) + " a row of a family\n" + ancestor;
    char* const letters = line.data() + line.size() - kColumns;
    for (int column = 0; column < kColumns; ++column) {
      if (column % 4 == 0) continue;
      const std::uint64_t draw = random.below(50);
      if (draw < 20) letters[column] = kResidues[draw];
      if (draw == 20) letters[column] = '-';
    }
    file << line << '\n';
  }
  if (!file.flush()) engine::fail("bench views: cannot write ", path);
}

}  // namespace

void benchOpenAlignment() {
  const QTemporaryDir folder;
  const std::string path = (folder.path() + QStringLiteral("/family.fasta")).toStdString();
  writeFamily(path);
  measureOpening("alignment 100000x1000 open", path, kFirstSightLimit, kLastLimit);
}

}  // namespace app
