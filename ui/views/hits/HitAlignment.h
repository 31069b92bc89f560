// The aligned rows of a hit as a report prints them, laid out in blocks for the width that there is.
#pragma once

#include <QPainter>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "engine/search/hits/SearchResult.h"
#include "ui/look/Theme.h"

namespace ui {

enum class HitRowRole { annotation, residues, consensus, marks, confidence };

/// One row of the alignment: a character per printed column. Residues between two columns of a profile have printed
/// columns of their own, so that these are not the steps of the path.
struct HitRow {
  QString label;
  std::string letters;
  HitRowRole role = HitRowRole::residues;
  enum class Side { query, templ, both } side = Side::both;
};

/// Rows that are known, in the order of a report: query, marks, template, confidence. Empty when there are none.
std::vector<HitRow> hitRows(const engine::SearchResult& result, const engine::SearchHit& hit);

class HitAlignment {
 public:
  void setHit(const engine::SearchResult* result, const engine::SearchHit* hit);  ///< null: nothing
  const engine::SearchHit* hit() const { return m_hit; }
  /// Characters per block for this width: a multiple of ten, at least ten.
  engine::Index lettersPerBlock(const Theme& theme, double width) const;
  /// Height of all of it, logical pixels.
  double height(const Theme& theme, double width) const;
  /// Printed columns whose blocks are whole in a room of this size, and all that there are.
  engine::Index lettersIn(const Theme& theme, QSizeF room) const;
  engine::Index numLetters() const;
  /// From the top left of `area` on, moved up by `scroll`. The characters of `markedStep` (-1: none) get a band.
  void paint(QPainter& painter, const Theme& theme, const QRectF& area, double scroll, engine::Index markedStep,
             const QColor& markColor) const;
  /// Step of the path under a point; -1 when there is none.
  engine::Index stepAt(const Theme& theme, const QRectF& area, double scroll, QPointF point) const;
  /// First step that stands at a query column of its own; -1 when the path does not visit it.
  engine::Index stepOfQueryColumn(engine::Index column) const;
  /// Printed column of a step; -1 when it is not printed.
  engine::Index letterOfStep(engine::Index step) const;

 private:
  struct Measures;
  Measures measures(const Theme& theme, double width) const;
  /// Name and description; what is known of its scores.
  QStringList nameLines(const Theme& theme, double width) const;
  QStringList scoreLines(const Theme& theme, double width) const;
  void placeSteps();
  engine::Index position(engine::Index letter, HitRow::Side side, int direction, engine::Index limit) const;
  void paintHeadings(QPainter& painter, const Theme& theme, const QRectF& area, double top) const;
  void paintRow(QPainter& painter, const Theme& theme, const Measures& measures, const HitRow& row, double left,
                double y, engine::Index first, engine::Index last) const;

  const engine::SearchResult* m_result = nullptr;
  const engine::SearchHit* m_hit = nullptr;
  std::vector<HitRow> m_rows;
  /// Of each printed column: the step of the path at whose query or template column it stands; -1: none.
  std::vector<engine::Index> m_querySteps, m_templateSteps;
};

}  // namespace ui
