// A lesson as a PDF to hand out: two steps to a page, questions with lines to write on, answers at the end.
#pragma once

#include <QBuffer>
#include <QObject>
#include <QPainter>
#include <QPdfWriter>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/lessons/handout/HandoutContent.h"
#include "ui/session/JobQueue.h"

namespace ui {

class PaperPart;
class PaperStep;

struct HandoutOptions {
  bool hasNotes = false;  ///< those for the speaker
  bool isLetter = false;  ///< else A4
  HandoutLanguage language = {};
};

/// The lesson is read and computed in a job; pages are painted one after the other while the window goes on.
class HandoutPrinter : public QObject {
  Q_OBJECT

 public:
  /// `samples`: the folder of `sample NAME`.
  explicit HandoutPrinter(QString samples, QObject* parent = nullptr);
  ~HandoutPrinter() override;
  /// Writes the file whole or not at all; printed() or failed() tells the end. Only while isBusy() is false.
  void print(const QString& lesson, const QString& path, const HandoutOptions& options);
  bool isBusy() const { return m_isBusy; }

 Q_SIGNALS:
  void printed(const QString& path, int numPages);
  void failed(const QString& text);

 private:
  struct Placed {
    const PaperPart* part;
    int page;
    double y, height, scale;
  };
  void begin(HandoutContent content);
  /// Once all pictures are ready.
  void placeParts();
  /// `slot`: the least height that it takes up, if there is as much on the page.
  void place(const PaperPart& part, double gap, double slot = 0);
  /// Two to a page wherever they fit, each half of it unless one needs more.
  void placeSteps();
  void beginPage();
  void paintNext();
  void paintFrame(int page);
  void finish();
  void fail(const QString& text);
  double width() const;
  double heightOfPage() const;

  QString m_samples, m_path;
  HandoutOptions m_options;
  JobQueue m_jobs;
  QTimer m_poll;
  bool m_isBusy = false;
  HandoutContent m_content;
  std::unique_ptr<PaperPart> m_head;
  std::vector<std::unique_ptr<PaperStep>> m_steps;
  std::vector<std::unique_ptr<PaperPart>> m_answers;
  std::vector<Placed> m_placed;
  size_t m_numPainted = 0;
  int m_page = 0;  ///< where things are placed, then painted; from 0
  double m_y = 0;
  QBuffer m_buffer;
  std::unique_ptr<QPdfWriter> m_pdf;
  QPainter m_painter;
};

}  // namespace ui
