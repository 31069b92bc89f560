#include "ui/panels/LetterChoice.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/models/LetterPredictions.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kColumns = 5;
constexpr char kHidden = '_';
constexpr double kLeastShown = 0.005;  ///< less is 0 %

bool isAminoAcid(char letter) { return engine::kPredictedLetters.find(letter) != std::string_view::npos; }

QString percentText(double probability) {
  return probability < kLeastShown ? QStringLiteral("·") : LetterChoice::tr("%1 %").arg(qRound(100 * probability));
}

}  // namespace

QString ChangeableResidue::name() const { return QChar::fromLatin1(letter) + QString::number(residue + 1); }

LetterChoice::LetterChoice(std::vector<ChangeableResidue> residues, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_residues(std::move(residues)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setObjectName(QStringLiteral("letterChoice"));
  setAccessibleName(tr("Put a letter in the place of a residue"));
  setFrameShape(QFrame::StyledPanel);
  const Theme& theme = ThemeModel::instance().theme();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme.space(2), theme.space(2), theme.space(2), theme.space(2));
  auto* heading = new QHBoxLayout;
  auto* group = new QButtonGroup(this);
  for (size_t k = 0; k < m_residues.size() && m_residues.size() > 1; ++k) {
    auto* button = new QToolButton(this);
    button->setText(m_residues[k].name());
    button->setCheckable(true);
    button->setChecked(k == 0);
    group->addButton(button);
    heading->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, k] { showResidue(k); });
  }
  heading->addWidget(new QLabel(m_residues.size() > 1 ? tr("becomes") : tr("%1 becomes").arg(m_residues[0].name())));
  heading->addStretch();
  layout->addLayout(heading);
  const bool isPredicted = !m_residues[0].probabilities.empty();
  auto* hint = new QLabel(isPredicted ? tr("Click or type a letter; %: what the model expects")
                                      : tr("Click or type a letter"));
  hint->setForegroundRole(QPalette::PlaceholderText);
  showResidue(0);
  layout->addWidget(hint);
}

void LetterChoice::showResidue(size_t residue) {
  m_shown = residue;
  const ChangeableResidue& shown = m_residues[residue];
  auto* letters = new QWidget(this);
  auto* grid = new QGridLayout(letters);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(ThemeModel::instance().theme().space(1));
  const auto add = [&](char letter, const QString& text, const QString& name, int row, int column, int span) {
    auto* button = new QToolButton(letters);
    button->setText(text);
    button->setAccessibleName(name);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setCheckable(true);
    button->setChecked(letter == shown.letter);
    connect(button, &QToolButton::clicked, this, [this, letter] { choose(letter); });
    grid->addWidget(button, row, column, 1, span);
  };
  const auto numLetters = static_cast<int>(engine::kPredictedLetters.size());
  for (int k = 0; k < numLetters; ++k) {
    const char letter = engine::kPredictedLetters[static_cast<size_t>(k)];
    const QString own(QChar::fromLatin1(letter));
    const bool isPredicted = static_cast<size_t>(k) < shown.probabilities.size();
    const QString share = isPredicted ? percentText(shown.probabilities[static_cast<size_t>(k)]) : QString();
    add(letter, isPredicted ? own + u'\n' + share : own, own + u' ' + share, k / kColumns, k % kColumns, 1);
  }
  const int last = numLetters / kColumns;
  add(kHidden, tr("hide it ( _ )"), tr("hide it"), last, 0, shown.letter == shown.original ? kColumns : 2);
  if (shown.letter != shown.original) {
    const QChar original = QChar::fromLatin1(shown.original);
    add(shown.original, tr("back to %1").arg(original), tr("back to %1").arg(original), last, 2, kColumns - 2);
  }
  if (m_letters)
    delete layout()->replaceWidget(m_letters, letters);
  else
    layout()->addWidget(letters);
  delete std::exchange(m_letters, letters);
  adjustSize();
}

void LetterChoice::choose(char letter) {
  Q_EMIT chosen(m_residues[m_shown].residue, letter);
  close();
}

bool LetterChoice::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) event->accept();
  return QFrame::event(event);
}

void LetterChoice::keyPressEvent(QKeyEvent* event) {
  const QString typed = event->text().toUpper();
  const char letter = typed.size() == 1 ? typed[0].toLatin1() : '\0';
  if (letter == kHidden || isAminoAcid(letter)) return choose(letter);
  QFrame::keyPressEvent(event);
  if (event->key() == Qt::Key_Escape) close();
}

}  // namespace ui
