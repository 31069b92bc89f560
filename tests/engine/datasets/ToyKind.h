// A kind of dataset that no list knows: pages about a sequence. What is done here is all that a new kind takes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/datasets/TypedKind.h"

namespace test {

struct Lesson {
  std::string title;
  std::string letters;  ///< of the sequence that it is about
  std::vector<std::string> pages;
};

class LessonKind : public engine::TypedKind<Lesson> {
 public:
  std::string name() const override { return "lesson"; }
  std::string heading() const override { return "Lessons"; }
  std::string icon() const override { return "information"; }
  std::string textSuffix() const override { return ".md"; }
  std::vector<engine::Exporter> exporters() const override {
    return {{".md", "", "the pages, one after the other", [](const engine::Dataset& dataset, const auto&) {
               std::string text;
               for (const std::string& page : dataset.as<Lesson>()->pages) text += page + "\n";
               return engine::Exported(text);
             }}};
  }
  engine::Index numPositions(const engine::Dataset& dataset) const override {
    return static_cast<engine::Index>(dataset.as<Lesson>()->letters.size());
  }
  std::vector<engine::Index> axisLengths(const engine::Dataset& dataset) const override {
    return {numPositions(dataset)};
  }
  std::string positionName() const override { return "letter"; }
  /// How often the pages name each letter.
  engine::PositionNumbers numbers(const engine::Dataset& dataset) const override {
    const Lesson& lesson = *dataset.as<Lesson>();
    engine::NumberColumn mentions{"mentions", "times", {}};
    for (const char letter : lesson.letters) {
      double count = 0;
      for (const std::string& page : lesson.pages)
        count += static_cast<double>(std::count(page.begin(), page.end(), letter));
      mentions.values.push_back(count);
    }
    return {{mentions}, {}};
  }
  std::vector<engine::Residues> parts(const engine::Dataset& dataset) const override {
    return {engine::residuesOfLetters(dataset.id, dataset.as<Lesson>()->letters)};
  }

 protected:
  std::string sizeOf(const Lesson& lesson) const override {
    return engine::counted(static_cast<engine::Index>(lesson.pages.size()), "page");
  }
  nlohmann::ordered_json factsOf(const Lesson& lesson) const override {
    return {{"name", lesson.title}, {"pages", lesson.pages.size()}};
  }
};

inline engine::DatasetKind lessonKind() {
  static const engine::DatasetKind kind = engine::addKind(std::make_unique<LessonKind>());
  return kind;
}

/// A lesson of two pages.
inline engine::DatasetPtr lesson(const std::string& id, const std::string& letters) {
  lessonKind();
  engine::Dataset dataset;
  dataset.id = dataset.title = id;
  dataset.value = std::make_shared<const Lesson>(Lesson{"Helices", letters, {"Look at i and i + 4.", "Now at DSSP."}});
  return std::make_shared<const engine::Dataset>(dataset);
}

}  // namespace test
