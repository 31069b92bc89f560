// Every colour, size and font of the program. Nothing else names one.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QSize>
#include <utility>

class QApplication;

namespace ui {

enum class ThemeKind { light, dark };

/// Where the colour bar of a map stands.
enum class ColorBarPlace { below, right, none };

/// What pictures show besides the data: on the screen all of it, on the page of a figure less.
struct PageLook {
  bool areMarksShown = true;    ///< of what is pointed at, selected, chosen or found
  bool isLegendShown = true;    ///< titles and notes: what is seen and how to read it
  bool isPictureAlone = false;  ///< no thumbnails, no companions
  bool mayElide = true;         ///< on paper nobody can ask for the rest of a text
  ColorBarPlace colorBar = ColorBarPlace::below;
  QSize size = {};  ///< logical pixels that a view has in the figure; empty: what it has on the screen

  bool operator==(const PageLook&) const = default;
};

struct Theme {
  ThemeKind kind = ThemeKind::light;
  QColor window, panel, line, text, muted, accent;  // chrome (look.md)
  QColor hover, locked, error, warning, good;       // marks and states
  QColor canvas;                                    // background of views
  QColor canvas3d;                                  // background of 3D views
  double scale = 1.0;                               // 1.6 in projector mode
  double lineScale = 1.0;                           // 2 in projector mode
  PageLook page;

  QFont panelFont() const;     ///< system sans, 10 pt
  QFont labelFont() const;     ///< 9 pt: axis labels and tables, tabular digits
  QFont residueFont() const;   ///< monospaced, 9 pt: residues and numbers
  QFont titleFont() const;     ///< 10 pt, medium weight
  int space(int units) const;  ///< multiples of the 4 px grid

  static Theme light();
  static Theme dark();
};

/// Whether the desktop wants nothing to move by itself.
bool isMotionReduced();

/// What the desktop prefers. Resets the application's palette: call ThemeModel::applyTo afterwards.
ThemeKind systemThemeKind(QApplication& application);

/// The theme in use. Views repaint on `changed`.
class ThemeModel : public QObject {
  Q_OBJECT

 public:
  static ThemeModel& instance();  ///< one look per process: fonts and palette belong to QApplication
  const Theme& theme() const { return m_theme; }
  void setKind(ThemeKind kind);
  void setProjector(bool on);
  bool isProjector() const { return m_theme.scale > 1.0; }
  /// Puts another theme into this one's place, which it returns, and tells nobody: for as long as a figure is drawn.
  Theme exchange(const Theme& theme) { return std::exchange(m_theme, theme); }
  /// Palette, style and style sheet of the application.
  void applyTo(QApplication& application) const;

 Q_SIGNALS:
  void changed();

 private:
  ThemeModel() : m_theme(Theme::light()) {}
  Theme m_theme;
};

/// The look there is now.
inline const Theme& theme() { return ThemeModel::instance().theme(); }

}  // namespace ui
