#include "ui/views/teaching/DrawnPicture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace ui {

using engine::Index;

namespace {

constexpr double kDragSpan = 80;  ///< pixels from the middle of a handle's range to its end

std::vector<std::string> words(const char* shape) {
  std::istringstream stream(shape);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::string shapeOf(const PictureNeed& need) {
  std::string text;
  for (const std::string& word : words(need.shape)) text.append(text.empty() ? "(" : ", ").append(word);
  return text.empty() ? std::string("()") : text.append(")");
}

std::string lengthsText(const std::map<std::string, Index>& lengths) {
  std::string text;
  for (const auto& [letter, length] : lengths)
    text.append(text.empty() ? " with " : ", ").append(letter).append(" = ").append(std::to_string(length));
  return text;
}

/// False when an axis differs; lengths of letters that are new are kept.
bool fits(const std::vector<std::string>& axes, const engine::Shape& shape, std::map<std::string, Index>& lengths) {
  if (axes.size() != shape.size()) return false;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    const bool isNumber = std::isdigit(static_cast<unsigned char>(axes[axis][0])) != 0;
    const Index wanted = isNumber ? std::stol(axes[axis]) : lengths.try_emplace(axes[axis], shape[axis]).first->second;
    if (wanted != shape[axis]) return false;
  }
  return true;
}

}  // namespace

void DrawnPicture::refuse(const std::string& what) const { engine::fail("picture ", id(), ": ", what); }

QString DrawnPicture::expects() const {
  QStringList list;
  for (const PictureNeed& need : needs())
    list << QString::fromStdString(std::string(need.role) + " " + shapeOf(need) +
                                   (need.isOptional ? ", if wanted" : ""));
  return list.join(QStringLiteral("; "));
}

void DrawnPicture::check(const PictureInput& input) const {
  const std::vector<PictureNeed> wanted = needs();
  std::map<std::string, Index> lengths;
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (k >= input.arrays.size()) {
      if (wanted[k].isOptional) return;
      refuse("needs " + std::string(wanted[k].role) + " " + shapeOf(wanted[k]) + " as array " + std::to_string(k + 1) +
             ", found " + std::to_string(input.arrays.size()) + " arrays; expected " + expects().toStdString());
    }
    const PictureArray& found = input.arrays[k];
    std::map<std::string, Index> known = lengths;
    if (!fits(words(wanted[k].shape), found.values.shape(), known))
      refuse("array \"" + found.name + "\" has shape " + engine::shapeText(found.values.shape()) + ", expected " +
             wanted[k].role + " " + shapeOf(wanted[k]) + lengthsText(lengths));
    lengths = known;
  }
  if (input.arrays.size() > wanted.size())
    refuse("found " + std::to_string(input.arrays.size()) + " arrays, expected at most " +
           std::to_string(wanted.size()) + ": " + expects().toStdString());
}

const PictureArray* DrawnPicture::given(size_t which) const {
  return which < input().arrays.size() ? &input().arrays[which] : nullptr;
}

std::string DrawnPicture::setting(const std::string& key, const std::string& otherwise) const {
  const auto found = input().settings.find(key);
  return found == input().settings.end() || found->second.empty() ? otherwise : found->second;
}

Index DrawnPicture::chosen(const std::string& key, Index count, Index otherwise) const {
  const double number = std::strtod(setting(key, "0").c_str(), nullptr);
  return number >= 1 && number <= static_cast<double>(count) ? static_cast<Index>(number) - 1 : otherwise;
}

DepthView DrawnPicture::depthView() const {
  return {std::strtod(setting("turn", std::to_string(DepthView::kTurn)).c_str(), nullptr), turn()};
}

void DrawnPicture::drawInto(PictureCanvas& canvas) const {
  const auto& arrays = input().arrays;
  const bool isEmpty = arrays.empty() || std::any_of(arrays.begin(), arrays.end(),
                                                     [](const PictureArray& one) { return one.values.empty(); });
  if (!isEmpty) return draw(canvas);
  canvas.text(canvas.place(), Qt::AlignCenter, QObject::tr("There are no values to show."), {canvas.theme().muted});
}

void DrawnPicture::paint(QPainter& painter, const Theme& theme, const QRectF& place,
                         const PictureAttention& attention) const {
  if (place.width() < 1 || place.height() < 1) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(place, Qt::IntersectClip);
  PictureCanvas canvas(&painter, theme, place, input(), attention);
  drawInto(canvas);
  canvas.paintMarks();
  painter.restore();
}

void DrawnPicture::prepare() {
  m_hits.reset();
  derive();
}

const std::vector<PictureHit>& DrawnPicture::hits(const Theme& theme, const QRectF& place) const {
  if (m_hits && m_hits->place == place && m_hits->scale == theme.scale) return m_hits->hits;
  const PictureAttention nobody;
  PictureCanvas canvas(nullptr, theme, place, input(), nobody);
  drawInto(canvas);
  m_hits = Hits{place, theme.scale, canvas.hits()};
  return m_hits->hits;
}

std::optional<PictureCell> DrawnPicture::cellAt(const Theme& theme, const QRectF& place, QPointF point) const {
  const auto& hits = this->hits(theme, place);
  for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit)
    if (std::optional<PictureCell> cell = hit->cellAt(point)) return cell;
  return std::nullopt;
}

std::vector<PictureMove> DrawnPicture::drag(const Theme& theme, const QRectF& place, const PictureCell& grabbed,
                                            QPointF to) const {
  const auto& hits = this->hits(theme, place);
  for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
    const std::optional<QRectF> area = hit->areaOf(grabbed);
    if (!area) continue;
    std::vector<PictureMove> wanted, moves;
    if (hit->moves) wanted = hit->moves(to);
    for (const PictureHandle& handle : input().handles)
      if (!hit->moves && handle.cell == grabbed && !handle.isSwitch)
        wanted = {{grabbed, (handle.from + handle.to) / 2 + (area->center().y() - to.y()) / (kDragSpan * theme.scale) *
                                                                (handle.to - handle.from) / 2}};
    for (const PictureMove& move : wanted)
      if (const std::optional<PictureMove> allowed = moveTo(move.cell, move.value)) moves.push_back(*allowed);
    return moves;
  }
  return {};
}

std::vector<QRectF> DrawnPicture::textPlaces(const Theme& theme, const QRectF& place,
                                             const PictureAttention& attention) const {
  PictureCanvas canvas(nullptr, theme, place, input(), attention);
  drawInto(canvas);
  return canvas.texts();
}

}  // namespace ui
