#include "ui/views/readout/ResidueText.h"

#include "engine/base/Nth.h"
#include "engine/sequence/Alphabet.h"

namespace ui {

using engine::Index;

QString residueText(const std::string& letters, Index index) {
  const bool isKnown = index >= 0 && index < static_cast<Index>(letters.size());
  return residueText(isKnown ? engine::nth(letters, index) : ' ', index);
}

QString residueText(char letter, Index index) {
  const QString number = QString::number(index + 1);
  if (letter == ' ') return number;
  QString name = QString::fromStdString(engine::alphabet::threeLetter(letter)).toLower();
  if (name == QLatin1String("unk")) return QStringLiteral("%1 %2").arg(QLatin1Char(letter)).arg(number);
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return QStringLiteral("%1 (%2) %3").arg(name, QString(QLatin1Char(letter)), number);
}

QString residueText(const std::string& letters, Index index, const engine::ChainGeometry* geometry) {
  const QString plain = residueText(letters, index);
  const engine::Chain* chain =
      geometry && geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  if (!chain || index < 0 || index >= static_cast<Index>(chain->residues.size())) return plain;
  return QStringLiteral("%1, PDB %2 chain %3")
      .arg(plain, QString::fromStdString(engine::nth(chain->residues, index).label()),
           QString::fromStdString(chain->id));
}

QString structureNumber(const Document& document, const Position& position) {
  if (position.index < 0) return {};
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    Index index = position.dataset == dataset->id
                      ? position.index
                      : document.translate(position.dataset, position.index, dataset->id).value_or(-1);
    if (index < 0) continue;
    for (const engine::Chain& chain : structure->chains) {
      const auto length = static_cast<Index>(chain.residues.size());
      if (index < length)
        return QStringLiteral(", PDB %1 chain %2")
            .arg(QString::fromStdString(engine::nth(chain.residues, index).label()),
                 QString::fromStdString(chain.id));
      index -= length;
    }
  }
  return {};
}

}  // namespace ui
