#include "ui/views/attention/AttentionControls.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/AttentionRollout.h"
#include "ui/views/attention/AttentionGestures.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/attention/AttentionWords.h"
#include "ui/views/heads/HeadNames.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using attention_words::tr;

namespace {

/// Steps of the threshold slider; the lowest means "all".
constexpr int kThresholdSteps = 200;
/// Unsigned values are spread over this many decades below the largest.
constexpr double kThresholdDecades = 4;

double thresholdOf(int slider, const AttentionMapData& data) {
  if (slider <= 0) return 0;
  const double part = static_cast<double>(slider) / kThresholdSteps;
  const double high = data.values ? std::max({data.range.high, -data.range.low, 1e-30}) : 1;
  return data.isSigned() ? part * high : high * std::pow(10, kThresholdDecades * (part - 1));
}

int sliderOf(double threshold, const AttentionMapData& data) {
  for (int slider = 0; slider < kThresholdSteps; ++slider)
    if (thresholdOf(slider, data) >= threshold * (1 - 1e-9)) return slider;
  return threshold > 0 ? kThresholdSteps : 0;
}

/// What follows from a choice must not replace the list while that is still telling it.
void renewControls(AttentionView& view) {
  QMetaObject::invokeMethod(&view, &View::controlsOutdated, Qt::QueuedConnection);
}

/// The form of a view: rows that each change one option.
struct Form {
  AttentionView& view;
  QFormLayout& rows;

  template <class Value>
  QComboBox* choice(const QString& label, const std::vector<std::pair<QString, Value>>& values,
                    Value AttentionOptions::*option) const {
    return choice(label, values, option, view.options().*option);
  }
  /// `now`: what is chosen, where that is not the option itself.
  template <class Value>
  QComboBox* choice(const QString& label, const std::vector<std::pair<QString, Value>>& values,
                    Value AttentionOptions::*option, Value now) const {
    std::vector<Choice> choices;
    for (const auto& [text, value] : values) choices.push_back({text, static_cast<int>(value)});
    return addChoice(rows, view, label, choices, static_cast<int>(now), [&view = view, option](const QVariant& value) {
      view.change([&](AttentionOptions& options) { options.*option = static_cast<Value>(value.toInt()); });
    });
  }
  void flag(const QString& label, bool AttentionOptions::*option) const {
    addSwitch(rows, view, label, view.options().*option ? Qt::Checked : Qt::Unchecked,
              [&view = view, option](bool on) { view.change([&](AttentionOptions& o) { o.*option = on; }); });
  }
  /// `set` puts the place of the slider into the options.
  void slider(const QString& label, int least, int most, int now, std::function<QString(int)> text,
              std::function<void(AttentionOptions&, int)> set) const {
    addSlider(rows, view, label, least, most, now, std::move(text), [&view = view, set = std::move(set)](int place) {
      view.change([&](AttentionOptions& options) { set(options, place); });
    });
  }
};

void addColorControls(const Form& form, const DrawnOtherwise& drawn) {
  AttentionView& view = form.view;
  const QString both = tr("The values lie on both sides of 0");
  auto* colors = addChoice(form.rows, view, tr("Colours"), colorMapChoices(), view.options().colorMap,
                           [&view](const QVariant& value) {
                             view.change([&](AttentionOptions& options) { options.colorMap = value.toString(); });
                           });
  if (drawn.hasOtherColors)
    showDrawn(*colors, QString::fromStdString(colorMap(view.shown().look.colorMapId).title), both);
  const bool isLinear = drawn.scale == ValueScale::linear;
  auto* scale = form.choice<ScaleChoice>(
      tr("Scale"),
      {{isLinear ? tr("Automatic: linear") : tr("Automatic: logarithmic"), ScaleChoice::automatic},
       {tr("Linear"), ScaleChoice::linear},
       {tr("Logarithmic"), ScaleChoice::logarithmic},
       {tr("Rank"), ScaleChoice::rank}},
      &AttentionOptions::scale);
  if (drawn.hasOtherScale) showDrawn(*scale, tr("Linear"), both);
  auto* range = form.choice<WeightRange>(tr("Range"),
                                         {{drawn.range == WeightRange::zeroToOne ? tr("Automatic: fixed 0–1")
                                                                                 : tr("Automatic: 0 to largest"),
                                           WeightRange::automatic},
                                          {tr("Fixed 0–1"), WeightRange::zeroToOne},
                                          {tr("This map's largest"), WeightRange::ownLargest},
                                          {tr("Largest of all heads"), WeightRange::largestOfHeads}},
                                         &AttentionOptions::range);
  if (drawn.hasOtherRange)
    showDrawn(*range, tr("This map's largest"), tr("Scores, ranks and values below 0 have no common end"));
}

std::vector<std::pair<QString, AttentionTransform>> transforms(const AttentionSubject& subject) {
  using enum AttentionTransform;
  std::vector<std::pair<QString, AttentionTransform>> choices{{tr("As it is"), none}};
  for (const auto transform : {sum, mean, maximum})
    if (subject.isSquare()) choices.emplace_back(transformText(transform), transform);
  choices.emplace_back(subject.isSquare() ? tr("APC of A + Aᵀ") : tr("APC"), apc);
  if (engine::hasRollout(*subject.heads())) choices.emplace_back(tr("Rollout up to this layer"), rollout);
  return choices;
}

QLabel* mutedLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

void addValueControls(const Form& form) {
  const AttentionShown& shown = form.view.shown();
  const bool areHeads = shown.subject.heads()->areHeads;
  if (areHeads)
    form.choice<AttentionQuantity>(
        tr("Show"),
        {{tr("Weights"), AttentionQuantity::weights}, {tr("Scores before softmax"), AttentionQuantity::scores}},
        &AttentionOptions::quantity);
  auto* transform =
      form.choice(tr("Transform"), transforms(shown.subject), &AttentionOptions::transform, shown.transform());
  QObject::connect(transform, &QComboBox::currentIndexChanged, &form.view,
                   [&view = form.view] { renewControls(view); });
  if (shown.transform() == AttentionTransform::apc && shown.subject.isSquare())
    form.slider(
        tr("Separation"), 0, kMostLeastSeparation, shown.options.leastSeparation,
        [](int least) { return least > 0 ? tr("|i − j| ≥ %1").arg(least) : tr("all pairs"); },
        [](AttentionOptions& options, int least) { options.leastSeparation = least; });
  if (shown.subject.canNameEnds()) {
    auto* ends = form.choice<EndTokens>(tr("Ends"),
                                        {{tr("All are residues"), EndTokens::none},
                                         {tr("Both are special"), EndTokens::both},
                                         {tr("First is special"), EndTokens::first},
                                         {tr("Last is special"), EndTokens::last}},
                                        &AttentionOptions::ends);
    QObject::connect(ends, &QComboBox::currentIndexChanged, &form.view, [&view = form.view] { renewControls(view); });
  }
  if (shown.subject.rows().numSpecial() + shown.subject.columns().numSpecial() > 0)
    form.flag(tr("Special tokens"), &AttentionOptions::areSpecialTokensShown);
  const QString maps = areHeads ? tr("heads") : tr("maps");
  form.rows.addRow(mutedLabel(shown.meanHeads.size() > 1
                                  ? tr("Mean of %1 %2").arg(shown.meanHeads.size()).arg(maps)
                                  : tr("Shift+click thumbnails for a mean of %1").arg(maps)));
}

/// A head compared with itself says nothing: the next one is B until another is chosen.
void compareWithAnother(AttentionOptions& options, const AttentionShown& shown) {
  const engine::HeadSet* const heads = shown.subject.heads();
  if (!heads || heads->count() <= 1 || options.second != SecondHead{{}, shown.head.layer, shown.head.head}) return;
  const HeadStrip::Head next = headBeside(*heads, shown.head, 1);
  const HeadStrip::Head other = next == shown.head ? headBeside(*heads, shown.head, -1) : next;
  options.second = {{}, other.layer, other.head};
}

void chooseComparison(AttentionView& view, HeadComparison comparison) {
  view.change([&](AttentionOptions& options) {
    compareWithAnother(options, view.shown());
    options.comparison = comparison;
  });
  renewControls(view);
}

/// The same head of another file at first: two settings of one mechanism, two models.
void chooseSecondFile(AttentionView& view, const QString& dataset) {
  view.change([&](AttentionOptions& options) {
    options.second = {dataset, view.shown().head.layer, view.shown().head.head};
    compareWithAnother(options, view.shown());
  });
  renewControls(view);
}

void addSecondHeadControls(const Form& form) {
  AttentionView& view = form.view;
  const AttentionShown& shown = view.shown();
  const SecondHead& second = shown.options.second;
  std::vector<Choice> files{{tr("This file"), QString()}};
  for (const engine::DatasetPtr& dataset : otherHeads(shown.subject, view.session().document()))
    files.push_back({QString::fromStdString(dataset->title), QString::fromStdString(dataset->id)});
  addChoice(form.rows, view, tr("B is of"), files, shown.compared.isOfSameFile ? QString() : second.dataset,
            [&view](const QVariant& value) { chooseSecondFile(view, value.toString()); });
  const auto heads = shown.compared.heads();
  if (!heads) return;
  const auto counted = [](int index) { return QString::number(index + 1); };
  if (heads->numLayers > 1)
    form.slider(tr("B: %1").arg(layerTitle(*heads).toLower()), 0, static_cast<int>(heads->numLayers) - 1,
                shown.compared.head.layer, counted,
                [](AttentionOptions& options, int layer) { options.second.layer = layer; });
  form.slider(tr("B: %1").arg(headTitle(*heads).toLower()), 0, static_cast<int>(heads->numHeads) - 1,
              shown.compared.head.head, counted,
              [](AttentionOptions& options, int head) { options.second.head = head; });
}

void addComparisonControls(const Form& form) {
  AttentionView& view = form.view;
  std::vector<Choice> ways{{tr("Nothing"), static_cast<int>(HeadComparison::none)}};
  for (const auto way : {HeadComparison::difference, HeadComparison::halves, HeadComparison::beside})
    if (way != HeadComparison::halves || view.shown().subject.isSquare())
      ways.push_back({comparisonText(way), static_cast<int>(way)});
  addChoice(form.rows, view, tr("Compare"), ways, static_cast<int>(view.options().comparison),
            [&view](const QVariant& way) { chooseComparison(view, static_cast<HeadComparison>(way.toInt())); });
  if (view.options().comparison != HeadComparison::none) return addSecondHeadControls(form);
  form.rows.addRow(mutedLabel(tr("Ctrl+click a thumbnail to compare with it")));
}

void addFilterControls(const Form& form) {
  AttentionView& view = form.view;
  const engine::MapFilter& filter = view.options().filter;
  form.slider(
      tr("Threshold"), 0, kThresholdSteps, sliderOf(filter.threshold, view.shown().data()),
      [&view](int slider) {
        return slider > 0 ? QString::number(thresholdOf(slider, view.shown().data()), 'g', 2) : tr("all");
      },
      [&view](AttentionOptions& options, int slider) {
        options.filter.threshold = thresholdOf(slider, view.shown().data());
      });
  form.slider(
      tr("Top per row"), 0, kMostTopPerRow, static_cast<int>(filter.topPerRow),
      [](int count) { return count > 0 ? QString::number(count) : tr("all"); },
      [](AttentionOptions& options, int count) { options.filter.topPerRow = count; });
  form.slider(
      tr("% of mass"), 1, 100, static_cast<int>(std::lround(100 * filter.massFraction)),
      [](int percent) { return QStringLiteral("%1 %").arg(percent); },
      [](AttentionOptions& options, int percent) { options.filter.massFraction = percent / 100.0; });
}

void addCompanionControls(const Form& form, const DrawnOtherwise& drawn) {
  std::vector<std::pair<QString, Companion>> companions;
  for (const Companion companion :
       {Companion::distance, Companion::contacts, Companion::omega, Companion::theta, Companion::phi})
    companions.emplace_back(companionTitle(companion), companion);
  companions.emplace_back(tr("Nothing"), Companion::none);
  form.choice(tr("Structure"), companions, &AttentionOptions::companion);
  if (form.view.shown().subject.isSquare())
    form.choice<CompanionPlace>(
        tr("Place"),
        {{drawn.lacksRoomBeside ? tr("Beside the map: no room") : tr("Beside the map"), CompanionPlace::beside},
         {tr("Below the diagonal"), CompanionPlace::lowerTriangle}},
        &AttentionOptions::companionPlace);
  form.flag(tr("Contacts on the map"), &AttentionOptions::areContactsShown);
  form.choice<ContactMarks>(tr("Contacts as"),
                            {{tr("Outlines"), ContactMarks::outlines},
                             {tr("Dots"), ContactMarks::dots},
                             {tr("Outlines below the diagonal"), ContactMarks::lowerHalf}},
                            &AttentionOptions::contactMarks);
}

void addPictureControls(const Form& form, const DrawnOtherwise& drawn) {
  AttentionView& view = form.view;
  const AttentionSubject& subject = view.shown().subject;
  if (subject.isSquare()) {
    form.choice<AttentionPicture>(
        tr("Picture"),
        {{tr("Map"), AttentionPicture::map}, {tr("Arcs on the sequence"), AttentionPicture::arcs}},
        &AttentionOptions::picture);
    form.slider(
        tr("Arcs"), 1, kMostArcs, view.options().arcCount, [](int count) { return QString::number(count); },
        [](AttentionOptions& options, int count) { options.arcCount = count; });
  }
  if (subject.geometryDataset()) addCompanionControls(form, drawn);
  addText(form.rows, view, tr("Diagonals"), diagonalsText(view.options().diagonals), tr("for example 6, 12, 24"),
          [&view](const QString& text) {
            view.change([&](AttentionOptions& options) { options.diagonals = diagonalsIn(text); });
          });
  form.choice<RowMargin>(tr("Row margin"),
                         {{tr("None"), RowMargin::none},
                          {tr("Entropy"), RowMargin::entropy},
                          {tr("Sum of what is shown"), RowMargin::sum},
                          {tr("Divergence of A and B"), RowMargin::divergence}},
                         &AttentionOptions::rowMargin);
  const engine::HeadSet* const heads = subject.heads();
  form.flag(heads && !heads->areHeads ? tr("Column sums below the map") : tr("Attention received below the map"),
            &AttentionOptions::isColumnMarginShown);
}

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

DrawnOtherwise drawnOtherwise(const AttentionShown& shown, const AttentionLayout& layout) {
  DrawnOtherwise drawn;
  const AttentionMapData& data = shown.data();
  const bool hasHeads = shown.subject.heads();
  if (hasHeads && data.values) {
    drawn.hasOtherColors = shown.look.colorMapId != shown.options.colorMap.toStdString();
    drawn.scale = shown.look.scale;
    drawn.range = shown.range();
    const bool isChosen = shown.options.scale != ScaleChoice::automatic;
    drawn.hasOtherScale = isChosen && shown.look.scale != static_cast<ValueScale>(shown.options.scale);
    const bool isOwn = data.isSigned() || data.isScore || shown.look.scale == ValueScale::rank;
    drawn.hasOtherRange = isOwn && shown.options.range != WeightRange::ownLargest &&
                          shown.options.range != WeightRange::automatic;
  }
  const bool wantsBeside =
      shown.companion.matrix && hasHeads && !shown.isSplit() && shown.picture() == AttentionPicture::map;
  drawn.lacksRoomBeside = wantsBeside && layout.companion.panel.isEmpty();
  return drawn;
}

QWidget* makeAttentionControls(AttentionView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* layout = new QVBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(ThemeModel::instance().theme().space(1));
  const DrawnOtherwise drawn = drawnOtherwise(view.shown(), view.layoutIn(view.size()));
  const engine::HeadSet* const heads = view.shown().subject.heads();
  const bool areHeads = !heads || heads->areHeads;
  if (heads) {
    addColorControls({view, addSection(*layout, tr("Colour"))}, drawn);
    addValueControls({view, addSection(*layout, tr("Values"))});
    addComparisonControls({view, addSection(*layout, areHeads ? tr("Two heads") : tr("Two maps"))});
    addFilterControls({view, addSection(*layout, tr("Filter"))});
  }
  addPictureControls({view, addSection(*layout, tr("Picture"))}, drawn);
  if (!areHeads) return widget;
  auto* note = mutedLabel(tr("Attention is not an explanation."));
  note->setToolTip(view.whatsThis());
  layout->addWidget(note);
  return widget;
}

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
