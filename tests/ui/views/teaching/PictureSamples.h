// Input for every teaching picture: small, as lessons have it, and a size to be feared.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ui/views/teaching/TeachingPicture.h"

namespace test {

inline ui::PictureArray arrayOf(const std::string& name, engine::Shape shape, const std::vector<double>& values) {
  return {name, engine::Array<double>(std::move(shape), values, name)};
}

inline ui::PictureArray scalar(const std::string& name, double value) { return arrayOf(name, {}, {value}); }

/// What stands between blanks.
std::vector<QString> words(const QString& text);

struct PictureSample {
  std::string id, name;
  ui::PictureInput input;
};
/// Every cell of a matrix as a switch of 0 and 1.
void addSwitches(ui::PictureInput& input, const std::string& name, engine::Index rows, engine::Index columns);
/// At least one of every line of pictures.def.
std::vector<PictureSample> pictureSamples();
/// The first sample of a picture.
ui::PictureInput sampleOf(const std::string& id);
std::unique_ptr<ui::TeachingPicture> pictureOf(const std::string& id, ui::PictureInput input);

}  // namespace test
