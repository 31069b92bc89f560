#include "ui/lessons/pictures/ViewFrame.h"

#include <QJsonDocument>
#include <QLabel>
#include <QPainter>
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/ArrayText.h"
#include "ui/look/Theme.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/DatasetAxes.h"
#include "ui/views/base/access/ViewTable.h"

namespace ui {

namespace {

constexpr double kCoverMark = 0.25;  ///< of the height
constexpr std::string_view kRows = "axis_";

class ViewCover : public QWidget {
 public:
  explicit ViewCover(QWidget* parent) : QWidget(parent) {
    setAccessibleName(QObject::tr("covered until the question is answered"));
    setAttribute(Qt::WA_OpaquePaintEvent);  // the view below need not be drawn
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = ThemeModel::instance().theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setPen(theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    QFont large = theme.titleFont();
    large.setPixelSize(std::max(12, static_cast<int>(kCoverMark * height())));
    painter.setFont(large);
    painter.setPen(theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("?"));
  }
};

engine::DatasetPtr published(Session& session, const engine::DatasetPtr& dataset, const std::string& name) {
  const std::string id = dataset->id.empty() ? name : std::string(dataset->id);
  const engine::DatasetPtr there = session.document().find(id);
  if (there && there->value == dataset->value) return there;
  engine::Dataset copy = *dataset;
  copy.id = id;
  if (copy.title.empty()) copy.title = name;
  const auto shared = std::make_shared<const engine::Dataset>(std::move(copy));
  session.document().publish(shared);
  return shared;
}

/// What a picture of arrays is called: as its block says, else as the only array or, of several, as the block.
std::string titleOf(const ShownPicture& picture, const std::vector<std::string>& names) {
  if (const QString title = picture.setting("title"); !title.isEmpty()) return title.toStdString();
  std::string title = names.size() > 1 && !picture.picture().name.empty() ? picture.picture().name : names.front();
  for (char& letter : title)
    if (letter == '_' || letter == '-') letter = ' ';
  return title;
}

/// "curve_wide kernel" of "curve_wide_kernel": names of a lesson have no blanks, those of curves are read by people.
std::string shownName(const std::string& name) {
  static const std::set<std::string> kPlotted = {"axis", "curve",  "points", "hollow", "band",  "quantity",
                                                 "rule", "spread", "trace",  "dots",   "arrow", "outline"};
  const size_t end = name.find('_');
  if (end == std::string::npos || !kPlotted.contains(name.substr(0, end))) return name;
  std::string shown = name;
  std::replace(shown.begin() + static_cast<std::ptrdiff_t>(end) + 1, shown.end(), '_', ' ');
  return shown;
}

/// Arrays of a lesson as the program keeps arrays, with the labels of their axes.
engine::DatasetPtr arraysOf(const std::vector<std::string>& names, const engine::StepValues& values,
                            std::string title) {
  auto bundle = std::make_shared<engine::ArrayBundle>();
  for (const std::string& name : names) {
    const engine::LessonValue* value = values.find(name);
    const auto* array = value ? std::get_if<engine::LessonArray>(value) : nullptr;
    if (!array) engine::fail("\"", name, "\" is no array that a view could show");
    engine::ArrayNote note{shownName(name), {}, {}};
    for (engine::Index axis = 0; axis < array->rank(); ++axis) {
      // Plots look for the names of rows at the axis of a column "axis_NAME", which is called NAME.
      const bool isOfRows = axis == 0 && note.name.starts_with(kRows);
      note.axes.push_back(isOfRows ? note.name.substr(kRows.size()) : name + " axis " + std::to_string(axis + 1));
      const std::vector<std::string> labels = values.labels(name, axis);
      if (static_cast<engine::Index>(labels.size()) == array->length(axis))
        engine::labelAxis(*bundle, note.axes.back(), labels);
    }
    engine::addArray(*bundle, *array, note);
  }
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->title = std::move(title);
  dataset->value = engine::DatasetValue(std::shared_ptr<const engine::ArrayBundle>(std::move(bundle)));
  return dataset;
}

/// Of arrays the names and shapes, since their kind alone says nothing.
std::string refusalOf(const View& view, const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays) return view.refusalText(dataset).toStdString();
  std::string text;
  for (const auto& [name, array] : *arrays)
    if (!engine::isArrayText(name))
      text.append(text.empty() ? "cannot show " : ", ").append(name + " " + engine::shapeText(engine::shapeOf(array)));
  return text;
}

}  // namespace

ViewFrame::ViewFrame(const engine::LessonPicture& picture, Session& session, QWidget* parent)
    : ShownPicture(picture, parent),
      m_session(session),
      m_view(makeView(QString::fromStdString(picture.kind), session, this)),
      m_cover(new ViewCover(this)) {
  setContent(m_view);
  connect(&session.selection(), &SelectionModel::lockedChanged, this, [this] {
    const Focus& focus = m_session.selection().locked();
    if (!m_view->canvas().hasFocus() || focus.isEmpty()) return;
    MarkedCells cell{this->picture().of.empty() ? std::string() : this->picture().of.front(), {focus.first.index}};
    if (focus.isPair()) cell.at.push_back(focus.second.index);
    Q_EMIT cellChosen(cell);
  });
}

std::vector<engine::DatasetId> ViewFrame::publish(const engine::StepValues& values) {
  std::vector<engine::DatasetId> ids;
  std::vector<std::string> arrays;
  for (const std::string& name : picture().of) {
    if (const engine::DatasetPtr dataset = values.dataset(name))
      ids.push_back(published(m_session, dataset, name)->id);
    else
      arrays.push_back(name);
  }
  if (!arrays.empty()) {
    const std::string id = picture().name.empty() ? picture().kind : picture().name;
    ids.push_back(published(m_session, arraysOf(arrays, values, titleOf(*this, arrays)), id)->id);
  }
  return ids;
}

void ViewFrame::fill(const engine::StepValues& values, const std::vector<MarkedCells>& marks) {
  const bool isCovered = std::any_of(picture().of.begin(), picture().of.end(), [&](const std::string& name) {
    return values.isCovered(name) || values.isViewCovered(name);
  });
  m_cover->setVisible(isCovered);
  m_cover->raise();
  m_view->setDisabled(isCovered);
  setNumbersCovered(*m_view, std::any_of(picture().of.begin(), picture().of.end(),
                                         [&](const std::string& name) { return values.holdsCovered(name); }));
  const std::vector<engine::DatasetId> ids = publish(values);
  if (ids != m_ids) showFirst(ids);  // own data in the place of a sample are another dataset
  chooseHead(values);
  mark(values, marks);
}

bool ViewFrame::isAxisOfShown(const engine::DatasetId& id) const {
  const std::vector<engine::DatasetId> shown = m_view->datasetIds();
  return std::any_of(shown.begin(), shown.end(), [&](const engine::DatasetId& one) {
    const engine::DatasetPtr dataset = m_session.document().find(one);
    return dataset && std::find(dataset->axes.begin(), dataset->axes.end(), id) != dataset->axes.end();
  });
}

void ViewFrame::chooseHead(const engine::StepValues& values) {
  const QStringList parts = setting("head").split(u'.', Qt::SkipEmptyParts);  // "2", "h"; "3.2": layer and head
  if (parts.isEmpty()) return;
  const auto numberOf = [&](const QString& text) {
    engine::LessonProblems problems;
    const auto expression = engine::LessonExpression::parse(text.toStdString(), {}, problems);
    const double number = expression ? expression->number(values) : 0;
    if (!(number >= 1 && number < 1e6))
      engine::fail("head of picture ", picture().kind, ": found ", text.toStdString(), ", expected a number from 1");
    return static_cast<int>(number) - 1;
  };
  const std::pair<int, int> head{parts.size() > 1 ? numberOf(parts[0]) : 0, numberOf(parts.last())};
  for (const engine::DatasetId& id : m_ids) {
    const engine::DatasetPtr dataset = m_session.document().find(id);
    const auto* heads = dataset ? dataset->as<engine::HeadSet>() : nullptr;
    if (heads && (head.first >= heads->numLayers || head.second >= heads->numHeads))
      engine::fail("head of picture ", picture().kind, ": found ", setting("head").toStdString(), ", there are ",
                   heads->numLayers, heads->numLayers == 1 ? " layer" : " layers", " of ", heads->numHeads, " heads");
  }
  if (std::exchange(m_head, head) != head) m_session.selection().setHead(head.first, head.second);
}

void ViewFrame::showFirst(const std::vector<engine::DatasetId>& ids) {
  for (const engine::DatasetId& id : ids) {
    const engine::DatasetPtr dataset = m_session.document().find(id);
    if (m_view->accepts(*dataset))
      m_view->setDataset(dataset);
    else if (!isAxisOfShown(id))  // that what is shown belongs to it is all that the view wants to know
      engine::fail(refusalOf(*m_view, *dataset));
  }
  m_ids = ids;
  if (std::exchange(m_isFilled, true)) return m_view->canvas().update();
  const QString state = setting("state");
  QJsonParseError error;
  const QJsonDocument read = QJsonDocument::fromJson(state.toUtf8(), &error);
  if (!state.isEmpty() && !read.isObject())
    engine::fail("state of picture ", picture().kind, ": ", error.errorString().toStdString());
  if (read.isObject()) m_view->setState(read.object());
  m_view->canvas().update();
}

void ViewFrame::mark(const engine::StepValues& values, const std::vector<MarkedCells>& marks) {
  std::vector<MarkedCells> all = marks;
  const std::vector<MarkedCells> own = ownMarks(values);
  all.insert(all.end(), own.begin(), own.end());
  const std::vector<engine::DatasetId> ids = m_view->datasetIds();
  if (all.empty() || ids.empty()) return;
  MarkedCells cell = all.front();
  const engine::LessonValue* value = values.find(cell.array);
  const auto* array = value ? std::get_if<engine::LessonArray>(value) : nullptr;
  if (array && array->rank() == 3 && !cell.at.empty()) cell.at.erase(cell.at.begin());  // of heads: the first is theirs
  if (cell.at.empty() || cell.at[0] < 0) return;
  const engine::DatasetPtr shown = m_session.document().find(ids.front());
  const std::vector<DatasetAxis> axes = shown ? axesOf(*shown) : std::vector<DatasetAxis>{};
  const auto positionOn = [&](size_t axis, engine::Index index) {  // rows and columns may be those of two datasets
    return axis < axes.size() ? axes[axis].at(index) : Position{ids.front(), index};
  };
  Focus focus;
  focus.first = positionOn(0, cell.at[0]);
  if (cell.at.size() > 1 && cell.at[1] >= 0) focus.second = positionOn(1, cell.at[1]);
  m_session.selection().setLocked(focus);
}

std::optional<ViewRequest> ViewFrame::viewRequest() const {
  ViewRequest request;
  request.view = picture().kind;
  for (const engine::DatasetId& id : m_view->datasetIds()) request.datasets.push_back(id);
  request.state = m_view->state();
  return request;
}

void ViewFrame::resizeEvent(QResizeEvent* event) {
  ShownPicture::resizeEvent(event);
  m_cover->setGeometry(rect());
}

}  // namespace ui
