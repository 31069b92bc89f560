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
#include "ui/views/teaching/PictureTurn.h"

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

/// One cell of an array; with fewer indices than axes, as marks may have, the whole row or sheet.
struct PictureCell {
  std::string array;
  std::vector<engine::Index> at;
  bool operator==(const PictureCell&) const = default;
};

/// A cell that can be dragged, within bounds.
struct PictureHandle {
  PictureCell cell;
  double from = 0, to = 1, by = 0;  ///< by 0: any value
  bool isSwitch = false;            ///< one of the two ends: not dragged, a click or Enter sets it to the other
};

/// What a drag, click or key does to one cell, or to a text.
struct PictureMove {
  PictureCell cell;
  double value = 0;
  std::optional<std::string> text = {};  ///< in place of the value; the cell is the text as a whole
};

struct PictureInput {
  std::vector<PictureArray> arrays = {};             ///< in the order of the picture's `of` line
  std::vector<engine::DatasetPtr> datasets = {};     ///< of that line as well
  std::map<std::string, std::string> settings = {};  ///< other lines of the block: "uncover" -> "weights"
  std::vector<PictureHandle> handles = {};
  std::vector<PictureCell> marks = {};  ///< marked by the text, a formula or another picture
};

/// Where the user is in the picture.
struct PictureAttention {
  std::optional<PictureCell> hovered, focused;  ///< by pointer; by keys
};

/// One teaching picture; a value and functions of it, so that it is tested without a window. See pictures.def.
class TeachingPicture {
 public:
  virtual ~TeachingPicture() = default;
  /// Throws engine::Error for what cannot be shown: which array, found and expected. Leaves what was. The numbers of
  /// covered arrays are forgotten here, so that nothing can tell them.
  void set(PictureInput input);
  /// The arrays of its `of` line in words: "scores (m, n), weights (m, n)".
  virtual QString expects() const = 0;
  virtual void paint(QPainter& painter, const Theme& theme, const QRectF& place,
                     const PictureAttention& attention) const = 0;
  /// What is under a point.
  virtual std::optional<PictureCell> cellAt(const Theme& theme, const QRectF& place, QPointF point) const = 0;
  /// What dragging a cell to a point asks for, within the bounds of its handle; a point of a plane moves two cells.
  /// Empty: it cannot be dragged.
  virtual std::vector<PictureMove> drag(const Theme& theme, const QRectF& place, const PictureCell& grabbed,
                                        QPointF to) const = 0;
  /// What a click or Enter on a cell asks for beside choosing it: the other end of its switch. Empty: nothing.
  virtual std::optional<PictureMove> press(const PictureCell& cell) const;
  /// The cell that an arrow key goes to (Qt::Key_Left ...): left and right along the last axis, up and down by rows,
  /// through all arrays. Without one: the first cell there is. Empty: there is no cell at all.
  std::optional<PictureCell> next(const std::optional<PictureCell>& from, int key) const;
  /// One line about a cell: what it is, its value, all labels.
  virtual QString readout(const PictureCell& cell) const;
  /// The picture in words, made from the numbers.
  virtual QString altText() const = 0;
  /// The numbers on show, one table for each array (each sheet of one with more than two axes); covered: empty cells.
  virtual std::vector<NumberTable> numbers() const;

  /// Whether it has depth and is turned by hand.
  virtual bool canTurn() const { return false; }
  const PictureTurn& turn() const { return m_turn; }
  /// Kept when the input changes; within a full turn and from below to above.
  void setTurn(const PictureTurn& turn);

  const PictureInput& input() const { return m_input; }
  /// The array of this name; null: there is none.
  const PictureArray* array(const std::string& name) const;
  /// The value of a cell; none: covered, or there is no such cell.
  std::optional<double> value(const PictureCell& cell) const;
  /// The move of a cell's handle to a value, clamped and on its steps; none: the cell has no handle.
  std::optional<PictureMove> moveTo(const PictureCell& cell, double value) const;

 protected:
  /// Throws engine::Error unless the picture can show this.
  virtual void check(const PictureInput& input) const = 0;
  /// Works out what follows from a new input, once.
  virtual void prepare() {}
  /// It is seen from elsewhere.
  virtual void turned() {}

 private:
  PictureInput m_input;
  PictureTurn m_turn;
};

struct PictureKind {
  std::string id;
  QString title;  ///< what it draws, in a few words
  std::unique_ptr<TeachingPicture> (*make)();
};

/// "A[1,2]": as lessons write a cell, from 1.
QString expressionOf(const PictureCell& cell);
/// The label of an index along an axis, or its number from 1.
QString labelOf(const PictureArray& array, size_t axis, engine::Index index);
/// Those of pictures.def, in that order.
const std::vector<PictureKind>& pictureKinds();
const PictureKind* findPictureKind(const std::string& id);

}  // namespace ui
