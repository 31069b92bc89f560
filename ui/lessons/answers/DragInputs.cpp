// Answers that are dragged, or moved by keys: bars, an order, a curve.
#include <QKeyEvent>
#include <QListWidget>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QVariantAnimation>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "ui/lessons/answers/AnswerInput.h"
#include "ui/look/AccessibleRole.h"
#include "ui/look/RoleColors.h"
#include "ui/look/Theme.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

namespace {

constexpr double kKeyStep = 0.05, kFaintBars = 0.35;
constexpr int kLines = 8, kMostBars = 32, kBarsMilliseconds = 600;

QColor faintBar(QColor color) {
  color.setAlphaF(static_cast<float>(kFaintBars));
  return color;
}

/// Numbers of a row that are set one by one: as bars from 0, or as points of a curve.
class HeightsInput : public AnswerInput {
 public:
  enum class Look { bars, curve };

  HeightsInput(const engine::LessonQuestion& question, Look look, QWidget* parent)
      : AnswerInput(parent), m_question(question), m_look(look) {
    registerRole<HeightsInput, QAccessible::Slider>();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QString::fromStdString(question.text));
    setCursor(Qt::PointingHandCursor);
    m_way.setStartValue(0.0);
    m_way.setEndValue(1.0);
    m_way.setDuration(kBarsMilliseconds);
    connect(&m_way, &QVariantAnimation::valueChanged, this, [this](const QVariant& part) {
      setProperty("reveal", part);
      update();
    });
    tell();
  }
  QSize sizeHint() const override { return {200, fontMetrics().height() * kLines}; }
  QSize minimumSizeHint() const override { return {120, fontMetrics().height() * (kLines - 2)}; }

  std::optional<engine::LessonAnswer> answer() const override {
    if (!m_isTouched || m_heights.empty()) return std::nullopt;
    return engine::LessonAnswer{m_heights, {}};
  }
  void setAnswer(const engine::LessonAnswer& answer) override {
    m_heights = answer.numbers;
    m_isTouched = !m_heights.empty();
    tell();
  }
  void setValues(const engine::StepValues& values) override {
    if (m_isTouched || !m_truth.empty()) return;
    const std::string of = m_look == Look::curve ? m_question.over : std::string();
    const engine::LessonValue* over = of.empty() ? nullptr : values.find(of);
    if (const auto* array = over ? std::get_if<engine::LessonArray>(over) : nullptr)
      m_over.assign(array->begin(), array->end());
    if (m_question.answer)
      for (const std::string& name : m_question.answer->names())
        for (const std::string& label :
             values.labels(name, 1).empty() ? values.labels(name, 0) : values.labels(name, 1))
          if (m_labels.size() < static_cast<size_t>(kMostBars)) m_labels.push_back(QString::fromStdString(label));
    if (m_heights.empty()) setNumTrue(m_look == Look::curve ? static_cast<int>(m_over.size()) : 0);
  }
  void setNumTrue(int count) override {
    if (m_isTouched || count <= 0 || static_cast<size_t>(count) == m_heights.size()) return;
    m_heights.assign(static_cast<size_t>(count), startOf(static_cast<size_t>(count)));
    tell();
  }
  /// Round ends, and air above, so that they do not tell the answer.
  void setReach(double least, double most) override {
    if (m_look == Look::bars || !std::isfinite(least) || !std::isfinite(most)) return;
    const std::array<double, 2> ends{std::min(0.0, 1.5 * least), std::max(0.0, 1.5 * most)};
    m_reach = roundRange(ends.data(), ends.data() + ends.size());
    update();
  }
  void showTruth(const engine::LessonAnswer& truth) override {
    const bool isNew = m_truth.empty() && !truth.numbers.empty();
    m_truth = truth.numbers;
    setEnabled(false);
    tell();
    // From the guess to the truth, where somebody has just guessed.
    if (isNew && isVisible() && m_isTouched && !isMotionReduced()) m_way.start();
  }
  void clear() override {
    m_way.stop();
    m_truth.clear();
    m_isTouched = false;
    if (!m_heights.empty()) m_heights.assign(m_heights.size(), startOf(m_heights.size()));
    setEnabled(true);
    tell();
  }

 protected:
  void mousePressEvent(QMouseEvent* event) override { drag(event->position(), false); }
  void mouseMoveEvent(QMouseEvent* event) override {
    if (event->buttons() & Qt::LeftButton) drag(event->position(), m_look == Look::curve);
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (m_heights.empty()) return event->ignore();
    const int key = event->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
      m_current = std::clamp<size_t>(m_current + (key == Qt::Key_Right ? 1
                                                  : m_current > 0      ? -1
                                                                       : 0),
                                     0, m_heights.size() - 1);
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
      setHeight(m_current, m_heights[m_current] + (key == Qt::Key_Up ? kKeyStep : -kKeyStep) * (highest() - lowest()));
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      m_isTouched = true;
      Q_EMIT given();
    } else {
      return event->ignore();
    }
    tell();
  }
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = ThemeModel::instance().theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRect(QRectF(plot()).adjusted(-0.5, -0.5, 0.5, 0.5));
    if (m_look == Look::bars)
      paintBars(painter, theme);
    else
      paintCurves(painter, theme);
    painter.setPen(theme.muted);
    const double sum = std::accumulate(m_heights.begin(), m_heights.end(), 0.0);
    const QString note = m_look == Look::bars ? tr("sum %1").arg(sum, 0, 'f', 2) : QString();
    painter.drawText(rect().adjusted(4, 2, -4, 0), Qt::AlignTop | Qt::AlignRight, note);
  }

 private:
  QRect plot() const { return rect().adjusted(1, fontMetrics().height(), -1, -fontMetrics().height() - 2); }
  double startOf(size_t count) const { return m_look == Look::bars ? 1.0 / static_cast<double>(count) : 0; }
  double highest() const {
    double high = m_look == Look::bars ? 1 : m_reach.high;
    for (const double height : m_heights) high = std::max(high, height);
    for (const double height : m_truth) high = std::max(high, height);
    return high;
  }
  double lowest() const {
    double low = m_look == Look::bars ? 0 : m_reach.low;
    for (const double height : m_truth) low = std::min(low, height);
    return m_look == Look::curve ? low : 0;
  }
  double yOf(double height) const {
    const QRect area = plot();
    return area.bottom() - (height - lowest()) / (highest() - lowest()) * area.height();
  }
  /// On its way from the guess while it is revealed.
  double movedTruth(size_t place) const {
    if (m_way.state() != QAbstractAnimation::Running || place >= m_heights.size()) return m_truth[place];
    return m_heights[place] + m_way.currentValue().toDouble() * (m_truth[place] - m_heights[place]);
  }
  double widthOfOne() const { return static_cast<double>(plot().width()) / std::max<size_t>(1, m_heights.size()); }
  /// `goesOn`: places that the pen passed since are drawn as well.
  void drag(QPointF at, bool goesOn) {
    if (m_heights.empty()) return;
    const QRect area = plot();
    const auto place = static_cast<size_t>(std::clamp((at.x() - area.x()) / widthOfOne(), 0.0, m_heights.size() - 1.0));
    const size_t from = goesOn ? std::min(m_current, m_heights.size() - 1) : place;
    const double height = lowest() + (area.bottom() - at.y()) / std::max(1, area.height()) * (highest() - lowest()),
                 before = m_heights[from];
    const auto steps = static_cast<int>(place > from ? place - from : from - place);
    for (int step = 1; step < steps; ++step)
      m_heights[place > from ? from + step : from - step] =
          std::clamp(before + (height - before) * step / steps, lowest(), highest());
    m_current = place;
    setHeight(place, height);
  }
  void setHeight(size_t place, double height) {
    m_heights[place] = std::clamp(height, lowest(), highest());
    m_isTouched = true;
    tell();
    Q_EMIT changed();
  }
  void paintBars(QPainter& painter, const Theme& theme) {
    const QColor color = roleColors(theme).weight;
    for (size_t k = 0; k < m_heights.size(); ++k) {
      const double x = plot().x() + k * widthOfOne(), width = widthOfOne() * 0.7;
      painter.fillRect(QRectF(x + width * 0.2, yOf(m_heights[k]), width, yOf(0) - yOf(m_heights[k])), faintBar(color));
      if (k < m_truth.size()) {
        painter.setPen(QPen(theme.good, 2 * theme.lineScale));
        painter.drawLine(QPointF(x, yOf(movedTruth(k))), QPointF(x + widthOfOne(), yOf(movedTruth(k))));
      }
      painter.setPen(k == m_current && hasFocus() ? theme.accent : theme.text);
      painter.drawText(QRectF(x, yOf(m_heights[k]) - fontMetrics().height(), widthOfOne(), fontMetrics().height()),
                       Qt::AlignCenter, QString::number(m_heights[k], 'f', 2));
      painter.setPen(theme.muted);
      painter.drawText(QRectF(x, plot().bottom() + 2, widthOfOne(), fontMetrics().height()), Qt::AlignCenter,
                       k < m_labels.size()
                           ? fontMetrics().elidedText(m_labels[k], Qt::ElideRight, static_cast<int>(widthOfOne()))
                           : QString::number(k + 1));
    }
  }
  void paintCurves(QPainter& painter, const Theme& theme) {
    const auto draw = [&](const std::vector<double>& heights, const QColor& color) {
      QPolygonF line;
      for (size_t k = 0; k < heights.size(); ++k)
        line << QPointF(plot().x() + (k + 0.5) * widthOfOne(), yOf(heights[k]));
      painter.setPen(QPen(color, 2 * theme.lineScale));
      painter.drawPolyline(line);
      painter.setBrush(color);
      for (const QPointF& point : line) painter.drawEllipse(point, 2.5, 2.5);
    };
    painter.setPen(theme.muted);
    for (const double end : {lowest(), highest()})
      painter.drawText(QRectF(plot().x() + 4, yOf(end) - (end == lowest() ? fontMetrics().height() : 0), plot().width(),
                              fontMetrics().height()),
                       Qt::AlignLeft | Qt::AlignVCenter, shownNumber(end));
    if (m_isTouched || m_truth.empty()) draw(m_heights, theme.accent);
    std::vector<double> moved;
    for (size_t k = 0; k < m_truth.size(); ++k) moved.push_back(movedTruth(k));
    if (!moved.empty()) draw(moved, theme.good);
  }
  void tell() {
    QStringList said, truth;
    for (const double height : m_heights) said << QString::number(height, 'f', 2);
    for (const double height : m_truth) truth << QString::number(height, 'f', 2);
    QString told = tr("%1; arrow keys change them, Enter answers").arg(said.join(QStringLiteral(", ")));
    if (m_current < m_heights.size()) {
      const QString label = m_current < m_labels.size() ? m_labels[m_current] : QString::number(m_current + 1);
      told = tr("%1 of %2, %3: %4. All: %5").arg(m_current + 1).arg(m_heights.size()).arg(label, said[m_current], told);
    }
    if (!truth.isEmpty())
      told = tr("You said %1; it is %2").arg(said.join(QStringLiteral(", ")), truth.join(QStringLiteral(", ")));
    setAccessibleDescription(told);
    update();
  }

  const engine::LessonQuestion m_question;
  Look m_look;
  std::vector<double> m_heights, m_truth, m_over;
  PlotRange m_reach{0, 1};  ///< of a curve
  std::vector<QString> m_labels;
  size_t m_current = 0;
  bool m_isTouched = false;
  QVariantAnimation m_way;
};

class OrderInput : public AnswerInput {
 public:
  OrderInput(const engine::LessonQuestion& question, QWidget* parent)
      : AnswerInput(parent), m_list(new QListWidget(this)), m_items(question.items) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_list);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setAccessibleName(QString::fromStdString(question.text));
    m_list->setToolTip(tr("Drag, or Alt+↑ and Alt+↓"));
    m_list->installEventFilter(this);
    fill({});
    m_list->setFixedHeight(m_list->sizeHintForRow(0) * std::max(1, m_list->count()) + 2 * m_list->frameWidth() + 4);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, [this] { touch(); });
    setFocusProxy(m_list);
  }
  std::optional<engine::LessonAnswer> answer() const override {
    if (!m_isTouched) return std::nullopt;
    engine::LessonAnswer answer;
    for (int row = 0; row < m_list->count(); ++row)
      answer.numbers.push_back(m_list->item(row)->data(Qt::UserRole).toInt());
    return answer;
  }
  void setAnswer(const engine::LessonAnswer& answer) override {
    if (answer.numbers.size() != m_items.size()) return;
    fill(answer.numbers);
    m_isTouched = true;
  }
  void showTruth(const engine::LessonAnswer& truth) override {
    for (int row = 0; row < m_list->count(); ++row) {
      QListWidgetItem* item = m_list->item(row);
      const auto place = std::find(truth.numbers.begin(), truth.numbers.end(), item->data(Qt::UserRole).toInt());
      const auto rank = static_cast<int>(place - truth.numbers.begin());
      item->setText(QStringLiteral("%1 %2. %3")
                        .arg(rank == row ? QStringLiteral("✓") : QStringLiteral("✗"))
                        .arg(rank + 1)
                        .arg(nameOf(item)));
    }
    m_list->setEnabled(false);
  }
  void clear() override {
    m_list->setEnabled(true);
    m_isTouched = false;
    fill({});
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::KeyPress) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      touch();
      Q_EMIT given();
      return true;
    }
    const int step = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0;
    if (step == 0 || !(key->modifiers() & Qt::AltModifier)) return false;
    const int from = m_list->currentRow(), to = from + step;
    if (from < 0 || to < 0 || to >= m_list->count()) return true;
    m_list->insertItem(to, m_list->takeItem(from));
    m_list->setCurrentRow(to);
    touch();
    return true;
  }

 private:
  QString nameOf(const QListWidgetItem* item) const {
    const auto index = static_cast<size_t>(item->data(Qt::UserRole).toInt()) - 1;
    return index < m_items.size() ? QString::fromStdString(m_items[index]) : QString();
  }
  void fill(const std::vector<double>& order) {
    m_list->clear();
    for (size_t k = 0; k < m_items.size(); ++k) {
      const int number = k < order.size() ? static_cast<int>(order[k]) : static_cast<int>(k) + 1;
      auto* item = new QListWidgetItem(m_list);
      item->setData(Qt::UserRole, number);
      item->setText(nameOf(item));
    }
    if (m_list->count() > 0) m_list->setCurrentRow(0);
  }
  void touch() {
    m_isTouched = true;
    Q_EMIT changed();
  }

  QListWidget* m_list;
  std::vector<std::string> m_items;
  bool m_isTouched = false;
};

}  // namespace

AnswerInput* makeBarsInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new HeightsInput(question, HeightsInput::Look::bars, parent);
}

AnswerInput* makeDrawInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new HeightsInput(question, HeightsInput::Look::curve, parent);
}

AnswerInput* makeOrderInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new OrderInput(question, parent);
}

}  // namespace ui
