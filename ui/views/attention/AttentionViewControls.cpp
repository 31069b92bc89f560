// Controls, commands and the state of the attention view.
#include <QComboBox>
#include <QFormLayout>
#include <QJsonArray>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/AttentionRollout.h"
#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

namespace {

template <class T>
QVariant number(T value) {
  return static_cast<int>(value);
}

Qt::CheckState checked(bool on) { return on ? Qt::Checked : Qt::Unchecked; }

/// Steps of the threshold slider; the lowest means "all".
constexpr int kThresholdSteps = 200;
/// Unsigned values are spread over this many decades below the largest.
constexpr double kThresholdDecades = 4;

template <class T>
T next(T value, int count) {
  return static_cast<T>((static_cast<int>(value) + 1) % count);
}

}  // namespace

double AttentionView::thresholdOf(int slider) const {
  if (slider <= 0) return 0;
  const double part = static_cast<double>(slider) / kThresholdSteps;
  const double high = m_data.values ? std::max({m_data.range.high, -m_data.range.low, 1e-30}) : 1;
  return m_data.isSigned() ? part * high : high * std::pow(10, kThresholdDecades * (part - 1));
}

int AttentionView::sliderOf(double threshold) const {
  for (int slider = 0; slider < kThresholdSteps; ++slider)
    if (thresholdOf(slider) >= threshold * (1 - 1e-9)) return slider;
  return threshold > 0 ? kThresholdSteps : 0;
}

AttentionView::Drawn AttentionView::drawn() const {
  Drawn drawn;
  if (heads() && m_data.values) {
    drawn.hasOtherColors = m_attentionLook.colorMapId != m_options.colorMap.toStdString();
    drawn.hasOtherScale = m_attentionLook.scale != m_options.scale;
    const bool isOwn = m_data.isSigned() || m_data.isScore || m_attentionLook.scale == ValueScale::rank;
    drawn.hasOtherRange = isOwn && m_options.range != WeightRange::ownLargest;
  }
  const bool wantsBeside = m_companionMatrix && heads() && !isSplit() && picture() == AttentionPicture::map;
  drawn.lacksRoomBeside = wantsBeside && layoutFor(size()).companion.panel.isEmpty();
  return drawn;
}

void AttentionView::tellDrawn() {
  const Drawn now = drawn();
  if (now == std::exchange(m_toldDrawn, now)) return;
  QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
}

void AttentionView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  tellDrawn();  // there may be room for other maps now
}

void AttentionView::addColorControls(QFormLayout& form) {
  const Drawn drawn = this->drawn();
  const QString both = tr("The values lie on both sides of 0");
  auto* colors =
      addChoice(form, *this, tr("Colours"), colorMapChoices(), m_options.colorMap, [this](const QVariant& value) {
        change([&](AttentionOptions& options) { options.colorMap = value.toString(); });
      });
  if (drawn.hasOtherColors)
    showDrawn(*colors, QString::fromStdString(colorMap(m_attentionLook.colorMapId).title), both);
  auto* scale =
      addChoice(form, *this, tr("Scale"),
                {{tr("Linear"), number(ValueScale::linear)},
                 {tr("Logarithmic"), number(ValueScale::logarithmic)},
                 {tr("Rank"), number(ValueScale::rank)}},
                number(m_options.scale), [this](const QVariant& value) {
                  change([&](AttentionOptions& options) { options.scale = static_cast<ValueScale>(value.toInt()); });
                });
  if (drawn.hasOtherScale) showDrawn(*scale, tr("Linear"), both);
  auto* range =
      addChoice(form, *this, tr("Range"),
                {{tr("Fixed 0–1"), number(WeightRange::zeroToOne)},
                 {tr("This map's largest"), number(WeightRange::ownLargest)},
                 {tr("Largest of all heads"), number(WeightRange::largestOfHeads)}},
                number(m_options.range), [this](const QVariant& value) {
                  change([&](AttentionOptions& options) { options.range = static_cast<WeightRange>(value.toInt()); });
                });
  if (drawn.hasOtherRange)
    showDrawn(*range, tr("This map's largest"), tr("Scores, ranks and values below 0 have no common end"));
}

void AttentionView::addValueControls(QFormLayout& form) {
  addChoice(
      form, *this, tr("Show"),
      {{tr("Weights"), number(AttentionQuantity::weights)},
       {tr("Scores before softmax"), number(AttentionQuantity::scores)}},
      number(m_options.quantity), [this](const QVariant& value) {
        change([&](AttentionOptions& options) { options.quantity = static_cast<AttentionQuantity>(value.toInt()); });
      });
  std::vector<Choice> transforms{{tr("As it is"), number(AttentionTransform::none)}};
  for (const auto transform : {AttentionTransform::sum, AttentionTransform::mean, AttentionTransform::maximum})
    if (isSquare()) transforms.push_back({transformText(transform), number(transform)});
  transforms.push_back({isSquare() ? tr("APC of A + Aᵀ") : tr("APC"), number(AttentionTransform::apc)});
  if (engine::hasRollout(*heads()))
    transforms.push_back({tr("Rollout up to this layer"), number(AttentionTransform::rollout)});
  addChoice(form, *this, tr("Transform"), transforms, number(transform()), [this](const QVariant& value) {
    change([&](AttentionOptions& options) { options.transform = static_cast<AttentionTransform>(value.toInt()); });
  });
  if (canNameEnds())
    addChoice(form, *this, tr("Ends"),
              {{tr("All positions are residues"), number(EndTokens::none)},
               {tr("First and last are special tokens"), number(EndTokens::both)},
               {tr("The first is a special token"), number(EndTokens::first)},
               {tr("The last is a special token"), number(EndTokens::last)}},
              number(m_options.ends), [this](const QVariant& value) {
                change([&](AttentionOptions& options) { options.ends = static_cast<EndTokens>(value.toInt()); });
                QMetaObject::invokeMethod(this, &View::controlsOutdated, Qt::QueuedConnection);
              });
  if (m_rows.numSpecial() + m_columns.numSpecial() > 0)
    addSwitch(form, *this, tr("Special tokens"), checked(m_options.areSpecialTokensShown),
              [this](bool on) { change([on](AttentionOptions& options) { options.areSpecialTokensShown = on; }); });
  auto* mean = new QLabel(meanHeads().size() > 1 ? tr("Mean of %1 heads").arg(meanHeads().size())
                                                 : tr("Ctrl+click thumbnails for a mean of heads"));
  mean->setWordWrap(true);
  mean->setForegroundRole(QPalette::PlaceholderText);
  form.addRow(mean);
}

void AttentionView::addFilterControls(QFormLayout& form) {
  addSlider(
      form, *this, tr("Threshold"), 0, kThresholdSteps, sliderOf(m_options.filter.threshold),
      [this](int slider) { return slider > 0 ? QString::number(thresholdOf(slider), 'g', 2) : tr("all"); },
      [this](int slider) {
        change([&](AttentionOptions& options) { options.filter.threshold = thresholdOf(slider); });
      });
  addSlider(
      form, *this, tr("Top per row"), 0, kMostTopPerRow, static_cast<int>(m_options.filter.topPerRow),
      [this](int count) { return count > 0 ? QString::number(count) : tr("all"); },
      [this](int count) { change([count](AttentionOptions& options) { options.filter.topPerRow = count; }); });
  addSlider(
      form, *this, tr("% of mass"), 1, 100, static_cast<int>(std::lround(100 * m_options.filter.massFraction)),
      [](int percent) { return QStringLiteral("%1 %").arg(percent); },
      [this](int percent) {
        change([percent](AttentionOptions& options) { options.filter.massFraction = percent / 100.0; });
      });
}

void AttentionView::addPictureControls(QFormLayout& form) {
  if (isSquare()) {
    addChoice(
        form, *this, tr("Picture"),
        {{tr("Map"), number(AttentionPicture::map)}, {tr("Arcs on the sequence"), number(AttentionPicture::arcs)}},
        number(m_options.picture), [this](const QVariant& value) {
          change([&](AttentionOptions& options) { options.picture = static_cast<AttentionPicture>(value.toInt()); });
        });
    addSlider(
        form, *this, tr("Arcs"), 1, kMostArcs, m_options.arcCount, [](int count) { return QString::number(count); },
        [this](int count) { change([count](AttentionOptions& options) { options.arcCount = count; }); });
  }
  std::vector<Choice> companions;
  for (const Companion companion :
       {Companion::distance, Companion::contacts, Companion::omega, Companion::theta, Companion::phi})
    companions.push_back({companionTitle(companion), number(companion)});
  companions.push_back({tr("Nothing"), number(Companion::none)});
  if (m_geometry) {
    addChoice(form, *this, tr("Structure"), companions, number(m_options.companion), [this](const QVariant& value) {
      change([&](AttentionOptions& options) { options.companion = static_cast<Companion>(value.toInt()); });
    });
    if (isSquare())
      addChoice(form, *this, tr("Place"),
                {{drawn().lacksRoomBeside ? tr("Beside the map: no room") : tr("Beside the map"),
                  number(CompanionPlace::beside)},
                 {tr("Below the diagonal"), number(CompanionPlace::lowerTriangle)}},
                number(m_options.companionPlace), [this](const QVariant& value) {
                  change([&](AttentionOptions& options) {
                    options.companionPlace = static_cast<CompanionPlace>(value.toInt());
                  });
                });
    addSwitch(form, *this, tr("Outline contacts on the map"), checked(m_options.areContactsShown),
              [this](bool on) { change([on](AttentionOptions& options) { options.areContactsShown = on; }); });
  }
  addText(form, *this, tr("Diagonals"), diagonalsText(m_options.diagonals), tr("for example 6, 12, 24"),
          [this](const QString& text) {
            change([&](AttentionOptions& options) { options.diagonals = diagonalsIn(text); });
          });
  addChoice(form, *this, tr("Row margin"),
            {{tr("None"), number(RowMargin::none)},
             {tr("Entropy"), number(RowMargin::entropy)},
             {tr("Sum of what is shown"), number(RowMargin::sum)}},
            number(m_options.rowMargin), [this](const QVariant& value) {
              change([&](AttentionOptions& options) { options.rowMargin = static_cast<RowMargin>(value.toInt()); });
            });
  addSwitch(form, *this, tr("Attention received below the map"), checked(m_options.isColumnMarginShown),
            [this](bool on) { change([on](AttentionOptions& options) { options.isColumnMarginShown = on; }); });
}

QWidget* AttentionView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* layout = new QVBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(theme().space(1));
  if (heads()) {
    addColorControls(addSection(*layout, tr("Colour")));
    addValueControls(addSection(*layout, tr("Values")));
    addFilterControls(addSection(*layout, tr("Filter")));
  }
  addPictureControls(addSection(*layout, tr("Picture")));
  auto* note = new QLabel(tr("Attention is not an explanation."));
  note->setWordWrap(true);
  note->setForegroundRole(QPalette::PlaceholderText);
  note->setToolTip(whatsThis());
  layout->addWidget(note);
  return widget;
}

void AttentionView::addCommands() {
  const auto add = [this](const char* id, const QString& text, const QKeySequence& key,
                          std::function<void(AttentionOptions&)> edit) {
    addCommand(QStringLiteral("attention.") + QLatin1String(id), text, key, [this, edit = std::move(edit)] {
      change(edit);
      Q_EMIT controlsOutdated();
    });
  };
  add("arcs", tr("Map or arcs"), QKeySequence(Qt::Key_A),
      [](AttentionOptions& options) { options.picture = next(options.picture, 2); });
  add("scale", tr("Next scale: linear, log, rank"), QKeySequence(Qt::Key_L),
      [](AttentionOptions& options) { options.scale = next(options.scale, 3); });
  add("range", tr("Fixed range or this map's own"), QKeySequence(Qt::Key_R), [](AttentionOptions& options) {
    options.range = options.range == WeightRange::zeroToOne ? WeightRange::ownLargest : WeightRange::zeroToOne;
  });
  add("transform", tr("Next transform"), QKeySequence(Qt::Key_T),
      [](AttentionOptions& options) { options.transform = next(options.transform, 6); });
  add("scores", tr("Weights or scores"), QKeySequence(Qt::Key_W),
      [](AttentionOptions& options) { options.quantity = next(options.quantity, 2); });
  add("split", tr("Structure beside or below the diagonal"), QKeySequence(Qt::Key_S),
      [](AttentionOptions& options) { options.companionPlace = next(options.companionPlace, 2); });
  add("contacts", tr("Outline contacts"), QKeySequence(Qt::Key_C),
      [](AttentionOptions& options) { options.areContactsShown = !options.areContactsShown; });
  add("margins", tr("Row entropy and attention received"), QKeySequence(Qt::Key_M), [](AttentionOptions& options) {
    const bool isOn = options.rowMargin != RowMargin::none || options.isColumnMarginShown;
    options.rowMargin = isOn ? RowMargin::none : RowMargin::entropy;
    options.isColumnMarginShown = !isOn;
  });
  add("specialTokens", tr("Show or hide special tokens"), {},
      [](AttentionOptions& options) { options.areSpecialTokensShown = !options.areSpecialTokensShown; });
  add("ends", tr("Which ends are special tokens: none, both, first, last"), QKeySequence(Qt::Key_E),
      [](AttentionOptions& options) {
        constexpr EndTokens kOrder[] = {EndTokens::none, EndTokens::both, EndTokens::first, EndTokens::last};
        const auto now = std::find(std::begin(kOrder), std::end(kOrder), options.ends);
        options.ends = now + 1 == std::end(kOrder) ? kOrder[0] : now[1];
      });
  add("clearFilter", tr("Show all cells"), {}, [](AttentionOptions& options) { options.filter = {}; });
  addCommand(QStringLiteral("attention.meanOfHeads"), tr("Mean of all heads of this layer"), {}, [this] {
    std::vector<HeadStrip::Head> layer;
    for (int head = 0; heads() && head < static_cast<int>(heads()->numHeads); ++head)
      layer.push_back({chosenHead().layer, head});
    setMeanHeads(std::move(layer));
  });
  addCommand(QStringLiteral("attention.singleHead"), tr("One head only"), {}, [this] { setMeanHeads({}); });
}

QJsonObject AttentionView::state() const {
  QJsonObject state = toJson(m_options);
  QJsonArray heads;
  for (const HeadStrip::Head& head : meanHeads()) heads.append(QJsonArray{head.layer, head.head});
  state["meanHeads"] = heads;
  state["region"] = m_navigation.state();
  state["arcRegion"] = QJsonObject{{"zoom", m_arcZoom}, {"center", m_arcCenter}};
  return state;
}

void AttentionView::setState(const QJsonObject& state) {
  AttentionOptions options = m_options;
  readJson(state, options);
  setOptions(options);
  if (state["meanHeads"].isArray()) {
    std::vector<HeadStrip::Head> chosen;
    for (const QJsonValue& value : state["meanHeads"].toArray()) {
      const QJsonArray pair = value.toArray();
      if (pair.size() == 2) chosen.push_back({pair[0].toInt(-1), pair[1].toInt(-1)});
    }
    setMeanHeads(std::move(chosen));
  }
  if (state["region"].isObject()) m_navigation.setState(state["region"].toObject(), numRows(), numColumns());
  const QJsonObject arcs = state["arcRegion"].toObject();
  m_arcZoom = std::clamp(arcs["zoom"].toDouble(m_arcZoom), 1.0, 1e4);
  m_arcCenter = std::clamp(arcs["center"].toDouble(m_arcCenter), 0.0, 1.0);
  refresh();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

}  // namespace ui
