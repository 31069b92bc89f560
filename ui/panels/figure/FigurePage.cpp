#include "ui/panels/figure/FigurePage.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/Error.h"
#include "ui/look/Icons.h"
#include "ui/panels/figure/FigureForm.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

constexpr int kPreviewDelay = 40;  ///< ms after the last change
constexpr int kChequer = 8;
constexpr int kLeastPreview = 160, kLeastCaption = 3, kMostCaption = 7;  ///< logical pixels; lines
/// Pixels of the preview per logical pixel of the figure.
constexpr double kLeastScale = 0.2, kMostScale = 3;

void paintChequer(QPainter& painter, const QRect& area, const Theme& theme) {
  painter.fillRect(area, Qt::white);
  painter.setClipRect(area);
  for (int y = 0; y * kChequer < area.height(); ++y)
    for (int x = y % 2; x * kChequer < area.width(); x += 2)
      painter.fillRect(area.x() + x * kChequer, area.y() + y * kChequer, kChequer, kChequer, theme.line);
  painter.setClipping(false);
}

/// Scrolled where it is higher than its room.
QScrollArea* scrolled(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

}  // namespace

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("preview"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setMinimumSize(kLeastPreview, kLeastPreview);
}

void FigurePreview::show(const QImage& image, const QString& problem) {
  m_image = image;
  m_problem = problem;
  update();
}

void FigurePreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = ThemeModel::instance().theme();
  painter.fillRect(rect(), theme.window);
  if (m_image.isNull()) {
    painter.setPen(theme.muted);
    painter.setFont(theme.panelFont());
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_problem);
    return;
  }
  const double shrink = std::min({1.0, width() / double(m_image.width()), height() / double(m_image.height())});
  const QSize shown = (QSizeF(m_image.size()) * shrink).toSize();
  const QRect area(QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown);
  if (m_image.hasAlphaChannel()) paintChequer(painter, area, theme);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(area, m_image);
  painter.setPen(theme.line);
  painter.drawRect(area.adjusted(-1, -1, 0, 0));
}

FigurePage::FigurePage(View& view, const FigureOptions& options, QWidget* parent)
    : QWidget(parent),
      m_view(view),
      m_form(new FigureForm(view)),
      m_panels(new FigurePanels(view, this)),
      m_preview(new FigurePreview),
      m_title(new QLabel(tr("Figure of %1").arg(view.title()))),
      m_facts(new QLabel),
      m_caption(new QLabel) {
  const Theme& theme = ThemeModel::instance().theme();
  m_form->setOptions(options);
  m_facts->setObjectName(QStringLiteral("facts"));
  m_facts->setForegroundRole(QPalette::PlaceholderText);
  m_facts->setWordWrap(true);
  m_caption->setObjectName(QStringLiteral("caption"));
  m_caption->setWordWrap(true);
  m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* figure = new QVBoxLayout;
  figure->addWidget(m_preview, 1);
  figure->addWidget(m_facts);
  m_captionArea = scrolled(m_caption);
  figure->addWidget(m_captionArea);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme.space(3), theme.space(3), theme.space(3), theme.space(3));
  layout->setSpacing(theme.space(3));
  m_choices = makeChoices();
  layout->addWidget(m_choices);
  layout->addLayout(figure, 1);
  applyTheme();
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed.
    QTimer::singleShot(0, this, &FigurePage::applyTheme);
  });
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);  // as what is scrolled in it
  setFocusProxy(m_form->findChild<QWidget*>(QStringLiteral("content")));
  m_soon.setSingleShot(true);
  m_soon.setInterval(kPreviewDelay);
  connect(&m_soon, &QTimer::timeout, this, &FigurePage::updatePreview);
  connect(m_form, &FigureForm::changed, this, &FigurePage::optionsChanged);
  for (const auto change : {&View::stateChanged, &View::titleChanged})
    connect(&view, change, &m_soon, qOverload<>(&QTimer::start));
  connect(m_form, &FigureForm::changed, &m_soon, qOverload<>(&QTimer::start));
  connect(m_panels, &FigurePanels::ready, &m_soon, qOverload<>(&QTimer::start));
  m_soon.start();
}

FigurePage::~FigurePage() = default;

void FigurePage::applyTheme() {
  const Theme& theme = ThemeModel::instance().theme();
  m_title->setFont(theme.titleFont());
  const int line = QFontMetrics(theme.panelFont()).lineSpacing();
  m_captionArea->setMinimumHeight(kLeastCaption * line);
  m_captionArea->setMaximumHeight(kMostCaption * line);
  m_choices->setFixedWidth(m_choices->widget()->minimumSizeHint().width() + theme.space(3) +
                           style()->pixelMetric(QStyle::PM_ScrollBarExtent));
  m_soon.start();
}

QScrollArea* FigurePage::makeChoices() {
  auto* choices = new QWidget;
  auto* column = new QVBoxLayout(choices);
  column->setContentsMargins(0, 0, 0, 0);
  m_title->setWordWrap(true);
  column->addWidget(m_title);
  column->addWidget(m_form);
  addButtons(*column);
  column->addStretch(1);
  return scrolled(choices);
}

void FigurePage::addButtons(QVBoxLayout& column) {
  const auto add = [&](const char* name, const QString& text, const QString& iconName, const auto& run) {
    auto* button = new QPushButton(text);
    if (!iconName.isEmpty()) button->setIcon(icon(iconName));
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, run);
    column.addWidget(button);
  };
  add("save", tr("&Save as PNG, SVG or PDF…"), QStringLiteral("export"), &FigurePage::chooseAndSave);
  add("copy", tr("Copy &picture"), QStringLiteral("copy"), &FigurePage::copyPicture);
  add("copyCaption", tr("C&opy caption"), {}, [this] { QGuiApplication::clipboard()->setText(caption()); });
  add("close", tr("&Close"), {}, &FigurePage::closed);
}

FigureOptions FigurePage::options() const { return m_form->options(); }

void FigurePage::setOptions(const FigureOptions& options) { m_form->setOptions(options); }

QString FigurePage::caption() const { return m_caption->text(); }

void FigurePage::updatePreview() {
  const FigureOptions wanted = options();
  try {
    m_panels->choose(wanted);
    if (!m_panels->isReady()) return m_preview->show({}, tr("Computing the heads…"));
    const Figure figure(m_panels->panels(), wanted);
    const QSizeF page = figure.sizeInMillimetres();
    const QSize pixels = figure.sizeInPixels(), size = figure.size();
    const double fitting = devicePixelRatioF() * std::min(m_preview->width() / double(std::max(size.width(), 1)),
                                                          m_preview->height() / double(std::max(size.height(), 1)));
    m_preview->show(figure.image(std::clamp(fitting, kLeastScale, kMostScale)));
    m_facts->setText(tr("%1 × %2 mm, as PNG %3 × %4 pixels")
                         .arg(page.width(), 0, 'f', 1)
                         .arg(page.height(), 0, 'f', 1)
                         .arg(pixels.width())
                         .arg(pixels.height()));
    m_caption->setText(figure.caption());
  } catch (const engine::Error& error) {
    m_preview->show({}, QString::fromUtf8(error.what()));
    m_facts->clear();
  }
}

bool FigurePage::saveTo(const QString& path) {
  try {
    m_panels->choose(options());
    if (!m_panels->isReady()) engine::fail(path.toStdString(), ": the heads are still being computed");
    Figure(m_panels->panels(), options()).save(path);
    m_view.session().report(MessageKind::information, tr("Saved %1").arg(path));
    return true;
  } catch (const engine::Error& error) {
    m_view.session().report(MessageKind::error, QString::fromUtf8(error.what()));
    return false;
  }
}

void FigurePage::chooseAndSave() {
  askForNewFile(this, tr("Save the figure"), m_view.kind() + QStringLiteral(".pdf"),
                {tr("PDF page (*.pdf)"), tr("SVG drawing (*.svg)"), tr("PNG picture (*.png)")},
                [this](const QString& path) { saveTo(path); });
}

void FigurePage::copyPicture() {
  updatePreview();
  if (!m_preview->image().isNull()) QGuiApplication::clipboard()->setImage(m_preview->image());
}

void FigurePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
  Q_EMIT closed();
}

void FigurePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_soon.start();
}

}  // namespace ui
