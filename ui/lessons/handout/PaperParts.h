// What a page of paper is made of: parts that know their height in a width and paint themselves.
#pragma once

#include <QRectF>
#include <memory>
#include <utility>
#include <vector>

#include "ui/lessons/handout/HandoutContent.h"
#include "ui/lessons/pictures/OffscreenPicture.h"

class QPainter;

namespace ui {

class FormulaPanel;
class ProseView;

/// Lengths are 1/96 inch. While parts are made, measured and painted the paper's theme must be in use (PaperLook).
class PaperPart {
 public:
  virtual ~PaperPart() = default;
  virtual double height(double width) const = 0;
  virtual void paint(QPainter& painter, const QRectF& place) const = 0;
};

/// While it lives everything is drawn for paper: dark on white, in small letters.
class PaperLook {
 public:
  PaperLook();
  ~PaperLook();
  PaperLook(const PaperLook&) = delete;
  PaperLook& operator=(const PaperLook&) = delete;

 private:
  Theme m_before;
};

/// How text looks on paper.
struct PaperLetters {
  double points = 9.5;
  bool isBold = false, isMuted = false;
  QString mark = {};  ///< stands left of it: "1", "☐"
};

class PaperText : public PaperPart {
 public:
  /// Pictures of the text lie in `folder`.
  PaperText(const HandoutText& text, const QString& folder, const PaperLetters& letters);
  /// Markdown without numbers.
  PaperText(const QString& markdown, const PaperLetters& letters);
  ~PaperText() override;
  double height(double width) const override;
  void paint(QPainter& painter, const QRectF& place) const override;

 private:
  double indent() const;

  PaperLetters m_letters;
  std::unique_ptr<ProseView> m_view;
};

/// Lines to write on, with a unit behind the last one.
class PaperLines : public PaperPart {
 public:
  PaperLines(int count, QString unit) : m_count(count), m_unit(std::move(unit)) {}
  double height(double width) const override;
  void paint(QPainter& painter, const QRectF& place) const override;

 private:
  int m_count;
  QString m_unit;
};

/// Formulae with their numbers, and algorithms with numbered lines.
class PaperFormulas : public PaperPart {
 public:
  explicit PaperFormulas(const HandoutStep& step);
  ~PaperFormulas() override;
  double height(double width) const override;
  void paint(QPainter& painter, const QRectF& place) const override;

 private:
  struct Row {
    int number = 0;  ///< 0: a formula of its own
    QString what = {};
  };
  double rowHeight(size_t row, double width) const;

  StepValuesPtr m_values;
  std::unique_ptr<FormulaPanel> m_panel;
  std::vector<Row> m_rows;  ///< one per widget of the panel
};

/// Parts one below the other.
class PaperColumn : public PaperPart {
 public:
  void add(std::unique_ptr<PaperPart> part, double gapBefore);
  bool isEmpty() const { return m_parts.empty(); }
  double height(double width) const override;
  void paint(QPainter& painter, const QRectF& place) const override;

 private:
  std::vector<std::pair<std::unique_ptr<PaperPart>, double>> m_parts;
};

}  // namespace ui
