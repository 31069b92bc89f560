#include "ui/lessons/pictures/TeachingFrame.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

namespace {

PictureCell cellOf(const MarkedCells& marked) {
  PictureCell cell{marked.array, {}};
  for (const engine::Index index : marked.at) {
    if (index < 0) break;  // all along this axis: the row or sheet so far
    cell.at.push_back(index);
  }
  return cell;
}

/// Cells of a whole array, in order.
void addHandles(std::vector<PictureHandle>& handles, const std::string& name, const engine::Shape& shape,
                const engine::LessonControl& control) {
  const engine::Index count = engine::elementCount(shape);
  for (engine::Index flat = 0; flat < count; ++flat) {
    PictureCell cell{name, std::vector<engine::Index>(shape.size())};
    engine::Index rest = flat;
    for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) cell.at[axis] = rest % shape[axis];
    const bool isSwitch = control.kind == engine::ControlKind::toggle;
    handles.push_back({std::move(cell), control.from, control.to, isSwitch ? 1 : control.by, isSwitch});
  }
}

/// Lines that count or measure may name a control, or any expression: "head h", "turn 10*t". Others are words.
std::string settingText(const std::string& key, const std::string& text, const engine::StepValues& values) {
  static const std::set<std::string> kNumbers = {"head",       "row",  "column", "component", "query", "pass",
                                                 "checkpoint", "step", "turn",   "position",  "shift", "penalty"};
  if (!kNumbers.contains(key)) return text;
  engine::LessonProblems problems;
  const auto expression = engine::LessonExpression::parse(text, {}, problems);
  const double number = expression ? expression->number(values) : std::nan("");
  if (!std::isfinite(number)) engine::fail(key, " of a picture: found ", text, ", expected a number");
  return QString::number(number, 'g', 17).toStdString();
}

/// "begin NAME": the text that a click in the picture writes; what it is now goes along. Locked ones are not written.
void readBegin(PictureInput& input, const engine::StepValues& values) {
  const auto begin = input.settings.find("begin");
  if (begin == input.settings.end()) return;
  const engine::LessonValue* value = values.find(begin->second);
  const auto* text = value ? std::get_if<std::string>(value) : nullptr;
  if (!text) engine::fail("begin of a picture: found ", begin->second, ", expected the name of a text");
  input.settings["begun"] = *text;
  if (values.isLocked(begin->second)) input.settings.erase("begin");
}

}  // namespace

PictureArray pictureArray(const std::string& name, const engine::StepValues& values) {
  const engine::LessonValue* value = values.find(name);
  if (!value) engine::fail("there is no \"", name, "\" here");
  const auto* array = std::get_if<engine::LessonArray>(value);
  if (!array) engine::fail("\"", name, "\" is ", engine::describeValue(*value), ", expected numbers");
  PictureArray shown{name, *array};
  for (engine::Index axis = 0; axis < array->rank(); ++axis) {
    shown.labels.emplace_back();
    for (const std::string& label : values.labels(name, axis))
      shown.labels.back().push_back(QString::fromStdString(label));
  }
  shown.unit = QString::fromStdString(values.unit(name));
  shown.isCovered = values.isCovered(name);
  return shown;
}

TeachingFrame::TeachingFrame(const engine::LessonPicture& picture, const std::vector<engine::LessonControl>& controls,
                             QWidget* parent)
    : ShownPicture(picture, parent), m_controls(controls) {
  const PictureKind* kind = findPictureKind(picture.kind);
  m_widget = new PictureWidget(kind->make(), this);
  m_widget->setAccessibleName(kind->title);
  setContent(m_widget);
  m_widget->hide();  // until there is something to draw
  const auto marked = [](const PictureCell& cell) { return MarkedCells{cell.array, cell.at}; };
  connect(m_widget, &PictureWidget::cellPointed, this,
          [this, marked](const PictureCell& cell) { Q_EMIT cellPointed(marked(cell)); });
  connect(m_widget, &PictureWidget::cellLeft, this, &ShownPicture::cellLeft);
  connect(m_widget, &PictureWidget::cellChosen, this,
          [this, marked](const PictureCell& cell) { Q_EMIT cellChosen(marked(cell)); });
  connect(m_widget, &PictureWidget::cellMoved, this, [this](const PictureMove& move) {
    Q_EMIT moved(expressionOf(move.cell).toStdString(),
                 move.text ? engine::LessonValue(*move.text) : engine::numberValue(move.value));
  });
  connect(m_widget, &PictureWidget::turned, this, &ShownPicture::stateChanged);
  connect(m_widget, &PictureWidget::failed, this, [this](const QString& what) { tellFailure(what); });
}

QJsonObject TeachingFrame::state() const {
  const PictureTurn& turn = m_widget->picture().turn();
  if (turn == PictureTurn{}) return {};
  return {{QStringLiteral("turn"), turn.turn}, {QStringLiteral("tilt"), turn.tilt}};
}

void TeachingFrame::setState(const QJsonObject& state) {
  m_widget->setTurn({state[QStringLiteral("turn")].toDouble(), state[QStringLiteral("tilt")].toDouble()});
}

void TeachingFrame::fill(const engine::StepValues& values, const std::vector<MarkedCells>& marks) {
  PictureInput input;
  for (const std::string& name : picture().of) {
    const engine::LessonValue* value = values.find(name);
    const engine::DatasetPtr dataset = value && std::holds_alternative<engine::DatasetPtr>(*value)
                                           ? std::get<engine::DatasetPtr>(*value)
                                       : !value ? values.dataset(name)
                                                : nullptr;
    if (dataset)
      input.datasets.push_back(dataset);
    else
      input.arrays.push_back(pictureArray(name, values));
  }
  for (const auto& [key, line] : picture().settings) input.settings[key] = settingText(key, line.text, values);
  readBegin(input, values);
  input.handles = handles(values);
  for (const MarkedCells& mark : ownMarks(values)) input.marks.push_back(cellOf(mark));
  for (const MarkedCells& mark : marks) input.marks.push_back(cellOf(mark));
  m_widget->setInput(std::move(input));
  if (m_widget->isHidden()) m_widget->setAltText(setting("alt"));
  m_widget->show();
}

std::vector<PictureHandle> TeachingFrame::handles(const engine::StepValues& values) const {
  std::vector<PictureHandle> handles;
  for (const engine::LessonControl& control : m_controls) {
    engine::LessonProblems problems;
    const auto name = engine::LessonExpression::parse(control.name, control.place, problems);
    const bool isCell = control.kind == engine::ControlKind::cell || control.kind == engine::ControlKind::weight;
    if (isCell && name) {
      if (const auto cell = markedCells(*name, values))
        handles.push_back({cellOf(*cell), control.from, control.to, control.by});
      continue;
    }
    // A number that the picture draws is dragged there as well.
    const bool isNumber = control.kind == engine::ControlKind::slider || control.kind == engine::ControlKind::stepper;
    if (isNumber && std::find(picture().of.begin(), picture().of.end(), control.name) != picture().of.end()) {
      handles.push_back({{control.name, {}}, control.from, control.to, control.by});
      continue;
    }
    const bool isArray = control.kind == engine::ControlKind::matrix || control.kind == engine::ControlKind::points ||
                         control.kind == engine::ControlKind::toggle;
    for (const std::string& array : control.arrays) {
      const engine::LessonValue* value = isArray && !values.isLocked(array) ? values.find(array) : nullptr;
      if (const auto* numbers = value ? std::get_if<engine::LessonArray>(value) : nullptr)
        addHandles(handles, array, numbers->shape(), control);
    }
  }
  return handles;
}

}  // namespace ui
