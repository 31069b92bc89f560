// The tokens of both themes, the fonts, and how they become the application's palette and style sheet.
#include "ui/look/Theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPalette>
#include <QStyle>
#include <algorithm>

#include "ui/look/Style.h"
#include "ui/look/StyleSheet.h"

namespace ui {

namespace {

constexpr double kPanelPoints = 10, kLabelPoints = 9;
constexpr double kProjectorScale = 1.6, kProjectorLineScale = 2;
constexpr double kHoverOpacity = 0.6;

QColor withOpacity(QColor color, double opacity) {
  color.setAlphaF(static_cast<float>(opacity));
  return color;
}

void setMarks(Theme& theme) {
  theme.hover = withOpacity(theme.accent, kHoverOpacity);
  theme.locked = QColor(0xf5, 0x9e, 0x0b);
  theme.error = QColor(0xd6, 0x45, 0x45);
  theme.warning = QColor(0xc9, 0x8a, 0x00);
  theme.good = QColor(0x2f, 0x9e, 0x63);
}

QFont systemSans(double points) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  font.setPointSizeF(points);
  return font;
}

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.window);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Base, theme.panel);
  palette.setColor(QPalette::AlternateBase, theme.window);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.muted);
  palette.setColor(QPalette::Button, theme.panel);
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::ToolTipBase, theme.panel);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.kind == ThemeKind::light ? theme.panel : theme.window);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::Mid, theme.line);
  palette.setColor(QPalette::Dark, theme.line);
  palette.setColor(QPalette::Light, theme.panel);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, withOpacity(theme.muted, kHoverOpacity));
  }
  return palette;
}

}  // namespace

Theme Theme::light() {
  Theme theme;
  theme.window = QColor(0xf7, 0xf7, 0xf8);
  theme.panel = QColor(0xff, 0xff, 0xff);
  theme.line = QColor(0xd9, 0xda, 0xde);
  theme.text = QColor(0x1f, 0x23, 0x28);
  theme.muted = QColor(0x6b, 0x72, 0x80);
  theme.accent = QColor(0x2f, 0x6f, 0xed);
  theme.canvas = theme.panel;
  theme.canvas3d = theme.panel;
  setMarks(theme);
  return theme;
}

Theme Theme::dark() {
  Theme theme;
  theme.kind = ThemeKind::dark;
  theme.window = QColor(0x1b, 0x1d, 0x21);
  theme.panel = QColor(0x23, 0x26, 0x2b);
  theme.line = QColor(0x36, 0x3a, 0x41);
  theme.text = QColor(0xe6, 0xe8, 0xeb);
  theme.muted = QColor(0x9a, 0xa1, 0xab);
  theme.accent = QColor(0x6e, 0xa0, 0xff);
  theme.canvas = theme.window;
  theme.canvas3d = QColor(0x12, 0x13, 0x16);
  setMarks(theme);
  return theme;
}

QFont Theme::panelFont() const { return systemSans(kPanelPoints * scale); }

QFont Theme::labelFont() const { return systemSans(kLabelPoints * scale); }

QFont Theme::residueFont() const {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (!QFontInfo(font).fixedPitch()) font.setFamily(QStringLiteral("DejaVu Sans Mono"));
  font.setStyleHint(QFont::Monospace);
  font.setPointSizeF(kLabelPoints * scale);
  return font;
}

QFont Theme::titleFont() const {
  QFont font = panelFont();
  font.setWeight(QFont::Medium);
  return font;
}

int Theme::space(int units) const { return std::max(0, qRound(4 * units * scale)); }

bool isMotionReduced() { return !QApplication::isEffectEnabled(Qt::UI_AnimateMenu); }

ThemeKind systemThemeKind(QApplication& application) {
  application.setPalette(QPalette());
  const QPalette palette = QApplication::palette();
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
             ? ThemeKind::dark
             : ThemeKind::light;
}

ThemeModel& ThemeModel::instance() {
  static ThemeModel model;
  return model;
}

void ThemeModel::setKind(ThemeKind kind) {
  if (kind == m_theme.kind) return;
  Theme next = kind == ThemeKind::light ? Theme::light() : Theme::dark();
  next.scale = m_theme.scale;
  next.lineScale = m_theme.lineScale;
  m_theme = next;
  Q_EMIT changed();
}

void ThemeModel::setProjector(bool on) {
  if (on == isProjector()) return;
  m_theme.scale = on ? kProjectorScale : 1.0;
  m_theme.lineScale = on ? kProjectorLineScale : 1.0;
  Q_EMIT changed();
}

void ThemeModel::applyTo(QApplication& application) const {
  if (!application.findChild<Style*>({}, Qt::FindDirectChildrenOnly)) application.setStyle(new Style);
  application.setPalette(paletteOf(m_theme));
  application.setFont(m_theme.panelFont());
  application.setStyleSheet(styleSheet(m_theme));
}

}  // namespace ui
