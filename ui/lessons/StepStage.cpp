#include "ui/lessons/StepStage.h"

#include <QAbstractSlider>
#include <QApplication>
#include <QFontMetricsF>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kStretches = 100;
constexpr int kLettersPerColumn = 34;  ///< of the text of a control with its slider
constexpr double kLeastLines = 22;     ///< width of a picture beside another, in heights of its letters

std::vector<std::vector<ShownPicture*>> rowsOf(const std::vector<ShownPicture*>& pictures) {
  std::vector<std::vector<ShownPicture*>> rows;
  const auto rowOf = [&](const std::string& name) {
    return std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
      return std::any_of(row.begin(), row.end(), [&](const ShownPicture* one) {
        return !name.empty() && (one->picture().name == name || one->picture().beside == name);
      });
    });
  };
  for (ShownPicture* picture : pictures) {
    auto row = rowOf(picture->picture().beside);
    if (row == rows.end()) row = rowOf(picture->picture().name);
    if (row == rows.end())
      rows.push_back({picture});
    else
      row->push_back(picture);
  }
  return rows;
}

/// A slider rather than the field beside it, where letters and arrows are those of the text; null: none takes keys.
QWidget* partForKeys(const ControlWidget& control) {
  QWidget* found = nullptr;
  for (QWidget* part : control.findChildren<QWidget*>()) {
    if (!(part->focusPolicy() & Qt::TabFocus) || !part->isVisible() || !part->isEnabled()) continue;
    if (qobject_cast<QAbstractSlider*>(part)) return part;
    if (!found) found = part;
  }
  return found;
}

}  // namespace

StepStage::StepStage(QWidget* parent) : QWidget(parent) {
  const Theme& theme = ThemeModel::instance().theme();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(theme.space(2));
  auto* pictures = new QWidget(this);
  m_rows = new QVBoxLayout(pictures);
  m_rows->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(theme.space(2));
  m_panel = new QWidget(this);
  m_grid = new QGridLayout(m_panel);
  m_grid->setContentsMargins(theme.space(2), 0, theme.space(2), 0);
  m_grid->setHorizontalSpacing(theme.space(4));
  m_grid->setVerticalSpacing(theme.space(1));
  column->addWidget(pictures, 1);
  column->addWidget(m_panel);
  m_panel->hide();
}

void StepStage::setPictures(std::vector<ShownPicture*> pictures) {
  m_pictures = std::move(pictures);
  const auto rows = rowsOf(m_pictures);
  for (const auto& row : rows) {
    auto* line = new QBoxLayout(QBoxLayout::LeftToRight);
    line->setSpacing(ThemeModel::instance().theme().space(2));
    m_lines.push_back(line);
    double height = 0;
    for (ShownPicture* picture : row) {
      line->addWidget(picture, 1);
      height = std::max(height, picture->wantedHeight());
    }
    const double share = height > 0 ? height : 1.0 / static_cast<double>(rows.size());
    m_rows->addLayout(line, std::max(1, static_cast<int>(std::lround(share * kStretches))));
  }
}

void StepStage::addControls(const std::vector<engine::LessonControl>& block, std::vector<QWidget*>& made) {
  Block shown{nullptr, {}};
  for (const engine::LessonControl& control : block) {
    ControlWidget* widget = makeControlWidget(control, m_panel);
    if (!widget) continue;
    connect(widget, &ControlWidget::changed, this, &StepStage::controlMoved);
    shown.controls.push_back(widget);
    m_controls.push_back(widget);
    made.push_back(widget);
  }
  if (shown.controls.empty()) return;
  const engine::LessonControl& first = block.front();
  if (first.kind == engine::ControlKind::cell && !first.label.empty()) {
    shown.label = new QLabel(QString::fromStdString(first.label), m_panel);
    shown.label->setObjectName(QStringLiteral("heading"));
    made.push_back(shown.label);
  }
  m_blocks.push_back(std::move(shown));
  m_panel->show();
  m_numColumns = 0;
  arrangeControls();
}

void StepStage::addRun(StepRun* run) {
  m_run = run;
  auto* line = new QHBoxLayout;
  const int margin = ThemeModel::instance().theme().space(2);
  line->setContentsMargins(margin, 0, margin, 0);
  line->addWidget(run);
  line->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

ControlWidget* StepStage::control(const QString& name) const {
  const auto found = std::find_if(m_controls.begin(), m_controls.end(), [&](const ControlWidget* control) {
    return QString::fromStdString(control->control().name) == name;
  });
  return found == m_controls.end() ? nullptr : *found;
}

void StepStage::focusNextControl() {
  const auto holdsFocus = [](const ControlWidget* control) {
    return control->isAncestorOf(QApplication::focusWidget());
  };
  const auto now = std::find_if(m_controls.begin(), m_controls.end(), holdsFocus);
  const size_t first = now == m_controls.end() ? 0 : static_cast<size_t>(now - m_controls.begin()) + 1;
  for (size_t k = 0; k < m_controls.size(); ++k)
    if (QWidget* part = partForKeys(*m_controls[(first + k) % m_controls.size()]))
      return part->setFocus(Qt::ShortcutFocusReason);
}

void StepStage::arrangeControls() {
  const int letters = m_panel->fontMetrics().averageCharWidth() * kLettersPerColumn;
  const int numColumns = m_controls.size() > 1 ? std::clamp(width() / std::max(1, letters), 1, 2) : 1;
  if (numColumns == m_numColumns) return;
  m_numColumns = numColumns;
  while (QLayoutItem* item = m_grid->takeAt(0)) delete item;
  int line = 0, column = 0;
  const auto endLine = [&] { line += std::exchange(column, 0) > 0 ? 1 : 0; };
  for (const Block& block : m_blocks) {
    if (block.label) endLine();
    if (block.label) m_grid->addWidget(block.label, line, 0);
    for (ControlWidget* control : block.controls) {
      if (column == numColumns) endLine();
      m_grid->addWidget(control, line, 1 + column++);
    }
    if (block.label) endLine();  // what stands behind it is not of it
  }
  for (int column = 1; column <= 2; ++column) m_grid->setColumnStretch(column, column <= numColumns ? 1 : 0);
}

void StepStage::arrangePictures() {
  const double least = kLeastLines * QFontMetricsF(ThemeModel::instance().theme().labelFont()).height();
  for (QBoxLayout* line : m_lines) {
    const auto wanted =
        width() < least * std::max(1, line->count()) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (line->count() > 1 && line->direction() != wanted) line->setDirection(wanted);
  }
}

void StepStage::resizeEvent(QResizeEvent*) {
  arrangeControls();
  arrangePictures();
}

}  // namespace ui
