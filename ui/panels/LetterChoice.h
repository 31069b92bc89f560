// A residue and the letters that can be put in its place: a small window that goes when one is chosen or typed.
#pragma once

#include <QFrame>
#include <QString>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

/// A residue that the user may mean.
struct ChangeableResidue {
  engine::Index residue = -1;  ///< from 0
  char letter = 'X';           ///< what stands there now; '_': hidden
  char original = 'X';         ///< what stood there before all mutations
  /// Of each of engine::kPredictedLetters, 0..1; empty where the model predicts none.
  std::vector<double> probabilities;

  QString name() const;  ///< "Y52"
};

class LetterChoice : public QFrame {
  Q_OBJECT

 public:
  /// `residues`: at least one, the likeliest first. Deletes itself when it is closed.
  LetterChoice(std::vector<ChangeableResidue> residues, QWidget* parent);

 Q_SIGNALS:
  /// '_' hides the residue; the original letter takes a mutation back.
  void chosen(engine::Index residue, char letter);

 protected:
  /// Letters, '_', and Escape, which are no shortcuts of the view now.
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showResidue(size_t residue);
  void choose(char letter);

  std::vector<ChangeableResidue> m_residues;
  size_t m_shown = 0;
  QWidget* m_letters = nullptr;
};

}  // namespace ui
