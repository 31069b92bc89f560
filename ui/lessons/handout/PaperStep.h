// A step on paper: text left, pictures right, formulae across, notes below.
#pragma once

#include <memory>
#include <vector>

#include "ui/lessons/handout/PaperParts.h"

namespace ui {

class PaperStep : public PaperPart {
 public:
  /// `number` from 1.
  PaperStep(int number, const HandoutStep& step, const QString& folder, bool hasNotes);
  /// The height that it should have, if its text and formulae leave room for that; pictures take what is left.
  void setTarget(double height) { m_target = height; }
  /// With pictures no larger than they need to be.
  double leastHeight(double width) const;
  /// Its pictures have all that they show.
  bool isReady() const;
  double height(double width) const override;
  void paint(QPainter& painter, const QRectF& place) const override;

 private:
  struct Layout {
    double title = 0, main = 0, below = 0, left = 0, right = 0, pictures = 0;
  };
  Layout layoutFor(double width, double target) const;
  double leastPictures() const;

  double m_target = 0;
  std::unique_ptr<PaperText> m_title;
  PaperColumn m_text, m_controls, m_below;
  std::vector<std::unique_ptr<OffscreenPicture>> m_pictures;
};

/// All answers, then sources, data and versions, as parts that may stand on one page or on several.
std::vector<std::unique_ptr<PaperPart>> paperAnswers(const HandoutContent& content, const QString& folder);

}  // namespace ui
