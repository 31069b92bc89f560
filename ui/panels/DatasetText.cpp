// A dataset in words: what it is, how large, where it comes from.
#include "ui/panels/DatasetText.h"

#include <QFileInfo>
#include <QObject>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/Kind.h"
#include "engine/operations/Operation.h"

namespace ui {

namespace {

QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

/// Titles of the datasets that are still there, ids of the others.
QString titlesOf(const std::vector<std::string>& ids, const Document& document) {
  QStringList list;
  for (const std::string& id : ids) {
    const engine::DatasetPtr dataset = document.find(id);
    list << text(dataset && !dataset->title.empty() ? dataset->title : id);
  }
  return list.join(QStringLiteral(", "));
}

/// What was chosen, in the words of the form.
void addParameterLines(std::vector<ReadoutLine>& lines, const engine::Request& request) {
  std::vector<engine::Parameter> known;
  for (const auto& operation : engine::operations())
    if (operation->id() == request.operation) known = operation->parameters();
  for (const auto& [key, value] : request.parameters.all()) {
    const engine::Parameter* parameter = engine::findParameter(known, key);
    const std::string shown = parameter ? engine::parameterText(*parameter, value) : engine::parameterText(value);
    if (!shown.empty()) lines.push_back({text(parameter ? parameter->label : key), text(shown)});
  }
}

/// What a file of weights says, and who says it; other kinds show such facts in views of their own.
void addModelLines(std::vector<ReadoutLine>& lines, const engine::Dataset& dataset) {
  if (dataset.kind() != engine::DatasetKind::modelWeights) return;
  const auto add = [&](const std::string& key, const nlohmann::ordered_json& value) {
    QString label = text(key);
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    lines.push_back({label, text(value.is_string() ? value.get<std::string>() : value.dump())});
  };
  const nlohmann::ordered_json facts = engine::kindOf(dataset).facts(dataset);
  for (const auto& [key, value] : facts.items()) {
    if (!value.is_object()) add(key, value);
    if (value.is_object())
      for (const auto& [name, entry] : value.items()) add(name, entry);
  }
}

}  // namespace

QString sizeText(const engine::Dataset& dataset) {
  return text(engine::kindOf(dataset).shownSize(dataset));
}

namespace {

/// "Exact map" of a whole called "X: Y, exact map" whose parts are called "X: Y, ..." as well; nothing for others.
std::optional<QString> nameAmongParts(const QString& title, const engine::Dataset& whole, const Document& document) {
  const qsizetype cut = title.lastIndexOf(QStringLiteral(", "));
  const QString shared = title.left(cut + 2);
  if (cut < 0 || !shared.contains(u':')) return std::nullopt;
  bool isAnyPart = false;
  for (const engine::DatasetPtr& part : document.datasets()) {
    if (part->id == whole.id || part->provenance.request.output != whole.id.text()) continue;
    if (!text(part->title).startsWith(shared) || text(part->title).startsWith(title)) return std::nullopt;
    isAnyPart = true;
  }
  return isAnyPart ? std::optional(title.mid(cut + 2)) : std::nullopt;
}

}  // namespace

QString partTitle(const engine::Dataset& dataset, const Document& document) {
  const engine::DatasetPtr whole = document.find(dataset.provenance.request.output);
  QString title = text(dataset.title);
  if (!whole || dataset.provenance.request.operation.empty()) return title;
  const QString of = text(whole->title), comma = QStringLiteral(", ");
  if (whole->id == dataset.id) {
    const auto* maps = dataset.as<engine::HeadSet>();
    const QString kind = maps && !maps->areHeads ? QObject::tr("Pair maps") : text(engine::kindName(dataset.kind()));
    title = nameAmongParts(of, dataset, document).value_or(kind);
  } else {
    // "X, matrices" is a part of "X" and of "X, exact map".
    const auto same = std::mismatch(title.begin(), title.end(), of.begin(), of.end()).first - title.begin();
    const auto cut = title.lastIndexOf(comma, same);
    if (cut >= 0 && !title.mid(cut).contains(QLatin1Char(':'))) title.remove(0, cut + comma.size());
  }
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

std::vector<ReadoutLine> provenanceLines(const engine::Dataset& dataset, const Document& document) {
  const engine::Provenance& provenance = dataset.provenance;
  std::vector<ReadoutLine> lines = {{QObject::tr("Size"), sizeText(dataset)}};
  addModelLines(lines, dataset);
  if (provenance.request.operation.empty()) {
    lines.push_back({QObject::tr("File"), QFileInfo(text(dataset.source)).fileName()});
  } else {
    lines.push_back({QObject::tr("Computed by"), text(provenance.request.operation)});
    if (!provenance.request.inputs.empty())
      lines.push_back({QObject::tr("From"), titlesOf(provenance.request.inputs, document)});
  }
  if (document.isStale(dataset))
    lines.push_back({QObject::tr("Stale"), QObject::tr("what it was computed from is another now")});
  if (!provenance.edits.empty())
    lines.push_back({QObject::tr("Edits"), QObject::tr("%1 by hand, not in a file").arg(provenance.edits.size())});
  addParameterLines(lines, provenance.request);
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
