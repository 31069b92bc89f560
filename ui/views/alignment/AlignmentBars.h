// The bars below an alignment: find, go to, filter. They stay open beside the picture and are used with keys alone.
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;

namespace ui {

class AlignmentArranger;
class AlignmentFinder;

/// One row of controls with a close button; Escape closes it too.
class AlignmentBar : public QWidget {
  Q_OBJECT

 public:
  explicit AlignmentBar(QWidget* parent);
  /// Shows it with the keyboard in its first field.
  void open();
  void close();

 Q_SIGNALS:
  void closed();

 protected:
  void addField(QWidget* field, const QString& label, const QString& name);
  void finish();
  void keyPressEvent(QKeyEvent* event) override;
  QWidget* m_first = nullptr;
};

/// Text in residues or names, plain or as a regular expression, with the number of matches.
class FindBar : public AlignmentBar {
  Q_OBJECT

 public:
  FindBar(AlignmentFinder& finder, QWidget* parent);

 Q_SIGNALS:
  void stepRequested(int step);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void search();
  void follow();

  AlignmentFinder& m_finder;
  QLineEdit* m_text;
  QComboBox* m_where;
  QCheckBox* m_expression;
  QLabel* m_summary;
};

/// A column, the number of a residue of the row with the cursor, or the author's number in a structure.
class GoToBar : public AlignmentBar {
  Q_OBJECT

 public:
  enum class Kind { column, residue, structure };
  explicit GoToBar(QWidget* parent);
  /// What is wrong with what was asked for; empty when nothing is.
  void showProblem(const QString& problem);

 Q_SIGNALS:
  void requested(Kind kind, const QString& text);

 private:
  QComboBox* m_kind;
  QLineEdit* m_text;
  QLabel* m_problem;
};

class FilterBar : public AlignmentBar {
  Q_OBJECT

 public:
  FilterBar(AlignmentArranger& arranger, QWidget* parent);

 private:
  QDoubleSpinBox* addPercent(const QString& label, const QString& name, const QString& tip, double otherwise);
  void apply();
  void follow();

  AlignmentArranger& m_arranger;
  QDoubleSpinBox *m_identity, *m_coverage, *m_gaps, *m_pairwise;
  QLineEdit* m_name;
  QCheckBox* m_expression;
  QLabel* m_count;
};

}  // namespace ui
