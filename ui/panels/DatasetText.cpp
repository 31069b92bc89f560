// A dataset in words: what it is, how large, where it comes from.
#include "ui/panels/DatasetText.h"

#include <QFileInfo>
#include <QObject>

namespace ui {

namespace {

using engine::DatasetKind;

QString count(engine::Index number, const char* one, const char* many) {
  return QStringLiteral("%1 %2").arg(number).arg(QString::fromUtf8(number == 1 ? one : many));
}

QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

struct SizeText {
  QString operator()(const engine::SequenceSet& set) const {
    return count(static_cast<engine::Index>(set.sequences.size()), "sequence", "sequences");
  }
  QString operator()(const engine::Alignment& alignment) const {
    return count(alignment.numRows(), "row", "rows") + QStringLiteral(" × ") +
           count(alignment.numColumns, "column", "columns");
  }
  QString operator()(const engine::ProfileHmm& profile) const {
    return QStringLiteral("%1, Neff %2").arg(count(profile.length(), "column", "columns")).arg(profile.neff, 0, 'f', 2);
  }
  QString operator()(const engine::Structure& structure) const {
    return QStringLiteral("%1, %2").arg(count(static_cast<engine::Index>(structure.chains.size()), "chain", "chains"),
                                        count(structure.numResidues(), "residue", "residues"));
  }
  QString operator()(const engine::ArrayBundle& arrays) const {
    return count(static_cast<engine::Index>(arrays.size()), "array", "arrays");
  }
  QString operator()(const engine::HeadSet& heads) const {
    return QStringLiteral("%1 × %2, %3 × %4")
        .arg(count(heads.numLayers, "layer", "layers"), count(heads.numHeads, "head", "heads"))
        .arg(heads.numQueries)
        .arg(heads.numKeys);
  }
  QString operator()(const engine::ProfileAlignment& alignment) const {
    const QString sides = QStringLiteral("%1 × %2 columns")
                              .arg(alignment.query ? alignment.query->length() : 0)
                              .arg(alignment.templ ? alignment.templ->length() : 0);
    if (alignment.paths.empty()) return sides + QStringLiteral(", no path");
    return sides + QStringLiteral(", %1 bits").arg(alignment.scores[0].total, 0, 'f', 2);
  }
  QString operator()(const engine::ChainGeometry& chain) const {
    return QStringLiteral("chain %1, %2")
        .arg(text(chain.chain), count(chain.geometry.backbone.length(), "residue", "residues"));
  }
  QString operator()(const engine::SearchResult& result) const {
    return QStringLiteral("%1 of %2")
        .arg(count(static_cast<engine::Index>(result.hits.size()), "hit", "hits"),
             count(result.numSearched, "template", "templates"));
  }
};

/// Titles of the datasets that are still there, ids of the others.
QString titlesOf(const std::vector<std::string>& ids, const Document& document) {
  QStringList list;
  for (const std::string& id : ids) {
    const engine::DatasetPtr dataset = document.find(id);
    list << text(dataset && !dataset->title.empty() ? dataset->title : id);
  }
  return list.join(QStringLiteral(", "));
}

}  // namespace

QString kindHeading(DatasetKind kind) {
  switch (kind) {
    case DatasetKind::sequences:
      return QObject::tr("Sequences");
    case DatasetKind::alignment:
      return QObject::tr("Alignments");
    case DatasetKind::profile:
      return QObject::tr("Profiles");
    case DatasetKind::structure:
      return QObject::tr("Structures");
    case DatasetKind::arrays:
      return QObject::tr("Arrays");
    case DatasetKind::heads:
      return QObject::tr("Attention");
    case DatasetKind::profileAlignment:
      return QObject::tr("Profile alignments");
    case DatasetKind::geometry:
      return QObject::tr("Pair geometry");
    case DatasetKind::searchResult:
      return QObject::tr("Search results");
  }
  return {};
}

QString kindIconName(DatasetKind kind) {
  switch (kind) {
    case DatasetKind::sequences:
      return QStringLiteral("sequences");
    case DatasetKind::alignment:
      return QStringLiteral("alignment");
    case DatasetKind::profile:
      return QStringLiteral("profile");
    case DatasetKind::structure:
      return QStringLiteral("structure");
    case DatasetKind::arrays:
      return QStringLiteral("arrays");
    case DatasetKind::heads:
      return QStringLiteral("heads");
    case DatasetKind::profileAlignment:
      return QStringLiteral("profile-alignment");
    case DatasetKind::geometry:
      return QStringLiteral("geometry");
    case DatasetKind::searchResult:
      return QStringLiteral("search-result");
  }
  return {};
}

QString sizeText(const engine::Dataset& dataset) {
  return std::visit([](const auto& value) { return value ? SizeText{}(*value) : QString(); }, dataset.value);
}

std::vector<ReadoutLine> provenanceLines(const engine::Dataset& dataset, const Document& document) {
  const engine::Provenance& provenance = dataset.provenance;
  std::vector<ReadoutLine> lines = {{QObject::tr("Size"), sizeText(dataset)}};
  if (provenance.request.operation.empty()) {
    lines.push_back({QObject::tr("File"), QFileInfo(text(dataset.source)).fileName()});
  } else {
    lines.push_back({QObject::tr("Computed by"), text(provenance.request.operation)});
    if (!provenance.request.inputs.empty())
      lines.push_back({QObject::tr("From"), titlesOf(provenance.request.inputs, document)});
  }
  for (const auto& [key, value] : provenance.request.parameters.all()) {
    const std::string shown = engine::parameterText(value);
    if (!shown.empty()) lines.push_back({text(key), text(shown)});
  }
  if (!provenance.device.empty()) lines.push_back({QObject::tr("Device"), text(provenance.device)});
  if (provenance.seconds > 0) {
    lines.push_back({QObject::tr("Time"), QStringLiteral("%1 s").arg(provenance.seconds, 0, 'g', 3)});
  }
  for (const std::string& warning : provenance.warnings) lines.push_back({QObject::tr("Warning"), text(warning)});
  if (!provenance.programVersion.empty()) lines.push_back({QObject::tr("Version"), text(provenance.programVersion)});
  return lines;
}

QString toolTipText(const engine::Dataset& dataset, const Document& document) {
  QString html = QStringLiteral("<b>%1</b><table>").arg(text(dataset.title).toHtmlEscaped());
  for (const ReadoutLine& line : provenanceLines(dataset, document)) {
    html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(line.label.toHtmlEscaped(), line.value.toHtmlEscaped());
  }
  if (!dataset.source.empty()) {
    html += QStringLiteral("<tr><td colspan=2>%1</td></tr>").arg(text(dataset.source).toHtmlEscaped());
  }
  return html + QStringLiteral("</table>");
}

}  // namespace ui
