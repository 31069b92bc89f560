// Parts of formulae that grow with what they belong to: brackets, roots, braces, accents. Pixels; y grows downwards.
#pragma once

#include <QPainterPath>
#include <string>

namespace ui {

/// What a stretched shape takes, with its path; x from 0 to `width`.
struct FormulaShape {
  QPainterPath path;
  double width = 0;
};

/// A bracket ("(", "[", "{", "|", "Vert" and partners) from `top` to `bottom`; `em`: the size of the face.
FormulaShape delimiterShape(const std::string& name, double top, double bottom, double em);
/// The sign of a root before its bar, whose upper edge is at `top`; its point is at `bottom`.
FormulaShape rootShape(double top, double bottom, double em, double rule);
/// A horizontal brace of this width; its point looks up (overbrace) or down. Its height is braceHeight(em).
QPainterPath braceShape(double width, double em, bool pointsUp);
double braceHeight(double em);
/// An accent over something as wide as `width`, standing on y = 0, centred on x = 0: "hat", "tilde", "vec", "dot",
/// "bar".
QPainterPath accentShape(const std::string& name, double width, double em, double rule);

}  // namespace ui
