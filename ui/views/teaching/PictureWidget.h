// A teaching picture in a window: pointer, keys, drags, menu, what screen readers hear.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/views/teaching/TeachingPicture.h"

class QMenu;

namespace ui {

class PictureWidget : public QWidget {
  Q_OBJECT

 public:
  explicit PictureWidget(std::unique_ptr<TeachingPicture> picture, QWidget* parent = nullptr);
  ~PictureWidget() override;

  const TeachingPicture& picture() const { return *m_picture; }
  /// Throws engine::Error for what the picture cannot show, which stays as it was.
  void setInput(PictureInput input);
  const PictureAttention& attention() const { return m_attention; }
  void setFocusedCell(const std::optional<PictureCell>& cell);
  /// Author's words instead of those made from the numbers; empty: these.
  void setAltText(const QString& text);
  /// How a picture with depth is seen; others stay as they are. Tells nobody.
  void setTurn(const PictureTurn& turn);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// The picture alone, on the ground of the theme; `scale` pixels per logical pixel.
  QImage image(QSize size, double scale) const;
  /// PNG, SVG, PDF or, of the numbers, CSV and NPZ by suffix. Throws engine::Error.
  void save(const QString& path) const;

 Q_SIGNALS:
  /// Under the pointer, or reached by keys.
  void cellPointed(const ui::PictureCell& cell);
  /// The pointer has left.
  void cellLeft();
  /// A drag, a click, a key or the wheel asks for a value; a point of a plane asks twice, one after the other.
  void cellMoved(const ui::PictureMove& move);
  /// A click or Enter: the cell is the answer that is given, or stays marked.
  void cellChosen(const ui::PictureCell& cell);
  /// By hand: the picture is seen from elsewhere.
  void turned();
  void failed(const QString& what);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QRectF place() const { return QRectF(rect()); }
  std::optional<PictureCell> at(QPointF point) const;
  bool isMovable(const PictureCell& cell) const;
  void point(const std::optional<PictureCell>& cell);
  /// A click or Enter: told, then what it asks for.
  void choose(const PictureCell& cell);
  void drag(QPointF to);
  void turnTo(const PictureTurn& turn);
  /// Whether a drag that begins here turns the picture.
  bool turnsAt(const std::optional<PictureCell>& cell) const;
  bool isTurnKey(const QKeyEvent& key) const;
  /// By so many steps of its handle; false: the cell has none.
  bool step(const PictureCell& cell, int steps);
  void copyImage() const;
  void askWhereToSave(const QString& suffix);
  void tellText();

  std::unique_ptr<TeachingPicture> m_picture;
  PictureAttention m_attention;
  QString m_altText;
  /// What is dragged, and how far each of its values was from what the point of the grab asks for.
  struct Grab {
    std::optional<PictureCell> cell;  ///< none: the picture itself, which is turned
    QPointF from;
    std::vector<double> offsets = {};
    bool isTurn = false;
    PictureTurn turn = {};  ///< at the start
    bool hasMoved = false;
  };
  std::optional<Grab> m_grab;
};

}  // namespace ui
