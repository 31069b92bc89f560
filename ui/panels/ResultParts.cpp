#include "ui/panels/ResultParts.h"

#include <QLabel>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/datasets/Kind.h"
#include "ui/look/FlowLayout.h"
#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/panels/DatasetText.h"

namespace ui {

namespace {

/// The results of the first dataset that has several, in the order of the document.
std::vector<engine::DatasetPtr> partsOf(const std::vector<engine::DatasetId>& ids, const Document& document) {
  for (const engine::DatasetId& id : ids) {
    const engine::DatasetPtr shown = document.find(id);
    if (!shown || shown->provenance.request.operation.empty()) continue;
    std::vector<engine::DatasetPtr> parts;
    for (const engine::DatasetPtr& dataset : document.datasets())
      if (dataset->provenance.request.output == shown->provenance.request.output) parts.push_back(dataset);
    if (parts.size() > 1) return parts;
  }
  return {};
}

/// As wide as its text where there is room; never widens the panel, whose other controls would be cut off.
class PartButton : public QToolButton {
 public:
  using QToolButton::QToolButton;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const int wanted = sizeHint().width(), besideText = wanted - fontMetrics().horizontalAdvance(text());
    if (wanted > parentWidget()->width())
      option.text = fontMetrics().elidedText(text(), Qt::ElideMiddle, std::max(width() - besideText, 0));
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
  }
};

}  // namespace

ResultParts::ResultParts(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  const int space = ThemeModel::instance().theme().space(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 2 * space);
  layout->setSpacing(space);
  auto* heading = new QLabel(tr("Parts of the result"), this);
  heading->setObjectName(QStringLiteral("heading"));
  layout->addWidget(heading);
  auto* buttons = new QWidget(this);
  m_buttons = new FlowLayout(buttons, space);
  m_buttons->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(buttons);
  connect(&session.document(), &Document::added, this, &ResultParts::fill);
  connect(&session.document(), &Document::removed, this, &ResultParts::fill);
  fill();
}

void ResultParts::setShown(std::vector<engine::DatasetId> ids) {
  m_ids = std::move(ids);
  fill();
}

void ResultParts::fill() {
  while (QLayoutItem* item = m_buttons->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();  // it may be the one that was clicked
    delete item;
  }
  const auto parts = partsOf(m_ids, m_session.document());
  for (const engine::DatasetPtr& part : parts) {
    auto* button = new PartButton(m_buttons->parentWidget());
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    button->setText(partTitle(*part, m_session.document()));
    button->setIcon(icon(QString::fromStdString(engine::kindOf(*part).icon())));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(toolTipText(*part, m_session.document()));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setObjectName(QString::fromStdString(part->id));
    button->setEnabled(std::find(m_ids.begin(), m_ids.end(), part->id) == m_ids.end());
    connect(button, &QToolButton::clicked, this, [this, id = part->id] {
      if (const engine::DatasetPtr dataset = m_session.document().find(id)) Q_EMIT wanted(dataset);
    });
    m_buttons->addWidget(button);
    button->show();
  }
  m_buttons->addItem(new QSpacerItem(0, 0));  // the last item stands at the right
  setVisible(!parts.empty());
}

}  // namespace ui
