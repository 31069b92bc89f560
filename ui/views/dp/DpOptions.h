// What the user can choose about the picture of a dynamic-programming run, and how sessions keep it.
#pragma once

#include <QJsonObject>
#include <QString>

#include "engine/hmm/score/DpMatrices.h"
#include "engine/operations/AlignmentKnobs.h"

namespace ui {

/// withPosterior: the main plane beside the posterior of the same state. lanes: the vectorised algorithm.
enum class PlaneArrangement { oneLarge, sideBySide, withPosterior, lanes };
enum class PlaneRange { common, perPlane };
enum class PlaneQuantity { behindBest, score };
enum class ProfileLetters { firstSequence, consensus };

struct DpOptions {
  engine::DpKind kind = engine::DpKind::viterbi;
  int mainPlane = 0;  ///< 0-based, the large one
  PlaneArrangement arrangement = PlaneArrangement::oneLarge;
  PlaneRange range = PlaneRange::common;
  PlaneQuantity quantity = PlaneQuantity::behindBest;  ///< of scores; rivals of the path can be seen
  ProfileLetters letters = ProfileLetters::firstSequence;
  QString colorMap;              ///< empty: by the values
  int path = 0;                  ///< as in pathChoices(): 0 is the best
  bool isPathShown = true;       ///< as a line
  bool areRivalsShown = true;    ///< the other paths as thin lines
  bool isPosteriorShown = false;  ///< the path's steps in the colours of their posteriors, where these are known
  bool areLogosShown = true;
  bool isListShown = false;      ///< all paths with their texts
  bool isCardShown = false;      ///< every way into the current cell beside the planes
  int firstEntry = 0;            ///< of the list, on top
  engine::Index textOffset = 0;  ///< first step of the text where nothing is in focus
  bool operator==(const DpOptions&) const = default;
};

/// Whether the same values get the same colours in the same planes.
bool areColoredAlike(const DpOptions& a, const DpOptions& b);

/// "viterbi", "forward", "backward", "posterior"
QString kindName(engine::DpKind kind);

QJsonObject toJson(const DpOptions& options);
/// What is missing, unknown or of another type leaves the option as it is; numbers are taken as they are.
void readJson(const QJsonObject& state, DpOptions& options);
QJsonObject toJson(const engine::AlignmentKnobs& knobs);
void readJson(const QJsonObject& state, engine::AlignmentKnobs& knobs);

}  // namespace ui
