// Whether a moving picture is shaded: what does not fit thirty frames a second waits until the picture rests.
#pragma once

namespace ui {

class ShadingPace {
 public:
  /// Whether the next frame is shaded while the picture moves.
  bool isLive() const { return m_isLive; }
  /// What a frame on the screen took, and its shading as a part of that, ms; 0: it was not shaded.
  void frameDrawn(double frame, double shading);

 private:
  bool m_isLive = true;
  double m_shading = 0;  ///< ms, of the last frame that was shaded
};

}  // namespace ui
