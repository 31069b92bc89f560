// Draws the tree beside the rows and finds what is under a point of it.
#pragma once

#include <QPainter>

#include "ui/views/alignment/AlignmentPicture.h"

namespace ui {

/// Branches, collapsed clades with their sizes, the cut, a stripe in the colour of its group beside each name, and
/// above the tree a bar that tells lengths; nothing where the picture has no tree.
void paintTree(QPainter& painter, const AlignmentPicture& picture);

/// What a press in the tree takes hold of.
struct TreeHit {
  bool isOnTree = false, isOnCut = false;
  engine::Index node = -1;  ///< an inner one
};
/// In any of the blocks of a picture.
TreeHit treeHitAt(const AlignmentPicture& picture, QPointF point);
/// What is under the pointer and what can be done there; empty: nothing to say.
QString treeTip(const ShownTree& shown, const TreeHit& hit);
/// The cut at a point, 0..1.
double cutAt(const AlignmentPicture& picture, QPointF point);

}  // namespace ui
