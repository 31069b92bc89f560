#include "ui/views/structure/print/NamedResidues.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <set>

namespace ui {

using engine::Index;

namespace {

/// "B:10-12": an empty chain stands for all.
struct Named {
  std::string chain, first, last;
};

std::vector<Named> parsed(const std::string& list) {
  static const QRegularExpression pattern(
      QStringLiteral(R"((?:^|[\s,;])(?:([^\s,;:]+):)?(-?\d+[A-Za-z]?)(?:[-\x{2013}](-?\d+[A-Za-z]?))?(?=$|[\s,;]))"));
  std::vector<Named> all;
  auto matches = pattern.globalMatch(QString::fromStdString(list));
  while (matches.hasNext()) {
    const auto match = matches.next();
    const std::string first = match.captured(2).toStdString(), last = match.captured(3).toStdString();
    all.push_back({match.captured(1).toStdString(), first, last.empty() ? first : last});
  }
  return all;
}

}  // namespace

std::vector<Index> namedResidues(const engine::Structure& structure, const std::string& list, size_t most) {
  const std::vector<Named> all = parsed(list);
  std::set<Index> found;
  Index start = 0;
  for (const engine::Chain& chain : structure.chains) {
    const auto& residues = chain.residues;
    const auto find = [&](const std::string& label) {
      return std::find_if(residues.begin(), residues.end(),
                          [&](const engine::Residue& residue) { return residue.label() == label; });
    };
    for (const Named& named : all) {
      if (!named.chain.empty() && named.chain != chain.id) continue;
      const auto first = find(named.first), last = find(named.last);
      if (first == residues.end() || last == residues.end()) continue;
      for (auto at = first; at <= last; ++at) found.insert(start + static_cast<Index>(at - residues.begin()));
    }
    start += static_cast<Index>(residues.size());
  }
  std::vector<Index> result(found.begin(), found.end());
  result.resize(std::min(result.size(), most));
  return result;
}

}  // namespace ui
