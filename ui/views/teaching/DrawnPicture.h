// A picture that says which arrays it needs and how it is drawn; all else follows from the two.
#pragma once

#include "ui/views/teaching/PictureCanvas.h"
#include "ui/views/teaching/TeachingPicture.h"

namespace ui {

/// An array of the `of` line: its role in words, its shape in letters ("m n") or numbers. A letter is the same length
/// wherever it stands.
struct PictureNeed {
  const char* role;
  const char* shape;
  bool isOptional = false;  ///< may be left out, with all that follow it
};

class DrawnPicture : public TeachingPicture {
 public:
  QString expects() const override;
  void paint(QPainter& painter, const Theme& theme, const QRectF& place,
             const PictureAttention& attention) const override;
  std::optional<PictureCell> cellAt(const Theme& theme, const QRectF& place, QPointF point) const override;
  std::vector<PictureMove> drag(const Theme& theme, const QRectF& place, const PictureCell& grabbed,
                                QPointF to) const override;
  /// Where texts stand, as they would be painted: none lies on another.
  std::vector<QRectF> textPlaces(const Theme& theme, const QRectF& place, const PictureAttention& attention) const;

 protected:
  virtual std::vector<PictureNeed> needs() const = 0;
  virtual const char* id() const = 0;
  /// Called with all needed arrays there and none of them empty.
  virtual void draw(PictureCanvas& canvas) const = 0;
  void check(const PictureInput& input) const override;
  void prepare() final;
  /// What follows from a new input, worked out once.
  virtual void derive() {}
  void turned() final { m_hits.reset(); }
  /// Of a picture with depth, by its line `turn` and by hand.
  DepthView depthView() const;

  /// The array of this place in the `of` line; null: not given.
  const PictureArray* given(size_t which) const;
  const PictureArray& needed(size_t which) const { return input().arrays[which]; }
  /// A line of the block; `otherwise` where it has none.
  std::string setting(const std::string& key, const std::string& otherwise = {}) const;
  /// A line of the block that is a number from 1 to `count`, from 0 here; `otherwise` where it has none or another.
  engine::Index chosen(const std::string& key, engine::Index count, engine::Index otherwise = 0) const;
  /// Throws engine::Error, beginning with the id.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  void drawInto(PictureCanvas& canvas) const;
  /// Where cells are, kept for the next movement of the pointer.
  const std::vector<PictureHit>& hits(const Theme& theme, const QRectF& place) const;

  struct Hits {
    QRectF place;
    double scale = 0;
    std::vector<PictureHit> hits;
  };
  mutable std::optional<Hits> m_hits;
};

}  // namespace ui
