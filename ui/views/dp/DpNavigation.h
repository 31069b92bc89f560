// Pan and zoom of linked planes: measured in the panel of the main one, moved by any of them.
#pragma once

#include <QJsonObject>
#include <QPointF>

#include "ui/views/dp/DpLayout.h"

namespace ui {

/// The plane moves by the pointer's way in logical pixels, the others accordingly.
void panPlane(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, int plane, QPointF way);
/// Zooms all planes about the cell at a point of any; false where there is no panel.
bool zoomAt(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, QPointF position,
            double steps);
/// Arrow keys, + and -; false for others.
bool navigateByKey(MapNavigation& navigation, const DpPicture& picture, const DpLayout& layout, int key);

/// As in sessions: "row", "column" of the middle and "columnsAcross" of a panel of this size; empty when everything is
/// shown.
QJsonObject zoomState(const MapNavigation& navigation, const DpPicture& picture, const Rect& panel);
/// Puts such a state back; everything is shown where it is none.
void setZoomState(const QJsonObject& zoom, MapNavigation& navigation, const DpPicture& picture, const Rect& panel);

}  // namespace ui
