// A picture that teaches: arrays of a lesson, drawn with QPainter, dragged, spoken, saved as numbers.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"
#include "ui/look/Theme.h"
#include "ui/views/base/NumberTable.h"

class QPainter;

namespace ui {

/// An array as a lesson names it. Indices from 0 here; what is shown to people counts from 1.
struct PictureArray {
  std::string name;  ///< "A"
  engine::Array<double> values;
  std::vector<std::vector<QString>> labels = {};  ///< by axis; an empty or missing one: numbers
  QString unit = {};
  bool isCovered = false;  ///< an answer that is not given yet: drawn as "?", spoken as "covered", no numbers
};

/// One cell of an array.
struct PictureCell {
  std::string array;
  std::vector<engine::Index> at;
  bool operator==(const PictureCell&) const = default;
};

/// A cell that can be dragged, within bounds.
struct PictureHandle {
  PictureCell cell;
  double from = 0, to = 1, by = 0;  ///< by 0: any value
};

/// What a drag or key does to one cell.
struct PictureMove {
  PictureCell cell;
  double value = 0;
};

struct PictureInput {
  std::vector<PictureArray> arrays;            ///< in the order of the picture's `of` line
  std::vector<engine::DatasetPtr> datasets;    ///< of that line as well
  std::map<std::string, std::string> settings; ///< other lines of the block: "uncover" -> "weights"
  std::vector<PictureHandle> handles;
  std::vector<PictureCell> marks;              ///< marked by the text, a formula or another picture
};

/// Where the user is in the picture.
struct PictureAttention {
  std::optional<PictureCell> hovered, focused;  ///< by pointer; by keys
};

/// One teaching picture; a value and functions of it, so that it is tested without a window. See pictures.def.
class TeachingPicture {
 public:
  virtual ~TeachingPicture() = default;
  /// Throws engine::Error for what cannot be shown: which array, found and expected. Leaves what was.
  virtual void set(PictureInput input) = 0;
  virtual void paint(QPainter& painter, const Theme& theme, const QRectF& place,
                     const PictureAttention& attention) const = 0;
  /// What is under a point.
  virtual std::optional<PictureCell> cellAt(const Theme& theme, const QRectF& place, QPointF point) const = 0;
  /// What dragging a cell to a point asks for; none: cannot be dragged, or not there.
  virtual std::optional<PictureMove> drag(const Theme& theme, const QRectF& place, const PictureCell& grabbed,
                                          QPointF to) const;
  /// The cell that an arrow key goes to (Qt::Key_Left ...); without one: the first cell there is.
  virtual std::optional<PictureCell> next(const std::optional<PictureCell>& from, int key) const;
  /// One line about a cell: what it is, its value, both labels.
  virtual QString readout(const PictureCell& cell) const;
  /// The picture in words, made from the numbers.
  virtual QString altText() const = 0;
  /// The numbers on show, one table for each array.
  virtual std::vector<NumberTable> numbers() const;

 protected:
  const PictureInput& input() const { return m_input; }
  PictureInput m_input;
};

struct PictureKind {
  std::string id;
  QString title;  ///< what it draws, in a few words
  std::unique_ptr<TeachingPicture> (*make)();
};
/// Those of pictures.def, in that order.
const std::vector<PictureKind>& pictureKinds();
const PictureKind* findPictureKind(const std::string& id);

}  // namespace ui
