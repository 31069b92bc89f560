// Data, rows and layout of the profile view. Painting is in ProfileViewPaint.cpp, gestures, controls and state in
// ProfileViewControls.cpp.
#include "ui/views/profile/ProfileView.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Error.h"
#include "ui/views/readout/ProfileReadout.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kDefaultColumn = 20, kWidestDefault = 36;
/// Heights (logical pixels at scale 1) below which a part is left out, and shares of the height.
constexpr double kLeastLogo = 90, kDetailsShare = 0.44, kLeastForDetails = 380, kMostDetails = 330;
constexpr double kLeastForOverview = 240, kLeastForBothDetails = 640, kGutterShare = 0.24;

class ColumnField : public QSpinBox {
 public:
  using QSpinBox::QSpinBox;

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    QSpinBox::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape) hide();
  }
};

}  // namespace

ProfileView::ProfileView(Session& session, QWidget* parent) : View(session, parent), m_goTo(new ColumnField(this)) {
  m_goTo->setObjectName(tr("Go to column"));
  m_goTo->setAccessibleName(tr("Go to column"));
  m_goTo->setPrefix(tr("Column "));
  m_goTo->hide();
  connect(m_goTo, &QSpinBox::editingFinished, this, [this] {
    if (!m_goTo->isVisible()) return;
    m_goTo->hide();
    goToColumn(m_goTo->value() - 1);
    canvas().setFocus();
  });
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &ProfileView::refresh);
  addCommands();
}

View* makeProfileView(Session& session, QWidget* parent) { return new ProfileView(session, parent); }

bool isForProfileView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::profile;
}

bool ProfileView::accepts(const engine::Dataset& dataset) const { return isForProfileView(dataset, session().document()); }

void ProfileView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the profile view shows profile HMMs, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  m_dataset = std::move(dataset);
  m_background = profile()->background;
  // A profile that was made without a background of its own.
  if (!(std::accumulate(m_background.begin(), m_background.end(), 0.0) > 0)) m_background = engine::gonnet().background;
  m_occupancy = engine::columnOccupancy(*profile());
  m_column = std::clamp(m_column, Index{0}, std::max(length() - 1, Index{0}));
  m_goTo->setRange(1, std::max(1, static_cast<int>(length())));
  takeRows();
  updateHeights();
  changed();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

const engine::ProfileHmm* ProfileView::profile() const {
  return m_dataset ? m_dataset->as<engine::ProfileHmm>() : nullptr;
}

Index ProfileView::length() const { return profile() ? profile()->length() : 0; }

void ProfileView::addBars(const QString& title, const QString& shortTitle, const std::vector<double>& values,
                          double least, double most) {
  if (values.empty()) return;
  Row row{title, shortTitle, {}, values, {}, Row::Kind::bars};
  for (const double value : values)
    row.shares.push_back(std::isinf(value) ? 1
                         : most > least    ? std::clamp((value - least) / (most - least), 0.0, 1.0)
                                           : 0);
  m_rows.push_back(std::move(row));
}

void ProfileView::takeRows() {
  m_rows.clear();
  const engine::ProfileHmm& hmm = *profile();
  addBars(tr("Occupancy"), tr("Occ."), m_occupancy.match, 0, 1);
  addBars(tr("Insert probability"), tr("P(ins)"), m_occupancy.insertProbability, 0, 1);
  double longest = 2;
  for (const double residues : m_occupancy.insertLength)
    if (std::isfinite(residues)) longest = std::max(longest, residues);
  addBars(tr("Insert length"), tr("Length"), m_occupancy.insertLength, 1, longest);
  if (hmm.columnNeff.size() == hmm.emissions.size() + 1) {
    std::vector<double> neff;
    for (size_t k = 1; k < hmm.columnNeff.size(); ++k) neff.push_back(hmm.columnNeff[k].match);
    addBars(tr("Neff"), tr("Neff"), neff, 0, neff.empty() ? 1 : *std::max_element(neff.begin(), neff.end()));
  }
  const auto addLetters = [&](const QString& title, const QString& shortTitle, const std::string& letters,
                              Row::Kind kind) {
    if (!letters.empty() && static_cast<Index>(letters.size()) == hmm.length())
      m_rows.push_back({title, shortTitle, {}, {}, letters, kind});
  };
  addLetters(tr("Consensus"), tr("Cons."), hmm.consensus, Row::Kind::letters);
  for (const engine::ColumnAnnotation& annotation : hmm.annotations) {
    const bool isStructure = annotation.name == "ss_pred" || annotation.name == "ss_dssp";
    const QString name = annotation.name == "ss_pred"   ? tr("Predicted structure")
                         : annotation.name == "ss_conf" ? tr("Its confidence")
                         : annotation.name == "ss_dssp" ? tr("DSSP")
                                                        : QString::fromStdString(annotation.name);
    addLetters(name, QString::fromStdString(annotation.name), annotation.symbols,
               isStructure ? Row::Kind::secondaryStructure : Row::Kind::letters);
  }
}

void ProfileView::updateHeights() {
  m_heights.clear();
  m_totals.clear();
  if (!profile()) return;
  for (const engine::ResidueVector& emissions : profile()->emissions) {
    m_heights.push_back(engine::logoHeights(emissions, m_background, m_scale));
    m_totals.push_back(std::accumulate(m_heights.back().begin(), m_heights.back().end(), 0.0));
  }
  m_limit = engine::logoLimit(m_scale, m_heights);
}

void ProfileView::changed() {
  refresh();
  Q_EMIT readoutChanged();
}

std::vector<std::string> ProfileView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString ProfileView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Profile");
}

QString ProfileView::emptyText() const {
  return QStringLiteral("No profile yet. Open an .hhm or .hmm file, or build a profile from an alignment.");
}

QStringList ProfileView::rowTitles() const {
  QStringList titles;
  for (const Row& row : m_rows) titles << row.title;
  return titles;
}

ProfileView::Layout ProfileView::layoutFor(QSize size) const {
  Layout layout;
  const Theme& look = theme();
  const QFontMetricsF label(look.labelFont()), titles(look.titleFont());
  const double margin = look.space(2), width = std::max(size.width() - 2 * margin, 0.0), line = label.height();
  const double gutter =
      std::min(label.horizontalAdvance(tr("Predicted structure")) + look.space(2), width * kGutterShare);
  layout.title = QRectF(margin, margin, width, titles.height());
  double top = layout.title.bottom() + 0.5 * line + look.space(1), bottom = size.height() - margin;

  if (m_areDetailsShown && size.height() >= kLeastForDetails * look.scale) {
    const double height = std::min(size.height() * kDetailsShare, kMostDetails * look.scale);
    const bool hasBoth = width >= kLeastForBothDetails * look.scale;
    const double share = hasBoth ? std::max(width * 0.55, width - 480 * look.scale) : width;
    layout.emissions = QRectF(margin, bottom - height, share, height);
    if (hasBoth)
      layout.transitions = QRectF(margin + share + 2 * margin, bottom - height, width - share - 2 * margin, height);
    bottom -= height + look.space(2);
  }
  const double left = margin + gutter, room = std::max(width - gutter, 0.0);
  if (size.height() >= kLeastForOverview * look.scale && length() > 0) {
    layout.overview = QRectF(left, bottom - look.space(5), room, look.space(5));
    bottom = layout.overview.top() - look.space(1);
  }
  layout.ruler = QRectF(left, bottom - line - 4, room, line + 4);
  bottom = layout.ruler.top();
  const double free = bottom - top - kLeastLogo * look.scale, each = line + 2;
  const auto count = m_areRowsShown && free > 0 ? std::min(m_rows.size(), static_cast<size_t>(free / each)) : 0;
  layout.rows.resize(m_rows.size());
  for (size_t k = 0; k < count; ++k)
    layout.rows[k] = QRectF(left, bottom - static_cast<double>(count - k) * each, room, each);
  bottom -= static_cast<double>(count) * each;
  if (count > 0) bottom -= 2;
  layout.logo = QRectF(left, top, room, std::max(bottom - top, 0.0));
  layout.gutter = QRectF(margin, top, gutter, std::max(layout.ruler.bottom() - top, 0.0));
  return layout;
}

double ProfileView::defaultWidth(double room) const {
  const double own = kDefaultColumn * theme().scale;
  if (length() == 0 || own * static_cast<double>(length()) >= room) return own;
  return std::min(room / static_cast<double>(length()), kWidestDefault * theme().scale);
}

double ProfileView::clampedFirst(double first, double width, double room) const {
  const double last = static_cast<double>(length()) - (width > 0 ? room / width : 0);
  return std::clamp(first, 0.0, std::max(last, 0.0));
}

ProfileView::Columns ProfileView::columnsIn(QSize size) const {
  const double room = layoutFor(size).logo.width();
  const double width = m_columnWidth > 0 ? m_columnWidth : defaultWidth(room);
  return {clampedFirst(m_first, width, room), width};
}

Focus ProfileView::focusOf(Index column) const {
  Focus focus;
  if (column >= 0) focus.first = {m_dataset->id, column};
  return focus;
}

Index ProfileView::columnOf(const Focus& focus) const {
  if (!m_dataset || focus.isEmpty()) return -1;
  for (const Position& position : {focus.first, focus.second}) {
    const Index column = translated(position, m_dataset->id);
    if (column >= 0 && column < length()) return column;
  }
  return -1;
}

Index ProfileView::detailColumn() const {
  const Index current = columnOf(session().selection().current());
  return current >= 0 ? current : length() > 0 ? std::min(m_column, length() - 1) : -1;
}

QString ProfileView::rowValue(const Row& row, Index column) const {
  const auto k = static_cast<size_t>(column);
  if (row.kind != Row::Kind::bars) return QString(QLatin1Char(row.letters[k]));
  const double value = row.numbers[k];
  return std::isinf(value) ? QStringLiteral("∞") : QString::number(value, 'g', 3);
}

std::vector<ReadoutLine> ProfileView::readout() const {
  const Index column = columnOf(session().selection().current());
  if (column < 0) return {};
  const auto k = static_cast<size_t>(column);
  std::vector<ReadoutLine> lines = {{tr("Column"), tr("%1 of %2").arg(column + 1).arg(length())}};
  const auto& alignmentColumns = profile()->alignmentColumn;
  if (k < alignmentColumns.size() && alignmentColumns[k] >= 0)
    lines.push_back({tr("Alignment column"), QString::number(alignmentColumns[k] + 1)});
  if (m_scale != engine::LogoScale::probability)
    lines.push_back({scaleTitle(), tr("%1 bits").arg(m_totals[k], 0, 'f', 2)});
  for (const Row& row : m_rows)
    if (row.title != tr("Neff")) lines.push_back({row.title, rowValue(row, column)});  // told with I and D elsewhere
  return lines;
}

QString ProfileView::statusText() const {
  const Index column = columnOf(session().selection().current());
  if (column < 0) return {};
  QStringList texts = {tr("Column %1").arg(column + 1)};
  const auto k = static_cast<size_t>(column);
  if (m_scale != engine::LogoScale::probability) texts << tr("%1 bits").arg(m_totals[k], 0, 'f', 2);
  for (const Row& row : m_rows) texts << row.title.toLower() + u' ' + rowValue(row, column);
  return texts.join(QStringLiteral(" · "));
}

}  // namespace ui
