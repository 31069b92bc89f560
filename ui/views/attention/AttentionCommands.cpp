// Commands of the attention view with their keys.
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/views/attention/AttentionControls.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/attention/AttentionWords.h"

namespace ui {

using attention_words::tr;

namespace {

template <class Value>
void advance(Value& value, int count) {
  value = static_cast<Value>((static_cast<int>(value) + 1) % count);
}

void advanceEnds(EndTokens& ends) {
  constexpr EndTokens kOrder[] = {EndTokens::none, EndTokens::both, EndTokens::first, EndTokens::last};
  const auto now = std::find(std::begin(kOrder), std::end(kOrder), ends);
  ends = now + 1 == std::end(kOrder) ? kOrder[0] : now[1];
}

void toggleMargins(AttentionOptions& options) {
  const bool isOn = options.rowMargin != RowMargin::none || options.isColumnMarginShown;
  options.rowMargin = isOn ? RowMargin::none : RowMargin::entropy;
  options.isColumnMarginShown = !isOn;
}

void addHeadCommands(AttentionView& view) {
  view.addCommand(QStringLiteral("attention.compare"),
                  tr("Compare two heads: difference, halves, side by side, no more"), Qt::Key_D, [&view] {
                    HeadComparison next = view.options().comparison;
                    advance(next, 4);
                    chooseComparison(view, next);
                  });
  view.addCommand(QStringLiteral("attention.meanOfHeads"), tr("Mean of all heads of this layer"), {}, [&view] {
    const engine::HeadSet* const heads = view.shown().subject.heads();
    std::vector<HeadStrip::Head> layer;
    for (int head = 0; heads && head < static_cast<int>(heads->numHeads); ++head)
      layer.push_back({view.shown().head.layer, head});
    view.strip().setChosen(std::move(layer));
  });
  view.addCommand(QStringLiteral("attention.singleHead"), tr("One head only"), {},
                  [&view] { view.strip().clearChosen(); });
}

}  // namespace

void addAttentionCommands(AttentionView& view) {
  const auto add = [&view](const char* id, const QString& text, const QKeySequence& key,
                           std::function<void(AttentionOptions&)> edit) {
    view.addCommand(QStringLiteral("attention.") + QLatin1String(id), text, key, [&view, edit = std::move(edit)] {
      view.change(edit);
      Q_EMIT view.controlsOutdated();
    });
  };
  add("arcs", tr("Map or arcs"), Qt::Key_A, [](AttentionOptions& options) { advance(options.picture, 2); });
  add("scale", tr("Next scale: automatic, linear, log, rank"), Qt::Key_L,
      [](AttentionOptions& options) { advance(options.scale, 4); });
  add("range", tr("Next range: automatic, fixed, all heads', this map's own"), Qt::Key_R,
      [](AttentionOptions& options) { advance(options.range, 4); });
  add("transform", tr("Next transform"), Qt::Key_T, [](AttentionOptions& options) { advance(options.transform, 6); });
  add("nearPairs", tr("Average product correction: leave out |i − j| < %1, or not").arg(kUsualLeastSeparation), {},
      [](AttentionOptions& options) {
        options.leastSeparation = options.leastSeparation > 0 ? 0 : kUsualLeastSeparation;
        if (options.leastSeparation > 0) options.transform = AttentionTransform::apc;
      });
  add("scores", tr("Weights or scores"), Qt::Key_W, [](AttentionOptions& options) { advance(options.quantity, 2); });
  add("split", tr("Structure beside or below the diagonal"), Qt::Key_S,
      [](AttentionOptions& options) { advance(options.companionPlace, 2); });
  add("contacts", tr("Contacts on the map"), Qt::Key_C,
      [](AttentionOptions& options) { options.areContactsShown = !options.areContactsShown; });
  add("margins", tr("Row entropy and attention received"), Qt::Key_M, toggleMargins);
  add("specialTokens", tr("Show or hide special tokens"), {},
      [](AttentionOptions& options) { options.areSpecialTokensShown = !options.areSpecialTokensShown; });
  add("ends", tr("Which ends are special tokens: none, both, first, last"), Qt::Key_E,
      [](AttentionOptions& options) { advanceEnds(options.ends); });
  add("clearFilter", tr("Show all cells"), {}, [](AttentionOptions& options) { options.filter = {}; });
  addHeadCommands(view);
}

}  // namespace ui
