// The page that makes a figure of a view: choices at the left, the figure as it will be at the right.
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/panels/figure/FigurePanels.h"
#include "ui/views/base/figure/FigureOptions.h"

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace ui {

class FigureForm;
class View;

/// The figure on the page, whole, its ground a chequer where it is transparent.
class FigurePreview : public QWidget {
  Q_OBJECT

 public:
  explicit FigurePreview(QWidget* parent = nullptr);
  /// A null image and why there is none.
  void show(const QImage& image, const QString& problem = {});
  const QImage& image() const { return m_image; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QImage m_image;
  QString m_problem;
};

class FigurePage : public QWidget {
  Q_OBJECT

 public:
  /// The view outlives the page.
  FigurePage(View& view, const FigureOptions& options, QWidget* parent = nullptr);
  ~FigurePage() override;

  FigureOptions options() const;
  void setOptions(const FigureOptions& options);
  FigurePreview& preview() { return *m_preview; }
  /// What is below the preview.
  QString caption() const;
  /// Writes the figure by suffix; what fails becomes a message. False then.
  bool saveTo(const QString& path);

 Q_SIGNALS:
  void optionsChanged();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QScrollArea* makeChoices();
  void applyTheme();
  void addButtons(QVBoxLayout& column);
  void updatePreview();
  void chooseAndSave();
  void copyPicture();

  View& m_view;
  FigureForm* m_form;
  FigurePanels* m_panels;
  FigurePreview* m_preview;
  QLabel *m_title, *m_facts, *m_caption;
  QScrollArea *m_choices = nullptr, *m_captionArea = nullptr;
  QTimer m_soon;
};

}  // namespace ui
